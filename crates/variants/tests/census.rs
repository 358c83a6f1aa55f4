//! The census of errors: what the listener gets, and what a full search says about it.

use std::num::NonZeroU64;
use std::sync::Mutex;

use vnmp_engine::{
    Census, Claim, Counts, Fails, Limits, Move, Place, Position, Sample, Score, SearchSettings,
    TranspositionTable, Window,
};
use vnmp_variants::{PRESETS, Variant};

const TACTICS: &str = "r2q1rk1/1b2bppp/p1n1pn2/1p6/3PP3/1BN2N2/PP3PPP/R1BQR1K1 w - - 0 12";
/// After Kh6 Black must move and loses; a null move would hold.
const ZUGZWANG: &str = "1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1";

fn settings() -> SearchSettings {
    SearchSettings { hash_entries: 1 << 16, ..Default::default() }
}

/// A search with a listener: its counts, and every sample that the listener received.
fn census(spec: &str, fen: &str, depth: u8, seed: u64, every: u64) -> (Counts, Vec<Sample>) {
    census_with(settings(), spec, fen, depth, (seed, every))
}

fn census_with(
    settings: SearchSettings,
    spec: &str,
    fen: &str,
    depth: u8,
    (seed, every): (u64, u64),
) -> (Counts, Vec<Sample>) {
    let position = Position::from_fen(fen).unwrap();
    let told = Mutex::new(Vec::new());
    let listener = |sample: &Sample| told.lock().unwrap().push(sample.clone());
    let every = NonZeroU64::new(every).unwrap();
    let census = Some(Census { seed, every, listener: &listener });
    let limits = Limits { depth, census, ..Default::default() };
    let mut table = TranspositionTable::new(settings.hash_entries);
    let variant = Variant::parse(spec).unwrap();
    let iterations = variant.search(&position, &settings, &limits, &mut table, &mut |_| {});
    let counts = iterations.last().unwrap().counts;
    (counts, told.into_inner().unwrap())
}

/// Does a full search confirm the claim of this sample?
fn is_right(sample: &Sample) -> bool {
    let settings = settings();
    let mut table = TranspositionTable::new(settings.hash_entries);
    let none = Variant::parse("none").unwrap();
    let value = none.search_again(sample, &settings, &Limits::default(), &mut table);
    sample.is_right(value.unwrap())
}

#[test]
fn a_listener_changes_no_search_and_hears_of_every_fail_high() {
    for preset in PRESETS {
        let position = Position::from_fen(TACTICS).unwrap();
        let mut table = TranspositionTable::new(settings().hash_entries);
        let limits = Limits { depth: 6, ..Default::default() };
        let variant = Variant::parse(preset.id).unwrap();
        let plain = variant.search(&position, &settings(), &limits, &mut table, &mut |_| {});
        let (counts, samples) = census(preset.id, TACTICS, 6, 0, 1);
        assert_eq!(counts, plain.last().unwrap().counts, "{}", preset.id);
        let of = |claim| samples.iter().filter(|sample| sample.claim == claim).count() as u64;
        assert_eq!(of(Claim::Cutoff), counts.null_cut, "{}", preset.id);
        assert_eq!(of(Claim::Reduction), counts.verifications, "{}", preset.id);
    }
}

#[test]
fn a_search_that_prunes_on_one_side_claims_nothing_on_the_other() {
    for (spec, depth) in [
        ("std:r=2", 6),
        ("vrfd:r=3", 6),
        ("double:r=2", 6),
        ("none+rfp", 5),
        ("std:r=3+probcut", 7),
        ("std:r=3+multicut", 6),
        ("none+futility", 5),
        ("none+lmp", 5),
        ("none+lmr", 5),
    ] {
        let rest = |side: &str| {
            let mut one_sided = settings();
            one_sided.set("pruning-side", side).unwrap();
            let (_, samples) = census_with(one_sided, spec, TACTICS, depth, (0, 1));
            assert!(!samples.is_empty(), "{spec} {side}");
            samples.into_iter().map(|sample| sample.decided_at() % 2)
        };
        assert!(rest("own").all(|rest| rest == 0), "{spec}");
        assert!(rest("opponent").all(|rest| rest == 1), "{spec}");
    }
}

#[test]
fn a_sample_holds_what_its_node_depends_on() {
    for (spec, r) in [("std:r=2", 2), ("vrfd:r=3", 3), ("red:r=1,k=2", 1)] {
        let (_, samples) = census(spec, TACTICS, 6, 3, 20);
        assert!(!samples.is_empty());
        for sample in samples {
            assert_eq!(sample.keys.last(), Some(&sample.position.key()));
            assert_eq!((sample.keys.len(), sample.r), (sample.ply + 1, r), "{spec}");
            assert!(sample.value >= sample.window.beta, "{sample:?}");
            assert!((1..=5).contains(&sample.depth) && sample.ply >= 1);
            assert!(!sample.position.in_check());
            // in Figure 3 a node without verification is cut off; one with it is not
            let verify = sample.claim == Claim::Reduction;
            assert!(spec != "vrfd:r=3" || (sample.flags == 1) == verify);
        }
    }
}

/// The places where each rule that makes claims acts.
const RULES: [(&str, Place); 6] = [
    ("rfp", Place::BeforeNullMove),
    ("probcut", Place::BeforeNullMove),
    ("multicut", Place::BeforeMoves),
    ("futility", Place::Skip),
    ("lmp", Place::Skip),
    ("lmr", Place::Reduce),
];

#[test]
fn a_listener_hears_every_rule_and_changes_no_search() {
    for (rule, place) in RULES {
        let spec = format!("std:r=2+{rule}");
        let (position, settings) = (Position::from_fen(TACTICS).unwrap(), settings());
        let mut table = TranspositionTable::new(settings.hash_entries);
        let limits = Limits { depth: 6, ..Default::default() };
        let variant = Variant::parse(&spec).unwrap();
        let quiet = variant.search(&position, &settings, &limits, &mut table, &mut |_| {});
        let (counts, samples) = census(&spec, TACTICS, 6, 0, 1);
        assert_eq!(counts, quiet.last().unwrap().counts, "{spec}");
        let own = |sample: &&Sample| matches!(sample.claim, Claim::Rule(..));
        let (own, null): (Vec<&Sample>, Vec<&Sample>) = samples.iter().partition(own);
        assert_eq!(null.len() as u64, counts.null_cut, "{spec}");
        assert!(!own.is_empty(), "{spec}");
        for sample in own {
            assert_eq!(sample.claim, Claim::Rule(place, 0), "{spec}");
            assert_eq!(variant.claimant(sample.claim).unwrap().name, rule);
            assert_eq!(sample.keys.last(), Some(&sample.position.key()));
            assert_eq!(sample.keys.len(), sample.ply + 1);
            assert!(sample.is_right(sample.value), "it claims what it found: {sample:?}");
            let is_move = matches!(place, Place::Skip | Place::Reduce);
            assert_eq!(sample.decided_at() + usize::from(is_move), sample.ply);
            assert_eq!(sample.r > 0, place == Place::Reduce, "{spec}");
        }
        assert_eq!(variant.claimant(Claim::Cutoff).map(|rule| rule.name), None);
    }
}

#[test]
fn of_two_rules_at_one_place_the_one_that_acts_is_named() {
    let variant = Variant::parse("std:r=2+futility+lmp").unwrap();
    let (_, samples) = census("std:r=2+futility+lmp", TACTICS, 6, 0, 1);
    let by = |name: &str| {
        let is_by = |s: &&Sample| variant.claimant(s.claim).is_some_and(|rule| rule.name == name);
        samples.iter().filter(is_by).count()
    };
    assert!(by("futility") > 0 && by("lmp") > 0);
    // Futility acts up to depth 2, so the child has at most one ply left.
    let deep = samples.iter().filter(|s| matches!(s.claim, Claim::Rule(..)) && s.depth > 1);
    assert!(deep.clone().count() > 0);
    assert!(deep.into_iter().all(|s| variant.claimant(s.claim).unwrap().name == "lmp"));
}

#[test]
fn probcut_claims_on_both_sides_of_the_window() {
    let (_, samples) = census("std:r=2+probcut", TACTICS, 7, 0, 1);
    let fails = |fails| samples.iter().filter(|s| s.fails == fails).count();
    assert!(fails(Fails::Low) > 0 && fails(Fails::High) > 0);
    let low = samples.iter().find(|sample| sample.fails == Fails::Low).unwrap();
    assert_eq!(low.test_window(), Window::minimal(low.window.alpha));
    assert!(low.is_right(low.window.alpha) && !low.is_right(low.window.beta));
}

#[test]
fn moves_left_out_at_the_last_ply_are_judged_by_quiescence() {
    let wrong = |spec: &str| {
        let (_, samples) = census(spec, TACTICS, 4, 0, 1);
        let leaves: Vec<&Sample> = samples.iter().filter(|sample| sample.depth == 0).collect();
        assert!(leaves.len() > 100, "{spec}");
        let wrong = leaves.iter().filter(|sample| !is_right(sample)).count();
        wrong as f64 / leaves.len() as f64
    };
    let [wide, none] = ["none+futility", "none+futility:frontier=0"].map(wrong);
    assert!(wide < none && none < 0.5, "a margin makes it safer: {wide} {none}");
}

#[test]
fn a_move_that_wins_but_is_left_out_is_found_wrong() {
    let (_, samples) = census("none+futility:frontier=0,extended=0", TACTICS, 5, 0, 1);
    let deep = || samples.iter().filter(|sample| sample.depth > 0);
    let wrong = deep().filter(|sample| !is_right(sample)).count();
    assert!(wrong > 0 && wrong < deep().count(), "{wrong} of {}", samples.len());
}

#[test]
fn a_seed_draws_the_same_sample_every_time() {
    let (_, all) = census("std:r=2", TACTICS, 6, 5, 1);
    let (_, drawn) = census("std:r=2", TACTICS, 6, 5, 10);
    assert_eq!(drawn, census("std:r=2", TACTICS, 6, 5, 10).1);
    assert_ne!(drawn, census("std:r=2", TACTICS, 6, 6, 10).1);
    let share = all.len() / drawn.len();
    assert!((8..=12).contains(&share), "{} of {}", drawn.len(), all.len());
}

#[test]
fn a_claim_in_zugzwang_is_wrong_from_two_plies_on() {
    let root = Position::from_fen(ZUGZWANG).unwrap();
    let zugzwang = root.make(root.legal_uci("g5h6").unwrap());
    for spec in ["std:r=2", "vrfd:r=3"] {
        let (_, samples) = census(spec, ZUGZWANG, 6, 0, 1);
        let there = |s: &&Sample| s.position.key() == zugzwang.key() && s.ply == 1 && s.depth >= 2;
        let samples: Vec<_> = samples.iter().filter(there).collect();
        assert!(!samples.is_empty(), "{spec}");
        assert!(samples.iter().all(|sample| !is_right(sample)), "{spec}: {samples:?}");
    }
}

#[test]
fn a_cutoff_with_a_queen_more_is_right() {
    let fen = "6k1/5ppp/8/8/8/8/5PPP/3Q2K1 b - - 0 1";
    let (_, samples) = census("std:r=2", fen, 5, 0, 1);
    assert!(samples.len() > 20);
    assert!(samples.iter().all(is_right));
}

/// White has only its king, and one of its moves repeats a position of the path.
#[test]
fn the_path_of_a_sample_counts_in_its_full_search() {
    let mut position = Position::from_fen("r3k3/8/8/8/8/8/8/4K3 w - - 10 20").unwrap();
    let mut keys = vec![position.key()];
    for san in ["Kd1", "Rb8", "Ke1", "Ra8"] {
        position = position.make(position.parse_san(san).unwrap());
        keys.push(position.key());
    }
    let sample = |keys: &[u64]| Sample {
        claim: Claim::Cutoff,
        fails: Fails::High,
        mv: Move::NULL,
        position,
        keys: keys.to_vec(),
        ply: keys.len() - 1,
        window: Window::new(Score(-1), Score::DRAW),
        depth: 3,
        flags: 0,
        r: 2,
        value: Score::DRAW,
    };
    assert!(is_right(&sample(&keys)));
    assert!(!is_right(&sample(&keys[4..])));
}

#[test]
fn a_full_search_that_is_stopped_says_nothing() {
    let (_, samples) = census("std:r=2", TACTICS, 6, 5, 100);
    let deepest = samples.iter().max_by_key(|sample| sample.depth).unwrap();
    let limits = Limits { nodes: Some(50), ..Default::default() };
    let mut table = TranspositionTable::new(settings().hash_entries);
    let none = Variant::parse("none").unwrap();
    assert_eq!(none.search_again(deepest, &settings(), &limits, &mut table), None);
}

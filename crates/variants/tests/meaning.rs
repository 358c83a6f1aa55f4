//! What each variant means: what it has in common with another, and what sets it apart.

use vnmp_engine::{Counts, Iteration, Limits, Position, SearchSettings, TranspositionTable};
use vnmp_variants::{FAMILIES, PRESETS, Variant};

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n2n2/2pp4/3P1B2/2PBPN2/PP3PPP/RN1Q1RK1 w - - 0 9";
const TACTICS: &str = "r2q1rk1/1b2bppp/p1n1pn2/1p6/3PP3/1BN2N2/PP3PPP/R1BQR1K1 w - - 0 12";
const ENDGAME: &str = "8/pp2k1p1/2p2n1p/8/3P4/2N1P1P1/PP2K2P/8 w - - 0 1";
/// White must not pass: Kh6 wins.
const ZUGZWANG: &str = "1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1";

fn run_with(settings: &SearchSettings, spec: &str, fen: &str, depth: u8) -> Vec<Iteration> {
    let variant = Variant::parse(spec).unwrap();
    let position = Position::from_fen(fen).unwrap();
    let limits = Limits { depth, ..Default::default() };
    let mut table = TranspositionTable::new(settings.hash_entries);
    variant.search(&position, settings, &limits, &mut table, &mut |_| {})
}

fn small_table() -> SearchSettings {
    SearchSettings { hash_entries: 1 << 16, ..Default::default() }
}

fn run(spec: &str, fen: &str, depth: u8) -> Vec<Iteration> {
    run_with(&small_table(), spec, fen, depth)
}

fn counts(spec: &str, fen: &str, depth: u8) -> Counts {
    run(spec, fen, depth).last().unwrap().counts
}

fn best_move(spec: &str, fen: &str, depth: u8) -> String {
    run(spec, fen, depth).last().unwrap().best_move.unwrap().to_string()
}

#[test]
fn figure_3_entered_without_verify_is_figure_1() {
    for fen in [MIDDLEGAME, TACTICS, ENDGAME, ZUGZWANG] {
        for r in 1..=3 {
            let verified = run(&format!("vrfd:r={r},root=off"), fen, 7);
            let standard = run(&format!("std:r={r}"), fen, 7);
            assert_eq!(verified, standard, "{fen} r={r}");
        }
    }
}

#[test]
fn a_zugzwang_that_standard_misses_is_solved_by_verification() {
    assert_eq!(best_move("none", ZUGZWANG, 3), "g5h6");
    for depth in 4..=7 {
        assert_eq!(best_move("vrfd:r=3", ZUGZWANG, depth), "g5h6", "depth {depth}");
        assert_ne!(best_move("std:r=2", ZUGZWANG, depth), "g5h6", "depth {depth}");
        assert_ne!(best_move("std:r=3", ZUGZWANG, depth), "g5h6", "depth {depth}");
    }
}

#[test]
fn without_re_search_its_counter_stays_at_zero() {
    for fen in [MIDDLEGAME, ENDGAME, ZUGZWANG] {
        let off = counts("vrfd:r=3,research=off", fen, 8);
        assert_eq!((off.researches, off.researches_below_beta), (0, 0));
        assert!(off.verifications > 0);
    }
    let on = counts("vrfd:r=3", ZUGZWANG, 8);
    assert!(on.researches > 0 && on.researches_below_beta <= on.researches, "{on:?}");
}

#[test]
fn only_cutting_variants_cut_and_only_reducing_ones_verify() {
    for (spec, cuts, verifies) in [
        ("none", false, false),
        ("std:r=1", true, false),
        ("std:r=2", true, false),
        ("std:r=3", true, false),
        ("vrfd:r=3", true, true),
        ("red:r=3,k=2", false, true),
        ("red:r=3,k=1", false, true),
        ("red-then:r=3,k=1,then=2", false, true),
        ("adaptive", true, false),
        ("nmr", false, true),
        ("plenkner:r=2", true, true),
        ("double:r=3", true, false),
        ("fruit:r=3,endgame=off", true, true),
        ("fruit:r=3,v=9", true, false),
        ("high:r=3,from=5", true, true),
        ("high:r=3,from=7", true, false),
    ] {
        let counts = counts(spec, MIDDLEGAME, 7);
        assert_eq!(counts.null_cut > 0, cuts, "{spec}");
        assert_eq!(counts.verifications > 0, verifies, "{spec}");
        assert_eq!(counts.null_tried > 0, spec != "none", "{spec}");
        let verifies_then_cuts = ["plenkner", "fruit", "high"];
        if !verifies_then_cuts.iter().any(|family| spec.starts_with(family)) {
            assert!(counts.null_cut + counts.verifications <= counts.null_tried, "{spec}");
        }
    }
}

#[test]
fn red_then_with_equal_reductions_is_red() {
    for k in 1..=2 {
        let then = counts(&format!("red-then:r=3,k={k},then={k}"), TACTICS, 7);
        assert_eq!(then, counts(&format!("red:r=3,k={k}"), TACTICS, 7));
    }
    let then = counts("red-then:r=3,k=1,then=2", TACTICS, 7);
    assert_ne!(then, counts("red:r=3,k=1", TACTICS, 7));
    assert_ne!(then, counts("red:r=3,k=2", TACTICS, 7));
}

#[test]
fn adaptive_is_r_2_in_shallow_searches_and_not_in_deep_ones() {
    // at the root of depth 7 no null move is tried, so the first is at remaining depth 6
    assert_eq!(counts("adaptive", MIDDLEGAME, 7), counts("std:r=2", MIDDLEGAME, 7));
    assert_ne!(counts("adaptive", MIDDLEGAME, 8), counts("std:r=2", MIDDLEGAME, 8));
    // few pieces: R = 2 up to depth 8
    assert_eq!(counts("adaptive", ENDGAME, 9), counts("std:r=2", ENDGAME, 9));
    assert_ne!(counts("adaptive", ENDGAME, 10), counts("std:r=2", ENDGAME, 10));
}

#[test]
fn plenkner_finds_the_zugzwang_by_its_own_verification() {
    let found = (3..=9).find(|&depth| best_move("plenkner:r=2", ZUGZWANG, depth) == "g5h6");
    assert!(found.is_some());
}

#[test]
fn verification_at_high_depth_is_standard_below_that_depth() {
    for fen in [MIDDLEGAME, ENDGAME] {
        // at the root of depth 7 no null move is tried, so the first is at remaining depth 6
        let high = run("high:r=3,from=7", fen, 7);
        assert_eq!(high, run("high:r=3,from=64", fen, 7), "{fen}");
        assert_ne!(high, run("high:r=3,from=6", fen, 7), "{fen}");
        // except that it returns no unproven mates, and neither position has any
        assert_eq!(high, run("std:r=3", fen, 7), "{fen}");
    }
    let found = (3..=9).find(|&depth| best_move("high:r=3,from=3", ZUGZWANG, depth) == "g5h6");
    assert!(found.is_some());
}

#[test]
fn fruit_verifies_in_the_endgame_unless_told_to_verify_always() {
    let verified = |spec, fen| counts(spec, fen, 8).verifications;
    assert_eq!(verified("fruit:r=3", MIDDLEGAME), 0);
    assert!(verified("fruit:r=3", ENDGAME) > 0);
    assert!(verified("fruit:r=3,endgame=off", MIDDLEGAME) > 0);
    let always = run("fruit:r=3,v=3,endgame=off,eval=off", ZUGZWANG, 8);
    assert_eq!(always.last().unwrap().best_move.unwrap().to_string(), "g5h6");
    // below depth v + 1 nothing is verified, and off the principal variation it equals the standard
    let mut settings = small_table();
    settings.set("null-in-pv", "off").unwrap();
    settings.set("null-min-depth", "2").unwrap();
    let fruit = run_with(&settings, "fruit:r=2,v=9,eval=off", ENDGAME, 8);
    assert_eq!(fruit, run_with(&settings, "std:r=2", ENDGAME, 8));
}

#[test]
fn double_null_solves_the_zugzwang_when_the_second_null_move_has_depth_left() {
    for (r, depth) in [(1, 7), (2, 9), (3, 11)] {
        let double = best_move(&format!("double:r={r}"), ZUGZWANG, depth);
        let standard = best_move(&format!("std:r={r}"), ZUGZWANG, depth);
        assert_eq!((double.as_str(), standard == "g5h6"), ("g5h6", false), "r = {r}");
    }
    let double = counts("double:r=3", MIDDLEGAME, 6);
    let standard = counts("std:r=3", MIDDLEGAME, 6);
    assert!(double.null_tried > standard.null_tried, "{double:?} {standard:?}");
}

#[test]
fn nmr_reduces_by_four_with_a_deeper_null_move_and_at_any_depth() {
    assert_eq!(best_move("nmr:k=4", ZUGZWANG, 7), "g5h6");
    // up to remaining depth 6 its R is 3: the rest of the difference to `red` is that it also
    // tries the null move where no plies would be left
    let nmr = counts("nmr:k=4", MIDDLEGAME, 5);
    let red = counts("red:r=3,k=4", MIDDLEGAME, 5);
    assert!(nmr.null_tried > red.null_tried && nmr.nodes() < red.nodes(), "{nmr:?} {red:?}");
    // from remaining depth 7 on its R is 4
    assert_ne!(counts("nmr:k=0", MIDDLEGAME, 8), counts("red:r=3,k=0", MIDDLEGAME, 8));
    assert_eq!(counts("nmr:k=0", MIDDLEGAME, 7), counts("red:r=3,k=0", MIDDLEGAME, 7));
}

#[test]
fn every_family_searches_and_every_parameter_changes_the_search_or_is_bounded() {
    for family in FAMILIES {
        let plain = run(family.name, TACTICS, 6);
        assert_eq!(plain.len(), 6, "{}", family.name);
        for parameter in family.parameters {
            let (least, greatest) = parameter.range.unwrap_or((0, 1));
            let changed = (least..=greatest.min(4)).any(|value| {
                let value = parameter.print(value);
                let spec = format!("{}:{}={value}", family.name, parameter.name);
                run(&spec, TACTICS, 7) != run(family.name, TACTICS, 7)
                    || run(&spec, ZUGZWANG, 7) != run(family.name, ZUGZWANG, 7)
            });
            assert!(changed, "{}: {}", family.name, parameter.name);
        }
    }
}

#[test]
fn the_table_setting_for_flags_and_the_second_probe_only_touch_verified_variants() {
    for (name, value) in [("hash-respects-flags", "off"), ("reprobe-after-reduction", "on")] {
        let mut settings = small_table();
        settings.set(name, value).unwrap();
        for (spec, changes) in [("std:r=2", false), ("vrfd:r=3", true)] {
            let changed = run_with(&settings, spec, TACTICS, 8);
            assert_eq!(changed != run(spec, TACTICS, 8), changes, "{spec} {name}");
        }
    }
}

#[test]
fn null_move_conditions_change_what_they_say() {
    for (name, value) in [("null-in-pv", "off"), ("null-min-depth", "3"), ("null-needs-eval", "on")]
    {
        let mut settings = small_table();
        settings.set(name, value).unwrap();
        let fewer = run_with(&settings, "std:r=2", TACTICS, 7).last().unwrap().counts;
        let all = counts("std:r=2", TACTICS, 7);
        assert_ne!(fewer, all, "{name}");
        let unpruned = run_with(&settings, "none", TACTICS, 6);
        assert_eq!(unpruned, run("none", TACTICS, 6), "{name}");
    }
}

#[test]
fn a_used_table_and_a_new_one_give_the_same_search() {
    let settings = small_table();
    let mut table = TranspositionTable::new(settings.hash_entries);
    let limits = Limits { depth: 7, ..Default::default() };
    let variant = Variant::parse("v3").unwrap();
    for fen in [MIDDLEGAME, TACTICS, MIDDLEGAME] {
        let position = Position::from_fen(fen).unwrap();
        let used = variant.search(&position, &settings, &limits, &mut table, &mut |_| {});
        assert_eq!(used, run("v3", fen, 7));
    }
}

#[test]
fn specifications_read_back_as_they_print() {
    for preset in PRESETS {
        let variant = Variant::parse(preset.id).unwrap();
        assert_eq!(variant.spec(), preset.spec);
        assert_eq!(Variant::parse(&variant.spec()).unwrap(), variant);
        assert!(!variant.title().is_empty() && !variant.source().is_empty());
    }
    for family in FAMILIES {
        let plain = Variant::parse(family.name).unwrap();
        assert_eq!(Variant::parse(&plain.spec()).unwrap(), plain);
    }
    assert_eq!(Variant::parse("vrfd:research=on,r=3").unwrap().spec(), "vrfd:r=3");
}

#[test]
fn bad_specifications_name_what_is_known() {
    for (spec, expected) in [
        ("std:r=9x", "a number from 0 to 9"),
        ("std:r=-1", "a number from 0 to 9"),
        ("std:q=1", "it has: r"),
        ("standard", "known families: none, std, vrfd"),
        ("", "known families"),
        ("std:r=2,r=3", "given twice"),
        ("vrfd:research=maybe", "on or off"),
        ("none:r=2", "it has: none"),
    ] {
        let error = Variant::parse(spec).unwrap_err().to_string();
        assert!(error.contains(expected), "{spec}: {error}");
    }
}

//! Node counts of every preset and rule on three positions, pinned. A changed count means a changed
//! search or variant, and the commit must say so in its `Bench:` line.

use std::sync::OnceLock;

use vnmp_engine::{Limits, Position, SearchSettings, TranspositionTable};
use vnmp_variants::{FAMILIES, PRESETS, RULES, Variant};

/// With depths at which every rule takes effect: the adaptive R of 3 needs a remaining depth of
/// 7 with pieces and of 9 without.
const POSITIONS: [(&str, u8); 3] = [
    ("r1bq1rk1/pp2bppp/2n2n2/2pp4/3P1B2/2PBPN2/PP3PPP/RN1Q1RK1 w - - 0 9", 8),
    ("r2q1rk1/1b2bppp/p1n1pn2/1p6/3PP3/1BN2N2/PP3PPP/R1BQR1K1 w - - 0 12", 7),
    ("8/pp2k1p1/2p2n1p/8/3P4/2N1P1P1/PP2K2P/8 w - - 0 1", 10),
];

/// (preset, total nodes, null moves tried)
const GOLDEN: &[(&str, u64, u64)] = &[
    ("r1", 10_832_934, 827_383),
    ("r2", 4_393_374, 348_286),
    ("r3", 4_204_171, 371_932),
    ("v3", 6_013_113, 312_148),
    ("none", 21_480_592, 0),
    ("v3-no-research", 6_065_707, 290_160),
    ("red2-nocut", 4_706_614, 55_518),
    ("red1-nocut", 6_232_092, 174_610),
    ("red1-then-red2", 6_613_285, 130_631),
    ("heinz", 5_406_346, 419_800),
    ("nmr", 3_554_254, 298_612),
    ("plenkner", 4_395_222, 340_991),
    ("double-null", 4_192_763, 375_285),
];

fn measure(spec: &str) -> (u64, u64) {
    let variant = Variant::parse(spec).unwrap();
    let settings = SearchSettings { hash_entries: 1 << 16, ..Default::default() };
    let mut table = TranspositionTable::new(settings.hash_entries);
    let mut totals = (0, 0);
    for (fen, depth) in POSITIONS {
        let limits = Limits { depth, ..Default::default() };
        let position = Position::from_fen(fen).unwrap();
        let iterations = variant.search(&position, &settings, &limits, &mut table, &mut |_| {});
        let counts = iterations.last().unwrap().counts;
        totals = (totals.0 + counts.nodes(), totals.1 + counts.null_tried);
    }
    totals
}

fn measure_all(specs: impl Iterator<Item = &'static str>) -> Vec<(&'static str, u64, u64)> {
    let row = |spec| {
        let (nodes, null_tried) = measure(spec);
        (spec, nodes, null_tried)
    };
    specs.map(row).collect()
}

#[test]
fn every_preset_has_its_pinned_node_count() {
    assert_eq!(measure_all(PRESETS.iter().map(|preset| preset.id)), GOLDEN);
}

/// The same for families without a preset.
const FAMILIES_GOLDEN: &[(&str, u64, u64)] = &[
    ("fruit:r=3,v=5", 3_370_635, 127_661),
    ("fruit:r=3,v=5,endgame=off,eval=off", 3_372_588, 126_065),
    ("high:r=3,from=6", 4_248_361, 377_537),
];

#[test]
fn every_family_has_a_pinned_node_count() {
    assert_eq!(measure_all(FAMILIES_GOLDEN.iter().map(|&(spec, ..)| spec)), FAMILIES_GOLDEN);
    let specs = PRESETS.iter().map(|p| p.spec).chain(FAMILIES_GOLDEN.iter().map(|row| row.0));
    let pinned: Vec<&str> = specs.map(|spec| Variant::parse(spec).unwrap().family().name).collect();
    for family in FAMILIES {
        assert!(pinned.contains(&family.name), "{} has no pinned count", family.name);
    }
}

/// The same for every rule, each with a family and parameters under which it acts.
const RULES_GOLDEN: &[(&str, u64, u64)] = &[
    ("vrfd:r=3+futility", 5_028_183, 298_978),
    ("std:r=2+lmr", 1_711_448, 145_441),
    ("std:r=2+rfp", 2_899_301, 175_402),
    ("std:r=2+lmp", 1_064_130, 128_123),
    ("std:r=2+razoring:margin=300", 4_391_222, 350_943),
    ("std:r=3+rfp+lmr", 1_122_976, 68_071),
    ("std:r=2+probcut", 4_390_813, 359_179),
    ("std:r=2+multicut", 3_812_850, 303_446),
    ("std:r=2+grow", 4_197_666, 371_803),
    ("high:r=3,from=6+grow", 3_212_112, 231_123),
    ("vrfd:r=3+futility+lmr", 1_320_878, 57_852),
];

#[test]
fn every_rule_has_its_pinned_node_count() {
    assert_eq!(measure_all(RULES_GOLDEN.iter().map(|&(spec, ..)| spec)), RULES_GOLDEN);
    for rule in RULES {
        let pinned = RULES_GOLDEN.iter().any(|(spec, ..)| {
            Variant::parse(spec).unwrap().rules().iter().any(|(own, _)| own.name == rule.name)
        });
        assert!(pinned, "{} has no pinned count", rule.name);
    }
}

/// (evaluation, order of captures in quiescence, nodes): verified R = 3 to depth 5.
const QUIESCENCE: &[(&str, &str, u64)] = &[
    ("pst", "mvv-lva", 160_839),
    ("pst", "see", 155_004),
    ("pst", "generated", 2_693_695),
    ("material", "mvv-lva", 57_998),
    ("material", "see", 57_456),
    ("material", "generated", 2_899_884),
    ("mobility", "mvv-lva", 130_462),
    ("mobility", "see", 125_629),
    ("mobility", "generated", 1_562_666),
];

fn nodes(spec: &str, settings: &SearchSettings, depth: u8, positions: &[(&str, u8)]) -> u64 {
    let variant = Variant::parse(spec).unwrap();
    let mut table = TranspositionTable::new(settings.hash_entries);
    let limits = Limits { depth, ..Default::default() };
    let search = |&(fen, _): &(&str, u8)| {
        let position = Position::from_fen(fen).unwrap();
        let iterations = variant.search(&position, settings, &limits, &mut table, &mut |_| {});
        iterations.last().unwrap().counts.nodes()
    };
    positions.iter().map(search).sum()
}

#[test]
fn every_kind_of_quiescence_has_its_pinned_node_count() {
    let measure = |&(evaluation, order, _): &(&'static str, &'static str, u64)| {
        let mut settings = SearchSettings { hash_entries: 1 << 16, ..Default::default() };
        settings.set("evaluation", evaluation).unwrap();
        settings.set("quiescence-order", order).unwrap();
        (evaluation, order, nodes("v3", &settings, 5, &POSITIONS))
    };
    assert_eq!(QUIESCENCE.iter().map(measure).collect::<Vec<_>>(), QUIESCENCE);
    let without = SearchSettings { quiescence: false, ..Default::default() };
    assert_eq!(nodes("v3", &without, 5, &POSITIONS), 53_743, "without quiescence");
}

/// Nodes of verified R = 3 and of standard R = 2 to depth 6, in two middlegames.
const ALTERNATIVES: &[(&str, u64, u64)] = &[
    ("null-horizon=evaluation", 420_741, 144_960),
    ("null-depth-above=r", 851_403, 588_195),
    ("null-depth-above=r+1", 943_729, 858_677),
    ("null-stored=bound", 581_165, 540_662),
    ("null-stored=bound-and-move", 581_165, 543_118),
    ("fail-hard=on", 602_439, 613_463),
    ("hash-equal-depth=on", 587_382, 595_526),
    ("reprobe-after-reduction=on", 501_907, 591_733),
    ("reprobe-after-reduction=stored", 461_850, 591_733),
    ("verification=recursive", 559_595, 591_733),
    ("quiescence-captures=last", 242_534, 94_492),
    ("quiescence-captures=last-from-second", 363_260, 328_481),
    ("history-captures=on", 1_092_197, 886_025),
    ("history-gain=depth^2", 582_186, 584_235),
    ("history-gain=1", 585_841, 592_416),
    ("history-halved=on", 579_519, 570_423),
    ("check-extension=on", 610_206, 611_322),
    ("tempo=10", 331_807, 477_836),
    ("positional-percent=50", 493_637, 442_721),
    ("hash-cleared=on", 808_930, 774_176),
    ("pruning-side=own", 930_161, 885_712),
    ("pruning-side=opponent", 654_892, 658_797),
    ("quiescence-counted=leaf", 200_453, 142_370),
    ("iterative-deepening=off", 771_800, 886_242),
];

fn pinned(alternative: &str) -> (u64, u64) {
    let mut settings = SearchSettings { hash_entries: 1 << 16, ..Default::default() };
    if let Some((name, value)) = alternative.split_once('=') {
        settings.set(name, value).unwrap();
    }
    let middlegames = &POSITIONS[..2];
    (nodes("v3", &settings, 6, middlegames), nodes("r2", &settings, 6, middlegames))
}

#[test]
fn every_alternative_has_its_pinned_node_counts() {
    let measured: Vec<(&str, u64, u64)> = ALTERNATIVES
        .iter()
        .map(|&(alternative, ..)| {
            let (verified, standard) = pinned(alternative);
            (alternative, verified, standard)
        })
        .collect();
    assert_eq!(measured, ALTERNATIVES);
    for (i, (alternative, verified, standard)) in measured.iter().enumerate() {
        let same = |other: &&(&str, u64, u64)| (other.1, other.2) == (*verified, *standard);
        assert!(measured[..i].iter().find(same).is_none(), "{alternative} is another's");
        assert_ne!((*verified, *standard), pinned(""), "{alternative} changes nothing");
    }
}

#[test]
fn every_alternative_is_pinned_with_all_its_values() {
    let usual = SearchSettings::default().describe();
    let own = |name| usual.iter().any(|(usual, _)| *usual == name);
    for setting in SearchSettings::list() {
        if own(setting.name) {
            continue;
        }
        let values = setting.possible.split(", ").filter(|value| *value != setting.default);
        for value in values.filter(|value| !value.contains(' ')) {
            let text = format!("{}={value}", setting.name);
            assert!(ALTERNATIVES.iter().any(|(pinned, ..)| *pinned == text), "{text}");
        }
        let named = |(text, ..): &(&str, u64, u64)| text.split('=').next() == Some(setting.name);
        assert!(ALTERNATIVES.iter().any(named), "{}", setting.name);
    }
}

#[test]
fn a_node_limit_ends_a_search_at_a_pinned_node() {
    let variant = Variant::parse("v3").unwrap();
    let settings = SearchSettings { hash_entries: 1 << 16, ..Default::default() };
    let mut table = TranspositionTable::new(settings.hash_entries);
    let position = Position::from_fen(POSITIONS[0].0).unwrap();
    let stopped_at = |nodes| {
        let unfinished = OnceLock::new();
        let (nodes, unfinished) = (Some(nodes), Some(&unfinished));
        let limits = Limits { depth: 9, nodes, unfinished, ..Default::default() };
        variant.search(&position, &settings, &limits, &mut table, &mut |_| {});
        unfinished.unwrap().get().unwrap().counts.nodes()
    };
    assert_eq!([10, 1_000, 100_000].map(stopped_at), [10, 1_002, 100_003]);
}

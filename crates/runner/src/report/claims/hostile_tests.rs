//! Every kind of quantity on records that end early, are missing, tied, without a task or absent altogether: what
//! it may rest on, and that nothing is decided by what is absent.

use std::path::Path;

use serde::Deserialize;

use super::{Direction, Expect, Quantity, judge};
use crate::record::RunRecord;
use crate::report::evidence::{Evidence, Run, Sample};
use crate::stats::Estimate;

/// Kinds, with the boundary that an equal pair of variants lies on.
const KINDS: [(&str, f64); 9] = [
    ("kind = 'node-ratio', variant = 'a', to = 'b', depth = 2", 1.0),
    ("kind = 'ratio-growth', variant = 'a', to = 'b', from-depth = 1, depth = 2", 1.0),
    ("kind = 'position', variant = 'a', near = 'b', far = 'c', depth = 2", 0.0),
    ("kind = 'between', lower = 'a', middle = 'b', upper = 'c', depth = 2", 1.0),
    ("kind = 'solved-difference', variant = 'a', to = 'b', depth = 2", 0.0),
    ("kind = 'solved-difference', variant = 'a', to = 'b'", 0.0),
    ("kind = 'rescued', variant = 'a', by = 'b', missed-by = 'c'", 0.5),
    ("kind = 'research-share', variant = 'a', depth = 2", 0.1),
    ("kind = 'below-beta-share', variant = 'a', depth = 2", 1.0),
];

/// Two iterations of a, b and c on some positions: b needs twice the nodes of a, and c four times; a solves
/// all, b all but the first, c none.
fn records(positions: std::ops::Range<u32>) -> Vec<RunRecord> {
    let mut records = Vec::new();
    for (variant, factor) in [("a", 1), ("b", 2), ("c", 4)] {
        for index in positions.clone() {
            for depth in [1, 2] {
                records.push(RunRecord {
                    index,
                    id: format!("p{index}"),
                    variant: variant.to_owned(),
                    depth,
                    nodes: factor * u64::from(index + 1) * 10_u64.pow(depth.into()),
                    verifications: Some(10),
                    researches: Some(1),
                    researches_below_beta: Some(u64::from(index % 2)),
                    solved: Some(match variant {
                        "a" => true,
                        "b" => index > 0,
                        _ => false,
                    }),
                    ..RunRecord::default()
                });
            }
        }
    }
    records
}

fn estimate(records: &[RunRecord], quantity: &str) -> Option<Estimate> {
    #[derive(Deserialize)]
    struct Line {
        quantity: Quantity,
    }
    let line: Line = toml::from_str(&format!("quantity = {{ {quantity} }}")).unwrap();
    let manifest = serde_json::from_value(serde_json::json!({
        "experiment": "e", "title": "t", "variants": [], "fingerprint": "f",
        "suites": [{"name": "s", "wanted": "s", "is_substitute": false, "sha256": "",
            "depths": [1, 2], "positions": 3, "searched": 3}]
    }));
    let sample = Sample::new(records.to_vec(), Path::new("records.csv")).unwrap();
    let (name, files) = ("r".to_owned(), Vec::new());
    let run = Run { name, manifest: manifest.unwrap(), samples: vec![sample], files };
    let evidence = Evidence { runs: [("r".to_owned(), run)].into(), ..Evidence::default() };
    Some(line.quantity.measure(&evidence, "r", None)?.estimate)
}

/// The directions judged for an estimate, whichever side is claimed.
fn directions(estimate: Option<&Estimate>, quantity: &str, boundary: f64) -> [Direction; 2] {
    #[derive(Deserialize)]
    struct Line {
        quantity: Quantity,
    }
    let line: Line = toml::from_str(&format!("quantity = {{ {quantity} }}")).unwrap();
    [Expect::Above(boundary), Expect::Below(boundary)]
        .map(|expect| judge(expect, None, estimate, line.quantity.unit()).direction)
}

type Damage = fn(&mut Vec<RunRecord>);

/// What happens to three positions, and how many each kind then rests on; 0 means no figure.
const CASES: [(&str, Damage, [usize; 9]); 9] = [
    ("nothing", |_| {}, [3, 3, 3, 3, 3, 3, 2, 3, 3]),
    ("all is lost", |all| all.clear(), [0; 9]),
    (
        "a has no record of the second position",
        |all| all.retain(|r| (r.variant.as_str(), r.index) != ("a", 1)),
        [2, 2, 2, 2, 2, 2, 1, 2, 2],
    ),
    (
        "a ended at depth 1 on the second position: no growth of pairs that are not the same",
        |all| all.retain(|r| (r.variant.as_str(), r.index, r.depth) != ("a", 1, 2)),
        [2, 0, 2, 2, 2, 3, 2, 2, 2],
    ),
    ("b ended at depth 1 on all", |all| all.retain(|r| r.variant != "b" || r.depth < 2), {
        [0, 0, 0, 0, 0, 3, 2, 3, 3]
    }),
    ("no column c", |all| all.retain(|r| r.variant != "c"), [3, 3, 0, 0, 3, 3, 0, 3, 3]),
    (
        "the suite asks for nothing",
        |all| all.iter_mut().for_each(|r| r.solved = None),
        [3, 3, 3, 3, 0, 0, 0, 3, 3],
    ),
    (
        "one record without counters",
        |all| (all[3].verifications, all[3].researches) = (None, None),
        [3, 3, 3, 3, 3, 3, 2, 0, 0],
    ),
    (
        "no node was counted",
        |all| all.iter_mut().for_each(|r| r.nodes = 0),
        [0, 0, 0, 0, 3, 3, 2, 3, 3],
    ),
];

#[test]
fn a_quantity_rests_on_what_every_one_of_its_searches_has() {
    for (what, damage, expected) in CASES {
        let mut records = records(0..3);
        damage(&mut records);
        let found = KINDS.map(|(kind, _)| estimate(&records, kind).map_or(0, |own| own.samples));
        assert_eq!(found, expected, "{what}");
    }
}

#[test]
fn without_records_no_claim_is_judged_and_of_one_position_none_is_decided() {
    for (kind, boundary) in KINDS {
        assert_eq!(directions(None, kind, boundary), [Direction::NeedsRun; 2], "{kind}");
        let one = estimate(&records(1..2), kind);
        assert_eq!(one.as_ref().unwrap().samples, 1, "{kind}");
        assert_eq!(directions(one.as_ref(), kind, boundary), [Direction::Undecided; 2], "{kind}");
    }
}

#[test]
fn what_is_tied_on_every_position_is_on_no_side() {
    let tied = |index: u32| {
        let nodes = u64::from(index * 37 % 23 + 1);
        ["a", "b", "c"].map(|variant| [1, 2].map(|depth| (variant, index, depth, nodes)))
    };
    let all = (0..150).flat_map(tied).flatten().map(|(variant, index, depth, nodes)| RunRecord {
        variant: variant.to_owned(),
        index,
        depth,
        nodes: nodes * u64::from(depth),
        solved: Some(index % 2 == 0),
        ..RunRecord::default()
    });
    let all: Vec<RunRecord> = all.collect();
    for (kind, boundary) in &KINDS[..6] {
        let found = estimate(&all, kind);
        let is_defined = !kind.contains("'position'"); // no way from a tree to one of its size
        assert_eq!(found.is_some(), is_defined, "{kind}");
        if let Some(found) = found {
            assert_eq!((found.value, found.samples), (*boundary, 150), "{kind}");
            let undecided = [Direction::Undecided; 2];
            assert_eq!(directions(Some(&found), kind, *boundary), undecided, "{kind}");
        }
    }
    assert!(estimate(&all, KINDS[6].0).is_none(), "what both solve or neither was not missed");
}

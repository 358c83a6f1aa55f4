//! Every figure for a small set of results: with a missing cell, with ties only, and empty.

use std::collections::BTreeMap;

use super::*;
use crate::play::matches::statistics::Tally;
use crate::report::evidence::sample::samples::{Row, of_variants};
use crate::report::evidence::{Evidence, MatchScore};
use crate::report::page;
use crate::stats::{Estimate, Interval};

const VARIANTS: [&str; 3] = ["std:r=2", "std:r=3", "vrfd:r=3"];

/// A run of a table on 150 positions to depths 1 to 11; nodes are a product of position, depth and
/// variant.
fn run(name: &str, table: u8, factors: [u64; 3]) -> Run {
    let rows = |factor: u64| -> Vec<Row> {
        let depths = (0..150).flat_map(|i| (1..=11).map(move |depth| (i, depth)));
        depths
            .map(|(i, depth): (u32, u8)| {
                let nodes = u64::from(i * 37 % 23 + 1) * factor * 400 * u64::from(depth);
                (i, depth, nodes, !(u64::from(i) + factor).is_multiple_of(3) && depth > 3)
            })
            .collect()
    };
    let rows = factors.map(rows);
    let records: Vec<(&str, &[Row])> =
        VARIANTS.iter().zip(&rows).map(|(variant, rows)| (*variant, rows.as_slice())).collect();
    let titles = ["Std R = 2", "Std R = 3", "Vrfd R = 3"];
    let variants = [0, 1, 2].map(|i| {
        let (_, r) = VARIANTS[i].split_once('=').unwrap();
        serde_json::json!({"spec": VARIANTS[i], "title": titles[i], "source": "", "parameters": {"r": r}})
    });
    let manifest = serde_json::json!({
        "experiment": "e", "title": "t", "tables": ["nodes", "solved"], "paper_table": table,
        "reference": "vrfd:r=3", "variants": variants, "settings": {}, "fingerprint": "f",
        "suites": [{"name": "own", "wanted": "ecm", "is_substitute": true, "sha256": name,
            "depths": [9, 10, 11], "positions": 150, "searched": 150}]
    });
    let manifest = serde_json::from_value(manifest).unwrap();
    Run { name: name.into(), manifest, samples: vec![of_variants(&records)], files: Vec::new() }
}

fn a_match(limit: &str) -> MatchScore {
    let of = |value, low, high| {
        let interval = Some(Interval { low, high });
        Estimate { value, interval, samples: 100 }
    };
    MatchScore {
        first: "vrfd:r=3".into(),
        second: "std:r=2".into(),
        limit: limit.into(),
        tally: Tally { wins: 40, draws: 20, losses: 40, pairs: [5, 10, 20, 10, 5] },
        score: of(0.5, 0.45, 0.55),
        elo: of(0.0, -9.0, 9.0),
    }
}

/// A table, a sweep with one setting and a ladder of two rungs.
fn evidence(factors: [u64; 3]) -> Evidence {
    let runs = ["table3", "table5", "sensitivity/as-reproduced", "sensitivity/other"];
    let runs = runs.map(|name| {
        let table = if name == "table5" { 5 } else { 3 };
        (name.to_owned(), run(name, table, factors))
    });
    let limits = ["nodes=20000", "tc=1+0.01"];
    let matches = limits.map(|limit| (format!("match/{limit}"), a_match(limit)));
    Evidence { runs: BTreeMap::from(runs), matches: matches.into(), ..Evidence::default() }
}

fn figures(evidence: &Evidence) -> BTreeMap<String, FigureBlock> {
    let figures = page::figures(evidence).unwrap();
    figures.into_iter().map(|figure| (figure.name.clone(), figure)).collect()
}

fn assert_sound(figures: &BTreeMap<String, FigureBlock>) {
    for figure in figures.values() {
        let csv = String::from_utf8(figure.csv.clone().unwrap()).unwrap();
        for text in [&figure.svg, figure.narrow.as_ref().unwrap(), &csv, &figure.title] {
            assert!(!text.contains("NaN") && !text.contains("inf"), "{}: {text}", figure.name);
        }
        assert!(csv.lines().count() > 1, "{}", figure.name);
        assert_eq!(figure.faults(), [""; 0], "{}", figure.name);
    }
}

#[test]
fn every_figure_is_made_and_its_labels_can_be_read() {
    let figures = figures(&evidence([3, 2, 4]));
    let names: Vec<&str> = figures.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "effort-table5",
            "figure4",
            "forest",
            "ladder",
            "question-solved-r2",
            "question-solved-r2-9",
            "question-solved-r3",
            "question-tree-r3",
            "ratio",
            "scatter-table3",
            "sensitivity"
        ]
    );
    assert_sound(&figures);
    let title = |name: &str| figures[name].title.as_str();
    assert_eq!(
        title("ratio"),
        "Smaller tree than verified R = 3: R = 2 in 3 of 3 cases (paper: 0 of 3), R = 3 in 3 of 3 \
         cases (paper: 3 of 3)"
    );
    let question = title("question-tree-r3");
    assert!(
        question.starts_with("Is the tree of R = 3 smaller than the verified one? Yes"),
        "{question}"
    );
    assert!(
        title("scatter-table3").contains("over those of verified R = 3: R = 2 0.75× [0.75, 0.75]")
    );
    assert!(
        title("figure4").ends_with(
            "R = 3 < R = 2 < verified R = 3; in the paper R = 3 < verified R = 3 < R = 2"
        )
    );
    assert!(title("ladder").starts_with("Verified R = 3 scores 50.0 % against R = 2 in 2 matches"));
    let csv = String::from_utf8(figures["ratio"].csv.clone().unwrap()).unwrap();
    assert!(csv.contains("OWN* (150 positions),R = 2,ours,9,0.75,0.75,0.75,150,"), "{csv}");
}

#[test]
fn other_engines_are_compared_with_ours_and_the_paper() {
    let runs = [("explain-others", 3), ("table4", 4)];
    let runs = runs.map(|(name, table)| (name.to_owned(), run(name, table, [3, 2, 4])));
    let evidence = Evidence { runs: runs.into(), ..Evidence::default() };
    let figures = figures(&evidence);
    assert_sound(&figures);
    assert_eq!(
        figures["others"].title,
        "R = 2 over R = 3 at depth 10: ours 1.50 [1.50, 1.50], paper 2.38"
    );
    let csv = String::from_utf8(figures["others"].csv.clone().unwrap()).unwrap();
    assert!(csv.contains("R = 2 over R = 3,ours,ours,10,1.5,1.5,1.5,150,"), "{csv}");
    assert!(csv.contains("\"Growth, R = 2\",ours,ours,10,1.11111,"), "{csv}");
    assert!(csv.contains("R = 2 over R = 3,paper,paper,9,2.84"), "{csv}");
}

#[test]
fn counts_are_compared_by_their_signs() {
    let runs =
        [("table4", [3, 2, 4]), ("calls/table4", [2, 2, 4]), ("calls/table4-material", [5, 2, 4])];
    let runs = runs.map(|(name, nodes)| (name.to_owned(), run(name, 4, nodes)));
    let evidence = Evidence { runs: runs.into(), ..Evidence::default() };
    let made = figures(&evidence);
    assert_sound(&made);
    assert_eq!(
        made["counts"].title,
        "The paper's sign of R = 2 against verified: 0 of 2 in all nodes; 0 of 2 in calls; 2 of 2 in calls, material"
    );
    let csv = String::from_utf8(made["counts"].csv.clone().unwrap()).unwrap();
    assert!(
        csv.contains("\"R = 2 over verified, OWN*\",all nodes,ours,10,0.75,0.75,0.75,150,"),
        "{csv}"
    );
    assert!(csv.contains("\"R = 2 over R = 3, OWN*\",paper,paper,9,2.84"), "{csv}");
    assert_eq!(csv.lines().count(), 1 + 2 * (3 * 3 + 2), "the paper has two of three depths");
    let without = Evidence {
        runs: [("table4".to_owned(), run("table4", 4, [3, 2, 4]))].into(),
        ..Evidence::default()
    };
    assert!(!figures(&without).contains_key("counts"));
}

#[test]
fn a_tie_is_not_a_smaller_tree() {
    let figures = figures(&evidence([2, 2, 2]));
    assert_sound(&figures);
    let title = &figures["ratio"].title;
    assert!(title.contains("R = 3 in 0 of 3 cases (paper: 3 of 3)"), "{title}");
    assert!(figures["scatter-table3"].title.contains("R = 2 1.00×"));
    assert!(figures["effort-table5"].title.contains("undecided: R = 2 (+0)"));
}

#[test]
fn what_was_not_run_is_missing_and_the_rest_stays() {
    let mut evidence = evidence([3, 2, 4]);
    let run = evidence.runs.get_mut("table3").unwrap();
    // R = 3 did not get beyond depth 9; R = 2 was not searched at all.
    let records = run.samples[0].all().filter(|record| {
        record.variant == "vrfd:r=3" || record.variant == "std:r=3" && record.depth <= 9
    });
    let records: Vec<_> = records.cloned().collect();
    let sample = crate::report::evidence::Sample::new(records, "r.csv".as_ref());
    run.samples = vec![sample.unwrap()];
    evidence.matches.clear();
    let figures = figures(&evidence);
    assert_sound(&figures);
    assert!(!figures.contains_key("ladder"));
    let csv = String::from_utf8(figures["ratio"].csv.clone().unwrap()).unwrap();
    let ours: Vec<&str> = csv.lines().filter(|line| line.contains(",ours,")).collect();
    assert_eq!(ours.len(), 1, "{csv}");
    assert!(ours[0].contains("R = 3,ours,9,0.5,"), "{csv}");
}

#[test]
fn a_figure_without_its_data_is_left_out() {
    let run = run("other", 3, [3, 2, 4]);
    let runs = [("other".to_owned(), Run { name: "other".into(), ..run })];
    let evidence = Evidence { runs: runs.into(), ..Evidence::default() };
    let figures = figures(&evidence);
    assert!(figures.is_empty(), "{:?}", figures.keys());
}

//! Present and absent numbers, and the form of the file.

use super::*;
use crate::report::claims::{self, Direction};
use crate::report::evidence::Run;
use crate::report::evidence::sample::samples::{Row, of_variants};

/// A run of two variants against `vrfd:r=3` on two positions at depth 1.
fn run(name: &str, node_limit: Option<u64>, records: &[(&str, &[Row])]) -> Run {
    let variants = ["std:r=2", "std:r=3", "vrfd:r=3"];
    let variants =
        variants.map(|spec| serde_json::json!({"spec": spec, "title": spec, "source": ""}));
    let manifest = serde_json::json!({
        "version": "1", "experiment": "e", "title": "t", "tables": ["nodes", "solved"],
        "paper_table": null, "reference": "vrfd:r=3", "variants": variants, "settings": {},
        "fingerprint": "f", "node_limit": node_limit,
        "suites": [{"name": "s", "wanted": "s", "is_substitute": false, "sha256": "",
            "depths": [1], "positions": 2, "searched": 2}]
    });
    let manifest = serde_json::from_value(manifest).unwrap();
    Run { name: name.into(), manifest, samples: vec![of_variants(records)], files: Vec::new() }
}

fn try_numbers(runs: impl IntoIterator<Item = Run>) -> anyhow::Result<Numbers> {
    let runs = runs.into_iter().map(|run| (run.name.clone(), run)).collect();
    let evidence = Evidence { runs, ..Evidence::default() };
    let (paper, survey) = (claims::paper().unwrap(), claims::survey().unwrap());
    Numbers::of(&evidence, &paper.judge(&evidence), &survey.judge(&evidence))
}

fn numbers(runs: impl IntoIterator<Item = Run>) -> Numbers {
    try_numbers(runs).unwrap()
}

/// `std:r=2` and `vrfd:r=3` are tied, `std:r=3` was not run.
fn tied() -> Run {
    let rows: &[Row] = &[(0, 1, 30, true), (1, 1, 50, false)];
    run("table/b", None, &[("std:r=2", rows), ("vrfd:r=3", rows)])
}

#[test]
#[should_panic(expected = "no number has the id 'claim.nothing.ours'")]
fn an_id_that_does_not_exist_is_an_error() {
    numbers([]).get("claim.nothing.ours");
}

#[test]
fn without_runs_there_are_claims_only_and_none_is_tested() {
    let numbers = numbers([]);
    let known = |id: &String| id.starts_with("claim") || id.starts_with("peers.");
    assert!(numbers.numbers.keys().all(known), "{:?}", numbers.numbers.keys());
    let claim = numbers.get("claim.wcs-r2-9.ours");
    assert_eq!((claim.value, claim.direction), (None, Some(Direction::NeedsRun)));
    assert_eq!(claim.paper.map(|paper| format!("{paper:.1}")).as_deref(), Some("47.4"));
    assert_eq!(numbers.get("claims.direction.needs-run"), numbers.get("claims.all"));
}

#[test]
fn a_tie_is_zero_and_what_was_not_run_is_absent() {
    let numbers = numbers([tied()]);
    let at = |id: &str| numbers.get(&format!("table.b.d1.{id}"));
    assert_eq!((at("std:r=2.nodes").value, at("std:r=2.nodes").n), (Some(80.0), Some(2)));
    let ratio = at("std:r=2.vs-reference");
    assert_eq!((ratio.value, ratio.low, ratio.high), (Some(0.0), None, None), "n too small");
    let solved = at("std:r=2.solved-vs-reference");
    assert_eq!((solved.value, at("std:r=2.mcnemar-p").value), (Some(0.0), Some(1.0)));
    assert_eq!((solved.low, solved.high), (None, None), "n too small");
    let of_run = |id: &&String| id.starts_with("table.b.");
    assert!(!numbers.numbers.keys().filter(of_run).any(|id| id.contains("std:r=3")));
    assert_eq!(numbers.find("table.b.d1.vrfd:r=3.vs-reference"), None);
}

#[test]
fn a_position_that_the_node_limit_leaves_out_counts_in_no_column() {
    let both: &[Row] = &[(0, 1, 30, true), (1, 1, 50, true)];
    let one: &[Row] = &[(0, 1, 60, true)];
    let records = [("std:r=2", both), ("std:r=3", both), ("vrfd:r=3", one)];
    let limited = numbers([run("r", Some(99), &records)]);
    assert_eq!(limited.get("r.d1.positions").value, Some(1.0));
    assert_eq!(limited.get("r.d1.std:r=2.nodes").value, Some(30.0));
    assert_eq!(limited.get("r.d1.std:r=2.vs-reference").value, Some(-50.0));
    // A position that only a third column has not finished is not in the ratio of the other two
    // either.
    let twice: &[Row] = &[(0, 1, 60, true), (1, 1, 500, true)];
    let short = [("std:r=2", both), ("std:r=3", one), ("vrfd:r=3", twice)];
    let third = numbers([run("table/r", Some(99), &short)]);
    let of = |what: &str| third.get(&format!("table.r.d1.std:r=2.{what}"));
    assert_eq!((of("nodes").value, of("vs-reference").n), (Some(30.0), Some(1)));
    assert_eq!((of("vs-reference").value, of("half").n), (Some(-50.0), Some(1)));
    // Without a limit the suite is unfinished, and there is no such total.
    let unfinished = numbers([run("r", None, &records)]);
    assert_eq!(unfinished.get("r.d1.std:r=2.nodes").value, Some(80.0));
    assert_eq!(unfinished.find("r.d1.vrfd:r=3.nodes"), None);
}

#[test]
fn a_run_that_searched_nothing_itself_has_no_cost() {
    let mut evidence = Evidence::default();
    for (name, nodes) in [("journal", 0), ("searched", 9)] {
        let times = serde_json::json!({"wall_s": 0.1, "cpu_s": 0.0, "nodes": nodes, "threads": 2});
        evidence.times.insert(name.into(), serde_json::from_value(times).unwrap());
    }
    let numbers = Numbers::of(&evidence, &[], &[]).unwrap();
    assert_eq!(numbers.get("cost.searched.nodes").value, Some(9.0));
    assert!(numbers.numbers.keys().all(|id| !id.contains("journal")), "{numbers:?}");
}

#[test]
fn mates_in_place_of_wcs_have_no_figures_of_the_paper_beside_them() {
    let beside = |name: &str| {
        let mut own = run("r", None, &[("std:r=2", &[(0, 1, 30, true), (1, 1, 50, true)])]);
        own.manifest.paper_table = Some(4);
        let suite = &mut own.manifest.suites[0];
        (suite.name, suite.wanted, suite.is_substitute) = (name.into(), "wcs".into(), true);
        suite.depths = vec![8];
        numbers([own]).find("r.d8.std:r=2.nodes").map(|number| number.paper.is_some())
    };
    assert_eq!((beside("sacrifices"), beside("mate4")), (Some(true), None));
}

#[test]
fn a_run_without_records_has_no_numbers() {
    assert_eq!(numbers([run("r", None, &[])]), numbers([]));
}

#[test]
fn ids_that_collide_are_refused() {
    let other = Run { name: "table.b".into(), ..tied() };
    let error = try_numbers([tied(), other]).unwrap_err().to_string();
    assert!(error.starts_with("two numbers of the report have the id 'table.b.d1."), "{error}");
}

#[test]
fn the_file_has_an_id_a_line_sorted_and_reads_back_to_the_same_numbers() {
    #[derive(serde::Deserialize)]
    struct File {
        schema: u32,
        numbers: BTreeMap<String, Number>,
    }
    let rows: &[Row] = &[(0, 1, 31, true), (1, 1, 47, false)];
    let other: &[Row] = &[(0, 1, 64, false), (1, 1, 53, false)];
    let numbers = numbers([run("r", None, &[("std:r=3", rows), ("vrfd:r=3", other)])]);
    let json = numbers.to_json().unwrap();
    let file: File = serde_json::from_str(&json).unwrap();
    assert_eq!(file.schema, SCHEMA);
    let read = Numbers { numbers: file.numbers, twice: None };
    assert_eq!(read.to_json().unwrap(), json);
    assert_eq!(read.get("r.d1.std:r=3.nodes"), numbers.get("r.d1.std:r=3.nodes"));
    for (id, number) in &numbers.numbers {
        let Number { value, low, high, .. } = read.get(id).clone();
        let fields =
            [(value, number.value, 1e-11), (low, number.low, 1e-5), (high, number.high, 1e-5)];
        for (read, own, error) in fields {
            let (read, own) = (read.unwrap_or(-1.0), own.unwrap_or(-1.0));
            assert!((read - own).abs() <= error * own.abs(), "{id}: {read} for {own}");
        }
    }
    let ids: Vec<&str> = json.lines().filter_map(|l| l.strip_prefix("    \"")).collect();
    assert!(ids.is_sorted() && ids.len() == numbers.numbers.len());
    assert!(json.contains("\"r.d1.std:r=3.nodes\": {\"value\":78,\"unit\":\"nodes\""), "{json}");
    assert!(json.contains("{\"value\":-33.3333333333,\"unit\":\"percent\""), "{json}");
}

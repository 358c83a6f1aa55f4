//! `vnmp diff`: runs, variants and the results of other programs, compared position by position.

use std::fs;

use serde_json::Value;

use crate::desk::{Desk, assert_contains, stderr};

/// Exit code, standard output and standard error.
fn diff(desk: &Desk, line: &str) -> (i32, String, String) {
    let output = desk.run(&format!("diff {line}"));
    let code = output.status.code().unwrap();
    (code, String::from_utf8_lossy(&output.stdout).into_owned(), stderr(&output))
}

fn run(desk: &Desk, out: &str, options: &str) {
    let suite = "--suite tiny.epd --hash-entries 2^12 --threads 1 --quiet";
    desk.ok(&format!("table5 -d 3 {suite} --out {out} {options}"));
}

/// A CSV with these nodes, and solved or not, under the ids p0, p1, ...
fn csv(desk: &Desk, name: &str, rows: &[(u64, bool)]) {
    let lines = rows.iter().enumerate().map(|(i, (n, solved))| format!("p{i},{n},{solved}\n"));
    desk.file(name, &format!("id,nodes,solved\n{}", lines.collect::<String>()));
}

fn json(desk: &Desk, line: &str) -> Value {
    let (_, text, error) = diff(desk, &format!("{line} --format json"));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}{error}"))
}

#[test]
fn the_same_run_twice_does_not_differ() {
    let desk = Desk::new();
    run(&desk, "a", "");
    run(&desk, "b", "");
    let (code, text, _) = diff(&desk, "a b");
    assert_contains(&text, &["Every iteration is the same: std:r=2, std:r=3, vrfd:r=3.", "0.0 %"]);
    assert_contains(&text, &["No difference that counts."]);
    assert!(!text.contains("Largest ratios"), "{text}");
    assert_eq!(code, 0);
    assert_eq!(diff(&desk, "a/manifest.json b").0, 0);
}

#[test]
fn another_build_parts_at_an_iteration_that_is_named() {
    let desk = Desk::new();
    run(&desk, "a", "");
    run(&desk, "b", "--set killers=on");
    let (code, text, _) = diff(&desk, "a b");
    assert_eq!(code, 1);
    assert_contains(
        &text,
        &["Settings differ: killers (A off, B on).", " first differs at depth "],
    );
    // The first iteration that differs, from the records themselves.
    let read = |run: &str| -> Vec<Value> {
        serde_json::from_slice(&fs::read(desk.path(&format!("{run}/records.json"))).unwrap())
            .unwrap()
    };
    let (a, b) = (read("a"), read("b"));
    let of = |v: &Value| v["variant"] == "vrfd:r=3";
    let mut parted: Vec<_> =
        a.iter().zip(&b).filter(|(a, b)| of(a) && a["nodes"] != b["nodes"]).collect();
    parted.sort_by_key(|(a, _)| (a["depth"].as_u64(), a["index"].as_u64()));
    let (first_a, first_b) = parted[0];
    let found = json(&desk, "a b");
    let partings = found["partings"].as_array().unwrap();
    let own = partings.iter().find(|p| p["variant"] == "vrfd:r=3").unwrap();
    assert_eq!((&own["depth"], &own["id"]), (&first_a["depth"], &first_a["id"]));
    assert_eq!((&own["nodes_a"], &own["nodes_b"]), (&first_a["nodes"], &first_b["nodes"]));
    // Totals, and what counts.
    let total = |all: &[Value]| -> u64 {
        all.iter().filter(|r| of(r) && r["depth"] == 3).map(|r| r["nodes"].as_u64().unwrap()).sum()
    };
    let row =
        found["rows"].as_array().unwrap().iter().find(|r| r["variant_a"] == "vrfd:r=3").unwrap();
    assert_eq!(
        (row["nodes_a"].as_u64(), row["nodes_b"].as_u64()),
        (Some(total(&a)), Some(total(&b)))
    );
    let ratio = total(&b) as f64 / total(&a) as f64;
    assert!((row["ratio"]["value"].as_f64().unwrap() - ratio).abs() < 1e-12);
    assert_eq!(row["ratio"]["interval"], Value::Null, "of 6 positions");
    assert_eq!(diff(&desk, "a b --tolerance 99% --fail-if nodes").0, 0);
    assert_eq!(diff(&desk, "a b --tolerance 99 --fail-if records").0, 1);
    assert_eq!(diff(&desk, "a b --fail-if nothing").0, 0);
}

#[test]
fn variants_of_one_run_are_compared_with_the_first() {
    let desk = Desk::new();
    run(&desk, "a", "");
    let found = json(&desk, "a --variants v3,r2,r3 --depths 1-3");
    let rows = found["rows"].as_array().unwrap();
    let pairs: Vec<_> =
        rows.iter().map(|r| [&r["variant_a"], &r["variant_b"], &r["depth"]]).collect();
    assert_eq!(pairs.len(), 6);
    assert_eq!(pairs[0].map(Value::to_string), ["\"vrfd:r=3\"", "\"std:r=2\"", "1"]);
    assert_eq!(found["partings"].as_array().unwrap().len(), 0, "other variants do not part");
    let (code, _, error) = diff(&desk, "a --variants v3");
    assert_eq!(code, 2);
    assert_contains(&error, &["one variant of one run has nothing to be compared with"]);
    let (code, _, error) = diff(&desk, "a --variants v3,r1");
    assert_eq!(code, 2);
    assert_contains(&error, &["a has no variant std:r=1; it has std:r=2, std:r=3, vrfd:r=3"]);
    run(&desk, "one", "--variants r2");
    run(&desk, "other", "--variants v3");
    let found = json(&desk, "one other");
    assert_eq!(found["rows"][0]["variant_b"], "vrfd:r=3", "the only variants of two runs");
    let (code, _, error) = diff(&desk, "a one --variants r3");
    assert_eq!((code, error.contains("one has no variant std:r=3")), (2, true), "{error}");
}

#[test]
fn a_csv_of_another_program_is_one_side() {
    let desk = Desk::new();
    run(&desk, "a", "");
    desk.file(
        "o.csv",
        "\u{feff}name, visited, ok\nback rank,1000,yes\nqueens,2000,\nelsewhere,5,no\nrooks,1,0\n",
    );
    let names = "--id-column name --nodes-column visited --solved-column ok --variants v3";
    let found = json(&desk, &format!("a o.csv {names}"));
    let row = &found["rows"][0];
    assert_eq!((&row["positions"], &row["nodes_b"]), (&3.into(), &3001.into()));
    assert_eq!((&row["tasks"], &row["solved_b"]), (&2.into(), &1.into()), "queens has no task");
    let missing = found["missing"].as_array().unwrap();
    assert_eq!(missing[1]["only"], "B");
    assert_eq!(missing[1]["ids"], serde_json::json!(["elsewhere"]));
    let (code, text, _) = diff(&desk, &format!("a o.csv {names} --top 1"));
    assert_eq!(code, 1);
    assert_contains(
        &text,
        &["NOTE: 1 position of tiny only in B: elsewhere.", "only in A: quiet centre"],
    );
    for (file, options, wrong) in [
        ("id,nodes\nx,1\nx,2\n", "", "c.csv:3: 'x' occurs twice at the same depth"),
        ("id,nodes\nx,many\n", "", "c.csv:2: 'many' is not a number of nodes"),
        ("id,solved\nx,perhaps\n", "", "c.csv:2: 'perhaps' is not true or false"),
        ("id,depth,nodes\nx,0,1\n", "", "c.csv:2: give a whole number of plies"),
        ("id,nodes\n,1\n", "", "c.csv:2: no id"),
        ("id,nodes\nx,1,2\n", "", "c.csv:3: not CSV"),
        ("id,nodes\n", "", "c.csv: there are no positions"),
        ("", "", "c.csv: the file is empty"),
        (&format!("{}\n", "x".repeat(99)), "", &format!("among {}...; name it", "x".repeat(80))),
        ("id,n\nx,1\n", "", "c.csv:1: neither nodes nor solved"),
        ("id,nodes,nodes\nx,1,2\n", "", "c.csv:1: more than one column 'nodes'; rename one, or"),
        ("id,id,n\nx,y,1\n", "--nodes-column n", "more than one column 'id'"),
        (
            "id,n\nx,1\n",
            "--nodes-column m",
            "no column 'm' among id, n; name it with --nodes-column",
        ),
        ("id,nodes\nx,1\n", "", "a and c.csv have no position in common"),
        ("id,nodes\nrooks,1\n", "--depths 1-2", "can be compared with one row only"),
    ] {
        desk.file("c.csv", file);
        let (code, text, error) = diff(&desk, &format!("a c.csv --variants v3 {options}"));
        assert_eq!((code, text.as_str()), (2, ""), "{file}");
        let wrong = wrong.replace("c.csv:3: not CSV", "c.csv:2: not CSV");
        assert_contains(&error, &[&wrong]);
    }
    let (code, _, error) = diff(&desk, "a c.csv");
    assert_eq!(code, 2);
    assert_contains(&error, &["choose one of each with --variants"]);
    desk.file("d.csv", "id,nodes,solved,x,x\nrooks,,1,,\nqueens,,0,,\nback rank,9,1,,\n");
    let (_, text, _) = diff(&desk, "a d.csv --variants v3");
    assert_contains(&text, &["NOTE: d.csv: 2 lines have no nodes and count in no ratio."]);
    assert_eq!(text.matches("have no nodes").count(), 1, "{text}");
}

#[test]
fn a_csv_is_compared_with_one_suite_of_a_run_or_names_the_suites_itself() {
    let desk = Desk::new();
    desk.file("other.epd", "8/5pk1/4p1p1/1R5p/P6P/4P1P1/r4PK1/8 w - - bm a5; id \"rooks\";\n");
    desk.file(
        "two.toml",
        "name = \"two\"\ntitle = \"Two\"\ntables = [\"nodes\"]\nvariants = [\"v3\"]\n[[suites]]\n\
         suite = \"tiny.epd\"\ndepths = [3]\n[[suites]]\nsuite = \"other.epd\"\ndepths = [3]\n",
    );
    desk.ok("run two.toml --hash-entries 2^12 --threads 1 --quiet --out a");
    desk.file("o.csv", "id,nodes\nrooks,700\n");
    desk.file("both.csv", "suite,id,nodes\ntiny,rooks,900\nother,rooks,800\ntiny,queens,70\n");
    let (code, text, error) = diff(&desk, "a o.csv --depths 3");
    assert_eq!((code, text.as_str()), (2, ""));
    assert_contains(
        &error,
        &[
            "o.csv does not say which suite each position belongs to, and a has tiny, other",
            "--suite",
        ],
    );
    let rows = |line: &str| {
        let found = json(&desk, line);
        let rows = found["rows"].as_array().unwrap().clone();
        let told =
            |row: &Value| format!("{} {} {}", row["suite"], row["positions"], row["nodes_b"]);
        rows.iter().map(told).collect::<Vec<_>>()
    };
    assert_eq!(rows("a o.csv --depths 3 --suite other"), ["\"other\" 1 700"]);
    assert_eq!(rows("a o.csv --depths 3 --suite tiny"), ["\"tiny\" 1 700"]);
    assert_eq!(rows("a both.csv --depths 3"), ["\"tiny\" 2 970", "\"other\" 1 800"]);
    assert_eq!(rows("both.csv both.csv --suite other"), ["\"other\" 1 800"]);
    desk.file(
        "set.csv",
        &fs::read_to_string(desk.path("both.csv")).unwrap().replace("suite", "set"),
    );
    assert_eq!(rows("a set.csv --depths 3 --suite-column set").len(), 2);
    for (line, wrong) in [
        ("a o.csv --suite wcs", "a has no suite 'wcs'; it has tiny, other"),
        ("a both.csv --suite wcs", "a has no suite 'wcs'"),
        ("a both.csv --suite-column set --depths 3", "no column 'set' among suite, id, nodes"),
    ] {
        let (code, _, error) = diff(&desk, line);
        assert_eq!(code, 2);
        assert_contains(&error, &[wrong]);
    }
}

#[test]
fn intervals_and_tests_are_those_of_the_report() {
    let desk = Desk::new();
    // 120 positions, each half as large for B: an interval of no width. Eight gained and two lost.
    let a: Vec<(u64, bool)> = (0..120).map(|i| (2000 + 2 * i, !(2..10).contains(&i))).collect();
    let b: Vec<(u64, bool)> = (0..120).map(|i| (1000 + i, i >= 2)).collect();
    csv(&desk, "a.csv", &a);
    csv(&desk, "b.csv", &b);
    let row = &json(&desk, "a.csv b.csv")["rows"][0];
    assert_eq!(row["ratio"]["value"], 0.5);
    assert!((row["ratio"]["interval"]["low"].as_f64().unwrap() - 0.5).abs() < 1e-9);
    let ids = |of: &str| row[of].as_array().unwrap().len();
    assert_eq!((ids("gained"), &row["gained"][0], ids("lost")), (8, &"p2".into(), 2));
    assert!((row["mcnemar_p"].as_f64().unwrap() - 0.109375).abs() < 1e-12, "2 * 56 / 2^10");
    csv(&desk, "few.csv", &b[..99]);
    let (code, text, _) = diff(&desk, "a.csv few.csv");
    assert_eq!(code, 1);
    assert_contains(&text, &["−50.0 % (n too small)", "21 positions only in A: p99, p100"]);
}

#[test]
fn of_tied_ratios_the_larger_tree_comes_first() {
    let desk = Desk::new();
    csv(&desk, "a.csv", &[(10, true), (100, true), (10, true), (7, true), (0, true)]);
    csv(&desk, "b.csv", &[(20, true), (200, true), (30, true), (7, true), (9, true)]);
    let found = json(&desk, "a.csv b.csv --top 2");
    let ids: Vec<_> = found["worst"].as_array().unwrap().iter().map(|w| &w["id"]).collect();
    assert_eq!(ids, ["p2", "p1"], "p3 is the same size, p4 has no ratio");
    assert_eq!(found["rows"][0]["mcnemar_p"], 1.0);
}

#[test]
fn damaged_and_unfinished_runs_are_refused() {
    let desk = Desk::new();
    run(&desk, "a", "");
    run(&desk, "b", "");
    let path = desk.path("b/records.csv");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("std:r=2,1,", "std:r=2,1,1", 1)).unwrap();
    let (code, out, error) = diff(&desk, "a b");
    assert_eq!((code, out.as_str()), (2, ""));
    assert_contains(&error, &["b/records.csv: not the file that the manifest beside it describes"]);
    let (code, _, error) = diff(&desk, "a tiny");
    assert_eq!((code, error.contains("tiny is not a run folder")), (2, true), "{error}");
    desk.ok("match r2 r3 --games 2 --depth 1 --quiet --out m");
    assert_contains(&diff(&desk, "a m").2, &["m holds no searches of positions"]);
    assert_eq!(diff(&desk, "a b --depths 8-4").0, 2, "clap's exit code");
    csv(&desk, "p.csv", &[(10, true)]);
    assert_contains(&diff(&desk, "p.csv").2, &["p.csv is a file: give a second file or folder"]);
    let manifest = fs::read_to_string(desk.path("a/manifest.json")).unwrap();
    desk.file("a/manifest.json", &manifest.replacen("tiny", "tinz", 1));
    let damaged = "a/manifest.json: this manifest is not as the run wrote it";
    assert_contains(&diff(&desk, "a").2, &[damaged]);
}

#[test]
fn another_position_under_the_same_id_is_not_compared() {
    let desk = Desk::new();
    run(&desk, "a", "");
    let suite = fs::read_to_string(desk.path("tiny.epd")).unwrap();
    let (first, rest) = suite.split_once('\n').unwrap();
    let other = first.replace(" w - - ", " b - - ").replace("bm Bxe6; ", "");
    desk.file("tiny.epd", &format!("{other}\n{rest}"));
    run(&desk, "b", "");
    let (code, text, _) = diff(&desk, "a b");
    assert_eq!(code, 1);
    let left_out = "1 position of tiny left out, as the FEN under the id differs: quiet centre.";
    assert_contains(
        &text,
        &[left_out, "The files of suite tiny differ.", "Every iteration is the same"],
    );
}

#[test]
fn every_format_is_one_document() {
    let desk = Desk::new();
    run(&desk, "a", "");
    let csv = diff(&desk, "a --format csv --variants r2,r3,v3 --depths 2-3").1;
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 5, "{csv}");
    assert!(
        lines[0].starts_with("suite,depth,variant_a,variant_b,positions,nodes_a,nodes_b,ratio,")
    );
    assert!(lines[1].starts_with("tiny,2,std:r=2,std:r=3,6,"), "{csv}");
    let markdown = diff(&desk, "a --format markdown --variants r2,v3").1;
    assert_contains(&markdown, &["**B = vrfd:r=3 against A = std:r=2**", "| --- | ---: |"]);
}

#[test]
fn what_one_side_lacks_counts_at_every_depth_and_for_every_variant() {
    let desk = Desk::new();
    let row = |id: &str, variant: &str, depth: u8| format!("{id},{variant},{depth},10\n");
    let head = "id,variant,depth,nodes\n";
    let every = |lacks: &str| -> String {
        let all =
            ["p", "q"].iter().flat_map(|id| [("r2", 1), ("r2", 2), ("v3", 2)].map(|v| (*id, v)));
        let rows = all.map(|(id, (variant, depth))| row(id, variant, depth));
        head.to_owned() + &rows.filter(|row| row != lacks).collect::<String>()
    };
    desk.file("all.csv", &every(""));
    assert_eq!(diff(&desk, "all.csv all.csv --depths 1,2").0, 0);
    for lacks in [row("q", "r2", 1), row("q", "v3", 2)] {
        desk.file("less.csv", &every(&lacks));
        let (code, text, error) = diff(&desk, "all.csv less.csv --depths 1,2");
        assert_eq!(code, 1, "without {lacks}: {text}{error}");
    }
    desk.file("solved.csv", "id,solved\np0,true\n");
    desk.file("nodes.csv", "id,nodes\np0,18446744073709551615\np1,18446744073709551615\n");
    let (code, _, error) = diff(&desk, "nodes.csv solved.csv");
    assert_eq!(code, 2, "{error}");
    assert_contains(&error, &["neither nodes nor solved on both sides"]);
    assert_eq!(diff(&desk, "nodes.csv nodes.csv").0, 0);
}

#[test]
fn depths_without_a_row_are_an_error_that_names_those_there_are() {
    let desk = Desk::new();
    run(&desk, "a", "");
    run(&desk, "b", "--set killers=on");
    let (code, out, error) = diff(&desk, "a b --depths 2,9");
    assert_eq!((code, out.as_str()), (2, ""));
    let names =
        "--depths: a and b have no position in common at depth 9; A has depths 1, 2, 3, B has 1";
    assert_contains(&error, &[names]);
    assert_eq!(diff(&desk, "a b --depths 1-3").0, 1);
    assert_eq!(diff(&desk, "a --variants r2,v3 --depths 4").0, 2);
    csv(&desk, "p.csv", &[(10, true)]);
    assert_contains(&diff(&desk, "p.csv p.csv --depths 3").2, &["A has depths none"]);
}

#[test]
fn a_variant_of_one_side_only_counts_as_missing_unless_it_is_left_out_on_request() {
    let desk = Desk::new();
    run(&desk, "a", "");
    run(&desk, "b", "--variants r2,v3");
    let (code, text, _) = diff(&desk, "a b");
    assert_eq!(code, 1, "{text}");
    assert_contains(&text, &["Only A has variants std:r=3.", "1 variant not compared"]);
    let found = json(&desk, "b a");
    assert_eq!(
        found["missing_variants"],
        serde_json::json!([{"only": "B", "variants": ["std:r=3"]}])
    );
    assert_eq!(diff(&desk, "a b --variants r2,v3").0, 0);
    assert_eq!(diff(&desk, "a b --variants r2,r3").0, 1, "it was asked for");
    assert_eq!(diff(&desk, "a b --fail-if records,nodes,solved").0, 0);
}

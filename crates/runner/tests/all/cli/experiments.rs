//! Tables and experiments: their folders, options, rows and mistakes.

use std::collections::BTreeMap;
use std::fs;

use super::{Desk, TINY, assert_contains, files, stderr};

#[test]
fn table3_prints_its_table_and_leaves_a_complete_folder() {
    let desk = Desk::new();
    let text = desk.ok("table3 --depth 3 --suite tiny.epd --out out --quiet");
    assert_contains(&text, &["Table 3", "Std R = 2", "Std R = 3", "Vrfd R = 3", "NOT the paper's"]);
    let names: Vec<String> = files(&desk.path("out")).into_keys().collect();
    let expected = [
        "chart.csv",
        "chart.png",
        "chart.svg",
        "manifest.json",
        "records.csv",
        "records.json",
        "table.csv",
        "table.json",
        "table.md",
        "table.txt",
    ];
    assert_eq!(names, expected);
    assert_eq!(fs::read_to_string(desk.path("out/table.txt")).unwrap(), text);
    let records = fs::read_to_string(desk.path("out/records.csv")).unwrap();
    assert_eq!(records.lines().count(), 1 + 4 * 3 * 3, "4 positions, 3 variants, depths 1 to 3");
    let manifest: serde_json::Value =
        serde_json::from_slice(&fs::read(desk.path("out/manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["suites"][0]["discarded"], serde_json::json!(["kings and pawns"]));
    assert_eq!(manifest["suites"][0]["is_substitute"], true);
    assert_eq!(manifest["settings"]["hash-entries"], "4194304");
}

#[test]
fn the_same_bytes_come_out_with_1_and_5_threads_and_twice() {
    let desk = Desk::new();
    let run = |threads: u8, out: &str| {
        desk.ok(&format!(
            "table4 -d 4 --suite tiny.epd --threads {threads} --out {out} --hash-entries 2^16 --fresh"
        ));
        files(&desk.path(out))
    };
    let one = run(1, "one");
    assert!(one.contains_key("records.json"));
    assert_eq!(one, run(5, "five"));
    assert_eq!(one, run(5, "five"), "the same run may write into its folder again");
}

#[test]
fn a_casual_run_gets_a_folder_of_its_own_and_names_it() {
    let desk = Desk::new();
    let first = desk.run("table5 --depth 3 --suite tiny.epd --threads 1");
    let second = desk.run("table5 --depth 2 --suite tiny.epd --threads 1");
    assert_contains(&stderr(&first), &["results/runs/table5-d3-"]);
    assert_contains(&stderr(&second), &["results/runs/table5-d2-"]);
    assert_eq!(fs::read_dir(desk.path("results/runs")).unwrap().count(), 3, "and the journals");
}

#[test]
fn another_runs_folder_is_refused_unless_forced() {
    let desk = Desk::new();
    desk.ok("table5 --depth 2 --suite tiny.epd --out out");
    let before = files(&desk.path("out"));
    let error = desk.fails("table5 --depth 3 --suite tiny.epd --out out");
    assert_contains(&error, &["the results of another run", "--force"]);
    assert_eq!(files(&desk.path("out")), before);
    desk.ok("table5 --depth 3 --suite tiny.epd --out out --force");
    assert_ne!(files(&desk.path("out")), before);
    assert_contains(
        &desk.fails("table5 --depth 2 --suite tiny.epd --out ."),
        &["other files", "--out"],
    );
}

#[test]
fn every_format_reaches_standard_output_alone() {
    let desk = Desk::new();
    let table = |format: &str| {
        desk.ok(&format!("table5 --depth 2 --suite tiny.epd --out o-{format} --format {format}"))
    };
    assert!(serde_json::from_str::<serde_json::Value>(&table("json")).is_ok());
    assert_contains(&table("markdown"), &["| Vrfd R = 3"]);
    assert_contains(&table("csv"), &["vrfd:r=3"]);
}

#[test]
fn rows_of_the_paper_up_to_the_depth_come_from_one_run() {
    let desk = Desk::new();
    desk.file("mine.toml", OWN);
    let csv = |depth: u8| {
        let out = format!("out{depth}");
        desk.ok(&format!("run mine.toml --depth {depth} --out {out} --fresh"));
        fs::read_to_string(desk.path(&format!("{out}/records.csv"))).unwrap()
    };
    let (full, more) = (csv(3), csv(4));
    assert_eq!(full.lines().count(), 1 + 4 * 2 * 3, "depths 1 to 3");
    assert_eq!(more.lines().count(), 1 + 4 * 2 * 4, "depths 1 to 4");
    let shallow: Vec<&str> = full.lines().collect();
    assert!(shallow.iter().all(|line| more.contains(line)), "iterations of the deeper run differ");
}

const OWN: &str = "\
name = \"mine\"
title = \"My own\"
tables = [\"nodes\", \"solved\"]
variants = [\"none\", \"v3\"]
reference = \"none\"

[[suites]]
suite = \"tiny.epd\"
depths = [3, 2]

[settings]
killers = true
";

#[test]
fn an_experiment_of_ones_own_makes_all_its_tables() {
    let desk = Desk::new();
    desk.file("mine.toml", OWN);
    let text = desk.ok("run mine.toml --out out");
    assert_contains(&text, &["My own", "killers=on"]);
    let names: Vec<String> = files(&desk.path("out")).into_keys().collect();
    for name in ["table-nodes.txt", "table-solved.md", "chart-nodes.svg"] {
        assert!(names.iter().any(|own| own == name), "{name} is missing: {names:?}");
    }
    assert!(!names.iter().any(|name| name == "chart-solved.svg"));
}

#[test]
fn mistakes_in_an_experiment_are_shown_with_file_and_line() {
    let desk = Desk::new();
    let cases = [
        ("variants = [\"none\", \"v3\"]", "variants = [\"none\", \"std:r=9x\"]", "own.toml:4", "r"),
        ("depths = [3, 2]", "depths = [65]", "own.toml:9", "65"),
        ("killers = true", "killer = true", "own.toml:12", "killers"),
        ("title", "titel", "own.toml:2", "titel"),
        ("reference = \"none\"", "reference = \"r1\"", "own.toml:5", "std:r=1"),
        ("\"v3\"]", "\"none\"]", "own.toml:4", "twice"),
        ("[\"nodes\", \"solved\"]", "[]", "own.toml:3", "tables"),
        ("My own", "t\\u001b[31m", "own.toml:2", "title: control character U+001B"),
        ("name = \"mine\"", "name = \"../x\"", "own.toml:1", "letters"),
    ];
    for (right, wrong, place, reason) in cases {
        desk.file("own.toml", &OWN.replace(right, wrong));
        assert_contains(&desk.fails("run own.toml"), &[place, reason]);
    }
    assert_contains(&desk.fails("run missing.toml"), &["missing.toml"]);
}

#[test]
fn table6_has_a_row_for_each_suite_of_mates() {
    let desk = Desk::new();
    desk.file("m4.epd", "6k1/b4ppp/8/8/8/8/5PPP/3R2K1 w - - dm 1; id \"one\";\n");
    desk.file("m5.epd", "2r3k1/5ppp/8/8/8/8/4RPPP/4R1K1 w - - dm 2; id \"two\";\n");
    let text = desk.ok("table6 --depth 4 --suite m4.epd --suite m5.epd --out out");
    assert_contains(&text, &["Mate in 4", "Mate in 5", "Std R = 1", "NOT the paper's"]);
    let records = |suite: &str| {
        let csv = fs::read_to_string(desk.path(&format!("out/records-{suite}.csv"))).unwrap();
        assert_eq!(csv.lines().count(), 1 + 4 * 4, "one position, four variants, four depths");
        let last = csv.lines().filter(|line| line.split(',').nth(3) == Some("4"));
        assert!(last.clone().count() == 4 && last.clone().all(|l| l.contains(",true,")), "{csv}");
    };
    records("mate4");
    records("mate5");
    assert_contains(&desk.fails("table6 --depth 4 --suite m4.epd"), &["--suite once for each"]);
}

#[test]
fn bad_suites_variants_depths_and_settings_end_in_a_message() {
    let desk = Desk::new();
    desk.file("bad.epd", &format!("{TINY}not a position\n"));
    let table = |rest: &str| desk.fails(&format!("table3 --out out {rest}"));
    assert_contains(&table("--depth 2 --suite nowhere"), &["no suite 'nowhere'"]);
    assert_contains(&table("--depth 2 --suite bad.epd"), &["bad.epd:6", "--skip-bad"]);
    let error = table("--depth 2 --suite tiny.epd --variants std:r=2,std:r=9x");
    assert_contains(&error, &["--variants", "std:r=9x"]);
    let error = table("--depth 2 --suite tiny.epd --variants hyper");
    assert_contains(&error, &["unknown variant 'hyper'", "vrfd"]);
    for depth in ["0", "65", "x", "-1", "300"] {
        let error = table(&format!("--suite tiny.epd --depth={depth}"));
        assert_contains(&error, &["1 to 64"]);
    }
    assert_contains(&table("--suite tiny.epd --threads 0"), &["--threads"]);
    assert_contains(&table("--suite tiny.epd --positions 0"), &["--positions"]);
    let error = table("--suite tiny.epd --positions 99999999999");
    assert_contains(&error, &["give a whole number from 1 to 4294967295"]);
    let error = table("--suite a --suite b");
    assert_contains(&error, &["table3 has one suite, ecm; --suite was given 2 times"]);
    desk.file("f", "");
    let error = desk.fails("table3 --depth 1 --suite tiny.epd --out f");
    assert_contains(&error, &["f is a file; give a folder"]);
    assert_contains(&table("--suite tiny.epd --hash-entries 1000"), &["power of two"]);
    assert_contains(&table("--suite tiny.epd --set killers"), &["NAME=VALUE"]);
    assert!(!desk.path("out").exists(), "a refused run leaves no folder");
    let text = desk.ok("table3 --depth 2 --suite bad.epd --skip-bad --out out");
    assert_contains(&text, &["1 bad line of bad skipped"]);
}

#[test]
fn a_sample_is_spread_over_the_suite_and_labelled() {
    let desk = Desk::new();
    let text = desk.ok("table3 --depth 2 --suite tiny.epd --positions 2 --out out");
    assert_contains(&text, &["2 of the 4 positions"]);
    let csv = fs::read_to_string(desk.path("out/records.csv")).unwrap();
    assert_contains(&csv, &["quiet centre", "back rank"]);
    assert_eq!(csv.lines().count(), 1 + 2 * 3 * 2);
}

#[test]
fn an_experiment_beside_the_papers_figures_names_the_papers_suite_not_its_own() {
    let desk = Desk::new();
    desk.file("own.toml", &OWN.replace("title =", "paper = 3\ntitle ="));
    let text = desk.ok("run own.toml --out out");
    assert_contains(&text, &["Run on suite 'tiny', which is NOT the paper's suite ('ecm')."]);
    desk.file("own.toml", &OWN.replace("title =", "paper = 1\ntitle ="));
    let text = desk.ok("run own.toml --out other");
    let words = "NOT the paper's suite (Test Your Tactical Ability (Neishtadt), Diagrams 241 to";
    assert_contains(&text, &["Run on suite 'tiny', which is", words]);
}

#[test]
fn a_position_that_the_node_limit_cuts_short_is_left_out_of_its_row_and_named() {
    let desk = Desk::new();
    let run = |rest: &str, out: &str| {
        let suite = "--suite tiny.epd --hash-entries 2^16 --fresh";
        desk.ok(&format!("table4 --depth 4 {suite} --variants r3,v3 --out {out} {rest}"))
    };
    assert!(!run("", "free").contains("left out"));
    let text = run("--node-limit 3000", "limited");
    let (free, limited) = (files(&desk.path("free")), files(&desk.path("limited")));
    let csv = |f: &BTreeMap<_, Vec<u8>>| String::from_utf8(f["records.csv"].clone()).unwrap();
    let (free, csv) = (csv(&free), csv(&limited));
    assert!(csv.lines().count() < free.lines().count());
    assert!(csv.lines().all(|line| free.contains(line)), "finished iterations are the same");
    assert_contains(&text, &["NOTE: Depth 4: ", "within 3,000 nodes: ", "quiet centre"]);
    assert!(!text.contains("back rank"), "a short search is no reason to leave it out");
    let manifest = String::from_utf8(limited["manifest.json"].clone()).unwrap();
    let row = "\"left_out\": [\n    {\n      \"suite\": \"tiny\",\n      \"depth\": 4,";
    assert_contains(&manifest, &["\"node_limit\": 3000", row, "\"quiet centre\""]);
    assert_eq!(text, run("--node-limit 3000 --threads 1", "again"));
    assert_contains(&run("--node-limit 10", "nothing"), &["NOTE: Depth 4: "]);
    let nothing = files(&desk.path("nothing"));
    assert!(nothing.contains_key("table.txt") && !nothing.contains_key("chart.svg"));
    assert_contains(&desk.fails("table4 --suite tiny.epd --node-limit 0"), &["--node-limit"]);
}

#[test]
fn packed_records_are_the_same_bytes_each_time() {
    let desk = Desk::new();
    let run = |out: &str| {
        desk.ok(&format!("table5 --depth 2 --suite tiny.epd --compress --out {out}"));
        files(&desk.path(out))
    };
    let first = run("one");
    assert!(first.contains_key("records.csv.gz") && !first.contains_key("records.csv"));
    assert_eq!(first, run("two"));
}

#[test]
fn variants_may_have_several_parameters_in_a_list() {
    let desk = Desk::new();
    let list = "none,vrfd:r=3,research=off,r2";
    let csv = desk
        .ok(&format!("table3 --depth 2 --suite tiny.epd --out out --format csv --variants {list}"));
    assert_contains(&csv, &["none", "research=off", "std:r=2"]);
}

#[test]
fn rules_are_columns_of_tables_and_impossible_ones_are_refused_with_the_reason() {
    let desk = Desk::new();
    let line = "table4 --suite tiny.epd --depth 3 --variants";
    let text = desk.ok(&format!("{line} v3,vrfd:r=3+futility+lmr"));
    assert_contains(&text, &["lmr"]);
    let error = desk.fails(&format!("{line} v3+lmrr"));
    assert_contains(&error, &["lmrr", "did you mean", "lmr"]);
    let error = desk.fails(&format!("{line} v3+lmr+lmr"));
    assert_contains(&error, &["twice"]);
}

//! The census of errors, from the command line.

use crate::desk::{Desk, assert_contains, files, stderr};

const RUN: &str = "--suite tiny.epd --positions 2 --depth 5 --variants r2,v3 --quiet";

/// The sum of a CSV column over the lines that contain `part`.
fn sum(csv: &str, column: &str, part: &str) -> u64 {
    let column = csv.lines().next().unwrap().split(',').position(|name| name == column).unwrap();
    let lines = csv.lines().skip(1).filter(|line| line.contains(part));
    lines.map(|line| line.split(',').nth(column).unwrap().parse::<u64>().unwrap()).sum()
}

#[test]
fn a_census_is_the_same_however_it_is_run_and_its_table_follows_from_its_records() {
    let desk = Desk::new();
    let (table, _) = desk.ok(&format!("census {RUN} --threads 1 --out one"));
    assert_contains(&table, &["std:r=2: cutoff", "vrfd:r=3: cutoff", "vrfd:r=3: reduction"]);
    assert_eq!(desk.ok(&format!("census {RUN} --threads 2 --journal j2 --out two")).0, table);
    assert_eq!(desk.ok("table one").0, table);
    for shard in ["2/2", "1/2"] {
        desk.ok(&format!("census {RUN} --shard {shard} --journal j3 --out three"));
    }
    assert_eq!(desk.ok("merge three").0, table);
    let one = files(&desk.path("one"));
    assert!(one.len() >= 6, "{:?}", one.keys());
    assert!(one == files(&desk.path("two")) && one == files(&desk.path("three")));

    // Every cutoff and every reduction of the search is counted in some cell.
    desk.ok(&format!("table4 {RUN} --out searches"));
    let records = std::fs::read_to_string(desk.path("searches/records.csv")).unwrap();
    let deepest: Vec<&str> = records.lines().filter(|line| line.contains(",5,")).collect();
    let deepest = format!("{}\n{}", records.lines().next().unwrap(), deepest.join("\n"));
    let (csv, _) = desk.ok("table one --format csv");
    for (variant, claim, count) in [
        ("std:r=2", "cutoff", "null_cut"),
        ("vrfd:r=3", "cutoff", "null_cut"),
        ("vrfd:r=3", "reduction", "verifications"),
    ] {
        let expected = sum(&deepest, count, variant);
        assert!(expected > 0);
        assert_eq!(
            sum(&csv, "total", &format!("{variant},{claim}")),
            expected,
            "{variant} {claim}"
        );
    }
}

#[test]
fn rules_are_counted_too_beside_the_nodes_that_they_save() {
    let desk = Desk::new();
    let variants = "none,r3,std:r=3+lmr,std:r=3+futility";
    let run = format!("census --suite tiny.epd --depth 5 --variants {variants} --quiet --out one");
    let (text, _) = desk.ok(&run);
    let heads = ["Cost and error", "std:r=3+lmr: lmr", "std:r=3+futility: futility"];
    assert_contains(&text, &heads);
    // The nodes equal those of ordinary searches, even for the variant that makes no claims.
    desk.ok(&format!(
        "table4 --suite tiny.epd --depth 5 --variants {variants} --quiet --out searches"
    ));
    let json: serde_json::Value =
        serde_json::from_str(&desk.ok("table one --format json").0).unwrap();
    let points = json["points"].as_array().unwrap();
    let point = |variant: &str, claim: &str| {
        let is_it = |p: &&serde_json::Value| p["variant"] == variant && p["claim"] == claim;
        points.iter().find(is_it).unwrap_or_else(|| panic!("{variant} {claim}: {points:?}"))
    };
    let records = std::fs::read_to_string(desk.path("searches/records.csv")).unwrap();
    let nodes = |variant: &str| -> Vec<f64> {
        let of = |line: &&str| line.contains(&format!(",{variant},5,"));
        let cell = |line: &str| line.split(&format!(",{variant},5,")).nth(1).unwrap().to_owned();
        let lines = records.lines().filter(of);
        lines.map(|line| cell(line).split(',').next().unwrap().parse().unwrap()).collect()
    };
    for (variant, claim, without) in
        [("std:r=3", "cutoff", "none"), ("std:r=3+lmr", "lmr", "std:r=3")]
    {
        let (own, base) = (nodes(variant), nodes(without));
        assert!(own.len() > 1 && own.len() == base.len());
        let logs: f64 = own.iter().zip(&base).map(|(a, b)| (a / b).ln()).sum();
        let expected = (logs / own.len() as f64).exp();
        let point = point(variant, claim);
        assert_eq!(point["without"], without);
        let found = point["nodes"]["value"].as_f64().unwrap();
        assert!((found - expected).abs() < 1e-9, "{variant}: {found} {expected}");
    }
    assert!(point("std:r=3+futility", "futility")["claims"].as_u64() > Some(0));
    assert_eq!(desk.ok("table one").0, text);
}

#[test]
fn null_moves_in_a_zugzwang_are_found_wrong() {
    let desk = Desk::new();
    desk.file("z.epd", "1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - bm Kh6; id \"z\";\n");
    let run = "census --suite z.epd --depth 5 --variants r2 --per-cell 50 --format csv --quiet";
    let (csv, _) = desk.ok(run);
    let [total, tested, wrong] = ["total", "tested", "wrong"].map(|name| sum(&csv, name, ""));
    assert!(total >= tested && tested > wrong && wrong > 0, "{csv}");
    let (csv, _) = desk.ok(&format!("{run} --limit 1"));
    assert_eq!((sum(&csv, "tested", ""), sum(&csv, "total", "")), (0, total));
    assert!(sum(&csv, "unfinished", "") > 0, "{csv}");
}

#[test]
fn nonsense_is_refused_and_changed_records_are_not_shown() {
    let desk = Desk::new();
    for option in ["--per-cell 0", "--limit 0"] {
        let output = desk.run(&format!("census {RUN} {option}"));
        assert!(!output.status.success() && stderr(&output).contains(&option[..7]));
    }
    assert_contains(&desk.fails("census nosuch").1, &["nosuch"]);
    let error = desk.fails("census --suite tiny.epd --variants r2,uci:gnuchess --depth 2").1;
    assert_contains(&error, &["uci:gnuchess: only variants of this program"]);
    desk.ok(&format!("census {RUN} --out one"));
    let path = desk.path("one/records.csv.gz");
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    assert_contains(&desk.fails("table one").1, &["records.csv.gz", "digest"]);
}

#[test]
fn a_merge_starts_no_program_that_a_prepared_division_names() {
    let desk = Desk::new();
    desk.ok(&format!("census {RUN} --shard 1/1 --out run"));
    let path = desk.path("run/shards/division.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let prepared = text.replace("r2,v3", "r2,uci:evil");
    let prepared = prepared.replace("\"engines\": null", "\"engines\": \"engines.toml\"");
    assert!(prepared.contains("uci:evil") && prepared.contains("\"engines.toml\""), "{text}");
    desk.file("engines.toml", "[evil]\ncommand = \"touch\"\narguments = [\"started\"]\n");
    std::fs::write(&path, prepared).unwrap();
    assert_contains(&desk.fails("merge run").1, &["uci:evil"]);
    assert!(!desk.path("started").exists());
}

#[test]
fn a_census_searches_a_file_as_a_run_does() {
    let desk = Desk::new();
    let file = "name = 'own'\ntitle = 'Own'\ntables = ['nodes']\nvariants = ['r2', 'v3']\n\
                reference = 'v3'\n[[suites]]\nsuite = 'tiny.epd'\ndepths = [5]\n";
    std::fs::write(desk.path("own.toml"), file).unwrap();
    let (own, _) = desk.ok("census own.toml --positions 2 --quiet --out one");
    let (usual, _) = desk.ok(&format!("census {RUN} --out two"));
    let rows = |text: &str| text.split_once("Cost and error").unwrap().1.to_owned();
    assert_eq!(rows(&own), rows(&usual));
    for shard in ["2/2", "1/2"] {
        desk.ok(&format!("census own.toml --positions 2 --quiet --shard {shard} --out three"));
    }
    assert_eq!(desk.ok("merge three").0, own);
    assert_contains(&desk.fails("census missing.toml").1, &["missing.toml"]);
}

#[test]
fn a_census_without_a_claim_says_so() {
    let desk = Desk::new();
    let (text, _) = desk
        .ok("census --suite tiny.epd --positions 1 --depth 1 --variants none --quiet --out one");
    assert_contains(&text, &["There is no claim to test"]);
}

//! The regression of deep on shallow values, from the command line.

use crate::desk::{Desk, assert_contains};

const EXPERIMENT: &str = "name = \"p\"\ntitle = \"P\"\ntables = [\"nodes\"]\nvariants = [\"none\"]\n\
    [[suites]]\nsuite = \"tiny.epd\"\ndepths = [4]\n";

#[test]
fn each_pair_of_depths_has_a_line_made_from_the_runs_records() {
    let desk = Desk::new();
    desk.file("p.toml", EXPERIMENT);
    desk.ok("run p.toml --quiet --out run");
    let (table, _) = desk.ok("probcut run");
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].starts_with("# vnmp probcut: none on 6 of tiny; engine source "), "{table}");
    assert!(lines[1].starts_with("deep,shallow,positions,slope,intercept,deviation,r_squared,"));
    assert_eq!(lines.len(), 4, "{table}");
    // One of the six positions is a mate, and the rule takes no value from mates.
    assert!(lines[2].starts_with("3,1,5,") && lines[3].starts_with("4,2,5,"), "{table}");
    desk.ok("probcut run --out table.csv");
    assert_eq!(std::fs::read_to_string(desk.path("table.csv")).unwrap(), table);
}

#[test]
fn runs_without_positions_or_with_two_variants_are_refused() {
    let desk = Desk::new();
    desk.file("p.toml", EXPERIMENT);
    desk.ok("run p.toml --quiet --out run --omit-positions");
    assert_contains(&desk.fails("probcut run").1, &["--omit-positions"]);
    desk.ok("run p.toml --variants none,r2 --quiet --out two");
    assert_contains(&desk.fails("probcut two").1, &["the run has 2 variants"]);
    assert_contains(&desk.fails("probcut nowhere").1, &["nowhere is not the folder of a run"]);
}

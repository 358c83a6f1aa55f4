//! Factors in an experiment, as a user runs them: every combination is a column, mistakes are
//! reported before the first search, and the effects come from the folder alone.

use serde_json::Value;

use crate::desk::{Desk, assert_contains};

const FILE: &str = "name = 'lab'\ntitle = 'Lab'\ntables = ['effects']\n\
    leave_out = [['v3', 'multicut']]\n\
    [[factors]]\nname = 'null'\nlevels = ['r3', 'none', 'v3']\n\
    [[factors]]\nname = 'rule'\nlevels = ['off', 'lmr', 'multicut']\n\
    [[suites]]\nsuite = 'tiny.epd'\ndepths = [4]\n";
const RUN: &str = "run lab.toml --hash-entries 2^12 --threads 1 --quiet --out e";

fn effects(desk: &Desk, options: &str) -> Vec<Value> {
    let text = desk.ok(&format!("table e --format json {options}")).0;
    let table: Value = serde_json::from_str(&text).unwrap();
    table["effects"].as_array().unwrap().clone()
}

#[test]
fn the_effects_of_a_factorial_follow_from_its_folder_in_every_format() {
    let desk = Desk::new();
    desk.file("lab.toml", FILE);
    let printed = desk.ok(RUN).0;
    assert_eq!(desk.amounts("e").0, 8 * 6, "eight cells search six positions");
    assert_contains(
        &printed,
        &["Holes of the design, not estimated: v3 x multicut.", "none x lmr"],
    );
    assert_eq!(desk.ok("table e").0, printed);
    for (format, part) in [
        ("markdown", "| none | r3 |"),
        ("csv", "suite,factor,level,from,with_factor"),
        ("latex", "\\vnmpLabNullNoneNodes"),
    ] {
        assert_contains(&desk.ok(&format!("table e --format {format}")).0, &[part]);
    }
    // the mean over positions and combinations of ln nodes, from the records
    let mut reader = csv::Reader::from_path(desk.path("e/records.csv")).unwrap();
    let (mut sum, mut count) = (0.0, 0.0);
    for row in reader.deserialize::<std::collections::BTreeMap<String, String>>() {
        let row = row.unwrap();
        let ln = row["nodes"].parse::<f64>().unwrap().ln();
        match (row["depth"].as_str(), row["variant"].as_str()) {
            ("4", "none" | "none+lmr" | "none+multicut") => (sum, count) = (sum + ln, count + 1.0),
            ("4", "std:r=3" | "std:r=3+lmr" | "std:r=3+multicut") => sum -= ln,
            _ => {}
        }
    }
    let is_first = |line: &&Value| line["level"] == "none" && line["with_level"].is_null();
    let own = effects(&desk, "").iter().find(is_first).unwrap().clone();
    assert!((own["effect"].as_f64().unwrap() - sum / count).abs() < 1e-12, "{own}");
    assert_eq!(own["combinations"], 3);
    assert_ne!(effects(&desk, "--depths 3")[0]["effect"], own["effect"]);
}

#[test]
fn a_wrong_design_is_named_before_the_first_search() {
    let desk = Desk::new();
    for (from, to, parts) in [
        ("'lmr'", "'lmrr'", &["lab.toml:10: ", "unknown rule 'lmrr'; did you mean 'lmr'?"][..]),
        ("leave_out = [['v3', 'multicut']]", "", &["lab.toml:10: ", "leave_out = [[\"v3\", "]),
        ("['v3', 'multicut']", "['v3', 'lmr']", &["lab.toml:4: ", "it can be searched"]),
        (
            "levels = ['r3', ",
            "levels = ['std:r=3', 'r3', ",
            &["lab.toml:7: level 'r3' is given twice"],
        ),
        ("name = 'rule'", "name = 'null'", &["lab.toml:9: factor 'null' is given twice"]),
    ] {
        desk.file("lab.toml", &FILE.replace(from, to));
        assert_contains(&desk.fails(RUN).1, parts);
        assert!(!desk.path("e").exists());
    }
    desk.file("lab.toml", FILE);
    assert_contains(&desk.fails(&format!("{RUN} --variants r2")).1, &["change its [[factors]]"]);
}

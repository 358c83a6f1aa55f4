//! Names in files become folders: none leads out of the folder it belongs to.

use std::fs;

use crate::desk::{Desk, assert_contains};

const EXPERIMENT: &str = "name = \"NAME\"\ntitle = \"T\"\ntables = [\"nodes\"]\nvariants = [\"r2\"]\n\n\
                          [[suites]]\nsuite = \"tiny.epd\"\ndepths = [1]\n";
const SWEEP: &str = "name = \"SWEEP\"\nbase = \"base.toml\"\n\n[[points]]\nname = \"POINT\"\n";

/// Every name that leads elsewhere, and some that are awkward everywhere.
fn bad(desk: &Desk) -> Vec<String> {
    let absolute = desk.path("elsewhere").display().to_string();
    let others = ["../out", "..", ".", "a/b", "a\\\\b", "", ".hidden", "a b", "ü", "\\u001b[2J"];
    others.iter().map(|&name| name.to_owned()).chain([absolute]).collect()
}

/// Why a bad name is refused.
fn reason(name: &str) -> &'static str {
    if name.starts_with("\\u") { "control character U+001B" } else { "letters, digits" }
}

#[test]
fn a_sweep_and_its_points_write_below_their_folder_only() {
    let desk = Desk::new();
    desk.file("base.toml", &EXPERIMENT.replace("NAME", "base"));
    fs::create_dir(desk.path("work")).unwrap();
    for name in bad(&desk) {
        for (sweep, point, line) in [(name.as_str(), "one", 1), ("s", name.as_str(), 5)] {
            desk.file("s.toml", &SWEEP.replace("SWEEP", sweep).replace("POINT", point));
            let (_, error) = desk.fails("sweep s.toml --quiet");
            assert_contains(&error, &[&format!("s.toml:{line}: name"), reason(&name)]);
            for written in ["results", "elsewhere", "out"] {
                assert!(!desk.path(written).exists(), "{name}: {written} was written");
            }
        }
    }
    desk.file("s.toml", &SWEEP.replace("SWEEP", "s-1.0").replace("POINT", "r_2.5"));
    desk.ok("sweep s.toml --quiet");
    assert!(desk.path("results/runs/s-1.0/r_2.5/records.csv").exists());
}

#[test]
fn a_point_that_occurs_twice_is_named_with_its_line() {
    let desk = Desk::new();
    let twice = format!("{SWEEP}\n[[points]]\nname = \"POINT\"\n");
    desk.file("s.toml", &twice);
    let (_, error) = desk.fails("sweep s.toml");
    assert_contains(&error, &["s.toml:8: point 'POINT' occurs twice; rename one"]);
}

#[test]
fn an_experiment_is_named_like_a_folder() {
    let desk = Desk::new();
    for name in bad(&desk) {
        desk.file("e.toml", &EXPERIMENT.replace("NAME", &name));
        let (_, error) = desk.fails("run e.toml --quiet");
        assert_contains(&error, &["e.toml:1: name", reason(&name)]);
    }
    desk.file("e.toml", &EXPERIMENT.replace("NAME", "e.1"));
    desk.ok("run e.toml --quiet --out out");
}

//! The list of suites, imports and errata.

use std::fs;

use super::{Desk, assert_contains};

#[test]
fn suites_lists_what_is_there_and_imports_only_what_it_knows() {
    let desk = Desk::new();
    fs::create_dir(desk.path("mine")).unwrap();
    let error = desk.fails("suites import tiny.epd --as ecm --suite-dir mine");
    assert_contains(&error, &["ecm", "SHA-256"]);
    desk.ok("suites import tiny.epd --as tiny --suite-dir mine");
    let text = desk.ok("suites --suite-dir mine");
    let line = text.lines().find(|line| line.starts_with("tiny ")).unwrap();
    assert_contains(line, &["5", "4", "1"]);
}

#[test]
fn the_list_names_every_shipped_suite_with_its_licence_and_how_to_get_the_others() {
    let text = Desk::new().ok("suites list");
    for name in ["mate4", "mate5", "sacrifices", "tactics", "middlegames", "zugzwang", "openings"] {
        let line = text.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
        assert_contains(line, &["ours: ", "MIT OR Apache-2.0"]);
    }
    assert!(text.contains("vnmp suites fetch zpts30") || text.contains("zpts30 "), "{text}");
}

#[test]
fn corrections_are_applied_on_request_and_named_with_the_table() {
    let desk = Desk::new();
    let verified = desk.ok("suites verify tiny.epd");
    let sha256 = verified.split("SHA-256 ").nth(1).unwrap().trim();
    let errata = format!(
        "[[suite]]\nname = 'tiny'\nsha256 = '{sha256}'\nevidence = 'looked at'\n\
         [[suite.position]]\nid = 'back rank'\nchange = 'drop'\nreason = 'too easy'\n"
    );
    desk.file("mine.toml", &errata);
    let plain = desk.ok("table4 -d 2 --suite tiny.epd --out plain");
    assert!(!plain.contains("errata"), "{plain}");
    let text = desk.ok("table4 -d 2 --suite tiny.epd --errata=mine.toml --out out");
    assert_contains(&text, &["corrected by the errata mine.toml", "back rank (drop: too easy)"]);
    let manifest = fs::read_to_string(desk.path("out/manifest.json")).unwrap();
    assert_contains(&manifest, &["corrected by the errata mine.toml", "\"positions\": 3"]);
    let shipped = desk.ok("table4 -d 2 --suite tiny.epd --errata --out shipped");
    assert_contains(&shipped, &["suites/errata.toml", "have nothing on this file"]);
    let error = desk.fails("table4 -d 2 --suite tiny.epd --errata=none.toml --out none");
    assert_contains(&error, &["cannot read the errata none.toml"]);
}

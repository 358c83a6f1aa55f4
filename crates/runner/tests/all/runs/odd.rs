//! Suites and options at their limits: a clear message or a sound result, never a panic.

use std::fs;
use std::io::Write;

use super::times;
use crate::desk::{Desk, assert_contains, stderr};

#[test]
fn a_suite_without_positions_ends_in_a_message() {
    let desk = Desk::new();
    for text in ["", "# nothing\n\n", "8/8/4k3/3p4/3P4/4K3/8/8 w - -\n"] {
        desk.file("none.epd", text);
        let (_, error) = desk.fails("table5 --depth 2 --suite none.epd");
        assert_contains(&error, &["none.epd has no positions to search"]);
    }
    assert!(!desk.path("results").exists());
}

#[test]
fn a_very_long_suite_is_read() {
    let desk = Desk::new();
    let tiny = fs::read_to_string(desk.path("tiny.epd")).unwrap();
    let line = tiny.lines().nth(2).unwrap().replace("; id \"back rank\";", ";");
    let mut file = std::io::BufWriter::new(fs::File::create(desk.path("large.epd")).unwrap());
    let lines = times(100_000, 1_000_000);
    for _ in 0..lines {
        writeln!(file, "{line}").unwrap();
    }
    drop(file);
    let options = "--hash-entries 2^4 --positions 3 --variants r3 --out out --quiet";
    let (table, _) = desk.ok(&format!("table5 --depth 1 --suite large.epd {options}"));
    let shown = if lines == 100_000 { "100,000" } else { "1,000,000" };
    assert_contains(&table, &[&format!("3 of {shown} positions")]);
}

#[test]
fn tables_of_one_entry_of_none_and_of_more_than_the_memory() {
    let desk = Desk::new();
    let line = "table5 --depth 3 --suite tiny.epd --variants v3 --threads 1";
    for entries in ["1", "0"] {
        desk.ok(&format!("{line} --hash-entries {entries} --out out{entries}"));
    }
    let (_, error) = desk.fails(&format!("{line} --hash-entries 2^40 --out out"));
    assert!(!error.contains("panicked"), "{error}");
    assert_contains(&error, &["no memory for a transposition table", "try fewer"]);
}

#[test]
fn depths_and_parameters_out_of_range_and_unknown_variants_are_refused() {
    let desk = Desk::new();
    for (rest, reason) in [
        ("--depth 0", "1 to 64"),
        ("--depth 200", "1 to 64"),
        ("--node-limit 0", "--node-limit"),
        ("--shard 5/4", "I/N"),
        ("--shard 0/4", "I/N"),
    ] {
        let output = desk.run(&format!("table5 --suite tiny.epd {rest}"));
        assert_eq!(output.status.code(), Some(2), "{rest}");
        assert_contains(&stderr(&output), &[reason]);
    }
    for (variants, reason) in [
        ("std:r=99", "0 to 9"),
        ("std:r=-1", "0 to 9"),
        ("std:q=1", "q"),
        ("hyper", "unknown variant 'hyper'"),
    ] {
        let (_, error) = desk.fails(&format!("table5 --suite tiny.epd --variants {variants}"));
        assert_contains(&error, &[reason]);
    }
}

#[test]
fn names_with_spaces_and_other_letters_are_names() {
    let desk = Desk::new();
    let suite = fs::read_to_string(desk.path("tiny.epd")).unwrap();
    fs::create_dir(desk.path("ein Ordner")).unwrap();
    desk.file("ein Ordner/Zähler – 数.epd", &suite);
    let mut command = desk.command("table5 --depth 2 --journal");
    command.args(["ein Ordner/Journal ä", "--suite", "ein Ordner/Zähler – 数.epd"]);
    let output = command.args(["--out", "Ergebnis 1/ü"]).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert_contains(&String::from_utf8_lossy(&output.stdout), &["Zähler – 数 (6 positions)"]);
    assert!(desk.path("Ergebnis 1/ü/records.csv").exists());
    assert!(desk.path("ein Ordner/Journal ä").exists());
}

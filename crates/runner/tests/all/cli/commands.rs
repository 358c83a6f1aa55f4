//! The smaller commands, and how the program ends.

use std::process::Stdio;

use super::{Desk, assert_contains, stderr};

const MATE_IN_2: &str = "2r3k1/5ppp/8/8/8/8/4RPPP/4R1K1 w - - 0 1";

#[test]
fn search_shows_iterations_in_san_and_in_json() {
    let desk = Desk::new();
    let args = ["search", MATE_IN_2, "--depth", "5"];
    let output = desk.command("").args(args).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    assert_contains(&text, &["Vrfd R = 3", "Re8+ Rxe8 Rxe8#"]);
    assert_eq!(text.lines().count(), 3 + 5);
    let output = desk.command("").args(args).args(["--format", "json"]).output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["iterations"].as_array().map(Vec::len), Some(5));
    assert_eq!(report["iterations"][4]["mate"], 2);
    assert!(report["iterations"][4]["score_cp"].is_null());
}

#[test]
fn bad_positions_end_in_a_message() {
    let desk = Desk::new();
    let bad = ["8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1", "x y", ""];
    for fen in bad {
        for command in [&["search", fen][..], &["perft", fen, "2"]] {
            let output = desk.command("").args(command).output().unwrap();
            assert_eq!(output.status.code(), Some(1), "{fen}");
            assert_contains(&stderr(&output), &["error: ", "is not a position"]);
        }
    }
}

#[test]
fn an_unknown_id_and_a_position_without_moves_say_so() {
    let desk = Desk::new();
    for command in ["search", "tree", "suites show"] {
        let error = desk.fails(&format!("{command} mate4.999"));
        assert_contains(&error, &["no position 'mate4.999' in suite mate4; did you mean 'mate4."]);
        let error = desk.fails(&format!("{command} x"));
        assert_contains(&error, &["no position 'x' in the suites bench, ", "zugzwang"]);
    }
    let error = desk.fails("suites show nobody --suite tiny.epd");
    assert_contains(&error, &["no position 'nobody' in suite tiny.epd"]);
    for (fen, what) in [
        ("R6k/6pp/8/8/8/8/8/K7 b - - 0 1", "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
    ] {
        for command in ["search", "tree"] {
            let output = desk.command("").args([command, fen]).output().unwrap();
            assert_eq!(output.status.code(), Some(1));
            let message = format!("the position is {what}, so there is nothing to search: {fen}");
            assert_contains(&stderr(&output), &[&message]);
        }
    }
}

#[test]
fn perft_counts_and_divides() {
    let desk = Desk::new();
    assert_eq!(desk.ok("perft startpos 3"), "8902\n");
    let text = desk.ok("perft startpos 3 --divide");
    assert_contains(&text, &["e2e4: 600", "total: 8902"]);
    assert_eq!(text.lines().count(), 21);
}

#[test]
fn bench_prints_one_signature_per_preset_and_one_over_all() {
    let desk = Desk::new();
    let signatures = || -> Vec<u64> {
        let text = desk.ok("bench --depth 3");
        let column = |line: &str| line.split_whitespace().nth(1).and_then(|n| n.parse().ok());
        text.lines().skip(2).filter_map(column).collect()
    };
    let mut numbers = signatures();
    assert_eq!(numbers, signatures());
    let (bench, all) = (numbers.pop().unwrap(), numbers.pop().unwrap());
    assert_eq!(numbers.len(), vnmp_variants::PRESETS.len());
    assert_eq!(all, numbers.iter().sum::<u64>());
    assert_eq!(bench, all);
}

#[test]
fn variants_lists_every_preset_and_family() {
    let text = Desk::new().ok("variants");
    for preset in vnmp_variants::PRESETS {
        assert_contains(&text, &[preset.id, preset.spec]);
    }
    for family in vnmp_variants::FAMILIES {
        assert_contains(&text, &[family.name, family.summary]);
    }
    for rule in vnmp_variants::RULES {
        assert_contains(&text, &[&format!("+{}: {}", rule.name, rule.summary), rule.source]);
    }
}

#[test]
fn settings_lists_every_setting_with_what_it_may_be() {
    let text = Desk::new().ok("settings");
    for setting in vnmp_engine::SearchSettings::list() {
        let meaning = setting.meaning.trim_end_matches('.');
        assert_contains(&text, &[&format!("{}={}", setting.name, setting.default), meaning]);
    }
}

#[test]
fn a_reader_that_leaves_early_is_not_an_error() {
    let desk = Desk::new();
    let mut child = desk
        .command("bench --depth 4")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(stderr(&output), "");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_run_with_130_and_says_so() {
    let desk = Desk::new();
    let line = "table3 --depth 40 --suite tiny.epd --threads 2 --out out";
    let output = crate::running::Running::at_work(&desk, line, "out").ends_interrupted();
    assert_contains(
        &stderr(&output),
        &["interrupted", "of 12 searches", "repeat the command to resume"],
    );
    assert!(output.stdout.is_empty());
}

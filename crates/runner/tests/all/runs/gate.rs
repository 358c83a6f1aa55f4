//! The regression gate and the determinism audit.

use std::fs;

use crate::desk::{Desk, assert_contains};

#[test]
fn a_baseline_holds_until_something_moves_and_then_says_what_and_by_how_much() {
    let desk = Desk::new();
    let accept = "baseline accept --file b.txt --suite tiny.epd --variants r2,v3 --depth 3";
    let (totals, _) = desk.ok(accept);
    assert_contains(&totals, &["| std:r=2 |", "| vrfd:r=3 |"]);
    let text = fs::read_to_string(desk.path("b.txt")).unwrap();
    assert_eq!(text.lines().filter(|line| line.contains(":r=")).count(), 1 + 6 * 2 * 3);
    assert_contains(&desk.ok("baseline check --file b.txt").0, &["all 36 iterations are the same"]);

    let is_row = |line: &&str| line.split_whitespace().take(2).eq(["back_rank", "vrfd:r=3"]);
    let line = text.lines().find(is_row).unwrap();
    let words: Vec<&str> = line.split_whitespace().collect();
    let nodes: u64 = words[3].parse().unwrap();
    let moved = line.replace(&format!(" {nodes} "), &format!(" {} ", nodes + 1));
    desk.file("b.txt", &text.replace(line, &moved));
    let (difference, error) = desk.fails("baseline check --file b.txt");
    assert_contains(
        &difference,
        &["first to move: back_rank, vrfd:r=3, depth 1: nodes ", "1 of 36 iterations", "| std:r=2"],
    );
    assert_contains(&error, &["vnmp baseline accept"]);

    let (shown, _) = desk.ok("baseline accept --file b.txt");
    assert!(shown.starts_with("first to move: "), "{shown}");
    assert_eq!(fs::read_to_string(desk.path("b.txt")).unwrap(), text, "scope and order stay");
}

#[test]
fn a_score_or_a_best_move_alone_fails_the_gate() {
    let desk = Desk::new();
    desk.ok("baseline accept --file b.txt --suite tiny.epd --variants v3 --depth 2");
    let text = fs::read_to_string(desk.path("b.txt")).unwrap();
    let line = text.lines().find(|line| line.starts_with("rooks ")).unwrap();
    let words: Vec<&str> = line.split_whitespace().collect();
    for (word, wrong, what) in [(4, "7777", ": score 7777 -> "), (5, "Kg1", ": best move Kg1 -> ")]
    {
        let mut changed = words.clone();
        changed[word] = wrong;
        desk.file("b.txt", &text.replace(line, &changed.join(" ")));
        assert_contains(&desk.fails("baseline check --file b.txt").0, &["rooks, vrfd:r=3", what]);
    }
}

#[test]
fn another_search_setting_fails_the_gate() {
    let desk = Desk::new();
    desk.ok("baseline accept --file b.txt --suite tiny.epd --variants v3 --depth 4");
    let text = fs::read_to_string(desk.path("b.txt")).unwrap();
    desk.file("b.txt", &text.replace("settings\n", "settings killers=on\n"));
    assert_contains(&desk.fails("baseline check --file b.txt").0, &["first to move: "]);
}

#[test]
fn a_missing_or_broken_baseline_ends_in_a_message() {
    let desk = Desk::new();
    let (_, error) = desk.fails("baseline check");
    assert_contains(&error, &["results/baseline.txt", "`vnmp baseline accept` writes one"]);
    if cfg!(target_os = "linux") {
        let (_, error) = desk.fails("baseline accept --file /proc/b.txt"); // long, if it searched
        assert_contains(&error, &["cannot write into /proc"]);
    }
    desk.file("b.txt", "suite tiny.epd\ndepth x\n");
    assert_contains(&desk.fails("baseline check --file b.txt").1, &["b.txt:2: 'x' is no depth"]);
    desk.file("b.txt", "suite nowhere\ndepth 2\nvariants r2\nsettings\n");
    assert_contains(&desk.fails("baseline check --file b.txt").1, &["no suite 'nowhere'"]);
    desk.file("b.txt", "suite tiny.epd\ndepth 2\nvariants r27\nsettings\n");
    assert_contains(&desk.fails("baseline check --file b.txt").1, &["r27"]);
}

#[test]
fn an_audit_finds_the_same_records_in_every_way() {
    let desk = Desk::new();
    let (text, _) = desk.ok("audit --depth 4 --suite tiny.epd --hash-entries 2^12 --threads 2");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 6, "{text}");
    assert!(lines.iter().all(|line| line.ends_with("18 searches, the same")), "{text}");
    assert_contains(&text, &["1 thread", "3 threads", "shuffled", "resumed", "shards, merged"]);
    assert!(!desk.path("results").exists(), "an audit leaves nothing behind");
}

//! Finished work is not repeated, and interrupted work is resumed.
#![cfg(unix)]

use std::fs;
use std::process::{Command, Output};

use rustix::process::Signal;

use crate::desk::{Desk, SEARCHES, assert_contains, files, stderr};
use crate::running::{Running, wait_for};

const TABLE: &str = "--suite tiny.epd --hash-entries 2^12";

#[test]
fn another_table_uses_the_same_searches_and_says_so() {
    let desk = Desk::new();
    desk.ok(&format!("table4 --depth 4 --out four {TABLE}"));
    let (_, messages) = desk.ok(&format!("table5 --depth 4 --out five {TABLE}"));
    assert_contains(&messages, &["Resuming: 18 of 18 searches are in the journal"]);
    assert_eq!(desk.amounts("four"), (SEARCHES, 0));
    assert_eq!(desk.amounts("five"), (0, SEARCHES));
    let efficiency = desk.times("four")["efficiency"].as_f64().unwrap();
    assert!(efficiency > 0.0 && efficiency < 1.1, "{efficiency}");
    assert!(desk.times("five").get("efficiency").is_none(), "nothing was searched");
    desk.ok(&format!("table5 --depth 4 --out fresh {TABLE} --fresh"));
    assert_eq!(desk.amounts("fresh"), (SEARCHES, 0));
    assert_eq!(files(&desk.path("five")), files(&desk.path("fresh")));
}

#[test]
fn a_deeper_search_answers_a_shallower_one_but_nothing_answers_another_setting() {
    let desk = Desk::new();
    desk.ok(&format!("table4 --depth 4 --out deep {TABLE}"));
    let amounts = |rest: &str, out: &str| {
        desk.ok(&format!("table4 --out {out} --suite tiny.epd {rest}"));
        desk.amounts(out)
    };
    assert_eq!(amounts("--depth 3 --hash-entries 2^12", "shallow"), (0, SEARCHES));
    assert_eq!(amounts("--depth 5 --hash-entries 2^12", "deeper"), (SEARCHES, 0));
    assert_eq!(amounts("--depth 4 --hash-entries 2^13", "hash"), (SEARCHES, 0));
    assert_eq!(amounts("--depth 4 --hash-entries 2^12 --set killers=on", "set"), (SEARCHES, 0));
    let more = "--depth 4 --hash-entries 2^12 --variants none,r2,r3,v3";
    assert_eq!(amounts(more, "more"), (SEARCHES / 3, SEARCHES));
    desk.ok(&format!("table4 --depth 3 --out fresh {TABLE} --fresh"));
    assert_eq!(files(&desk.path("shallow")), files(&desk.path("fresh")));
}

#[test]
fn trials_before_deep_searches_leave_no_trace() {
    let desk = Desk::new();
    for threads in [1, 3] {
        let out = format!("--out {threads} --threads {threads} --journal journal{threads}");
        desk.ok(&format!("table4 --depth 8 {TABLE} {out}"));
        assert_eq!(desk.amounts(&threads.to_string()), (SEARCHES, 0));
    }
    assert_eq!(files(&desk.path("1")), files(&desk.path("3")));
    desk.ok(&format!("table4 --depth 1 {TABLE} --out trial --journal journal1"));
    desk.ok(&format!("table4 --depth 1 {TABLE} --out fresh --fresh"));
    assert_eq!(desk.amounts("trial"), (0, SEARCHES));
    assert_eq!(files(&desk.path("trial")), files(&desk.path("fresh")));
}

#[test]
fn a_node_limit_is_answered_only_by_what_it_would_have_found() {
    let desk = Desk::new();
    let amounts = |rest: &str, out: &str| {
        desk.ok(&format!("table4 --depth 4 --out {out} {TABLE} {rest}"));
        desk.amounts(out)
    };
    assert_eq!(amounts("--node-limit 3000", "limited"), (SEARCHES, 0));
    assert_eq!(amounts("--node-limit 3000", "limited"), (0, SEARCHES));
    let (again, kept) = amounts("", "free");
    assert!(again > 0 && kept > 0, "short searches serve, cut ones do not: {again}, {kept}");
    assert_eq!(amounts("--node-limit 1000000000", "harmless"), (0, SEARCHES));
    let (again, _) = amounts("--node-limit 2000", "smaller");
    assert!(again > 0, "a whole search does not serve where the limit would have cut it");
    desk.ok(&format!("table4 --depth 4 --out cut {TABLE} --node-limit 2000 --fresh"));
    assert_eq!(files(&desk.path("smaller")), files(&desk.path("cut")));
    desk.ok(&format!("table4 --depth 4 --out fresh {TABLE} --fresh"));
    assert_eq!(files(&desk.path("free")), files(&desk.path("fresh")));
}

#[test]
fn an_interrupt_keeps_what_is_done_and_the_same_command_resumes() {
    let desk = Desk::new();
    let line = format!("table4 --depth 7 --threads 1 {TABLE}");
    // On a busy machine the run may end before the test interrupts it.
    let output =
        (0..10).find_map(|_| interrupted_after_a_search(&desk, &format!("{line} --out out")));
    let told = stderr(&output.expect("no run is interrupted"));
    assert_contains(&told, &["interrupted: ", "of 18 searches", "repeat the command"]);
    let (_, messages) = desk.ok(&format!("{line} --out out"));
    assert_contains(&messages, &["Resuming: ", "of 18 searches are in the journal"]);
    let (searches, kept) = desk.amounts("out");
    assert!(kept > 0 && searches + kept == SEARCHES, "{searches}, {kept}");
    desk.ok(&format!("{line} --out whole --fresh"));
    assert_eq!(files(&desk.path("out")), files(&desk.path("whole")));
}

/// The output of a run that is interrupted once its journal has a search; `None` if it ended first,
/// leaving nothing.
fn interrupted_after_a_search(desk: &Desk, line: &str) -> Option<Output> {
    let journal = desk.path("results/runs/journal");
    let mut running = Running::new(desk, line);
    wait_for("search", || {
        let paths = fs::read_dir(&journal).into_iter().flatten().flatten();
        paths.filter_map(|entry| fs::metadata(entry.path()).ok()).any(|file| file.len() > 0)
    });
    if running.0.try_wait().unwrap().is_none() {
        running.signal(Signal::INT);
        let output = running.ends_within_a_second();
        if !output.status.success() {
            assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
            return Some(output);
        }
    }
    desk.remove("results");
    desk.remove("out");
    None
}

#[test]
fn two_processes_at_one_run_and_two_runs_in_one_folder_are_refused() {
    let desk = Desk::new();
    let line = "table4 --depth 40 --suite tiny.epd --hash-entries 2^12 --out out";
    let first = Running::at_work(&desk, line, "out");
    let again = Running::new(&desk, line).ends();
    let other = Running::new(&desk, &line.replace("--depth 40", "--depth 39")).ends();
    drop(first);
    for refused in [again, other] {
        assert_contains(&stderr(&refused), &["another process is writing into", "--out"]);
    }
}

#[test]
fn folders_that_cannot_be_written_end_in_a_message_before_any_search() {
    let desk = Desk::new();
    let line = format!("table4 --depth 40 {TABLE}");
    let (_, error) = desk.fails(&format!("{line} --out out --journal tiny.epd/journal"));
    assert_contains(&error, &["tiny.epd/journal", "another folder with --journal"]);
    let (_, error) = desk.fails(&format!("{line} --out tiny.epd/out"));
    assert_contains(&error, &["cannot create the folder", "tiny.epd/out"]);
    if cfg!(target_os = "linux") {
        let (_, error) = desk.fails(&format!("{line} --out /proc/out"));
        assert_contains(&error, &["cannot create the folder /proc/out"]);
    }
}

#[test]
fn a_full_disk_ends_the_run_with_a_message_and_loses_nothing() {
    let desk = Desk::new();
    let line = format!("table4 --depth 5 --threads 1 {TABLE}");
    let program = crate::desk::program();
    // Files may not grow beyond 8 blocks of 512 or 1024 bytes; SIGXFSZ is ignored.
    let script = format!("trap '' XFSZ; ulimit -f 8; exec {program} {line} --out out");
    let shell = Command::new("sh").args(["-c", &script]).current_dir(desk.path("")).output();
    let output = shell.unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_contains(&stderr(&output), &["cannot store a result", "journal", "not lost"]);
    desk.ok(&format!("{line} --out out"));
    let (searches, kept) = desk.amounts("out");
    assert!(kept > 0 && searches + kept == SEARCHES, "{searches}, {kept}");
    desk.ok(&format!("{line} --out whole --fresh"));
    assert_eq!(files(&desk.path("out")), files(&desk.path("whole")));
}

//! What is done is not done again, and what was interrupted goes on.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::desk::{Desk, SEARCHES, assert_contains, files, stderr};

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

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_done_and_the_same_command_goes_on() {
    let desk = Desk::new();
    let line = format!("table4 --depth 7 --threads 1 {TABLE}");
    let child = desk.command(&format!("{line} --out out")).spawn().unwrap();
    let journal = desk.path("results/runs/journal");
    let has_some = || {
        let paths = fs::read_dir(&journal).into_iter().flatten().flatten();
        paths.filter_map(|entry| fs::metadata(entry.path()).ok()).any(|file| file.len() > 0)
    };
    while !has_some() {
        std::thread::sleep(Duration::from_millis(5));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let begin = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert_contains(&stderr(&output), &["interrupted: ", "of 18 searches", "goes on from there"]);
    let (_, messages) = desk.ok(&format!("{line} --out out"));
    assert_contains(&messages, &["Resuming: ", "of 18 searches are in the journal"]);
    let (searches, kept) = desk.amounts("out");
    assert!(kept > 0 && searches + kept == SEARCHES, "{searches}, {kept}");
    desk.ok(&format!("{line} --out whole --fresh"));
    assert_eq!(files(&desk.path("out")), files(&desk.path("whole")));
}

#[test]
fn two_at_the_same_run_and_two_runs_in_one_folder_are_refused() {
    let desk = Desk::new();
    let line = "table4 --depth 40 --suite tiny.epd --hash-entries 2^12 --out out";
    let mut first = desk.command(line).spawn().unwrap();
    let begin = Instant::now();
    while !desk.path("results/runs/journal").exists() && begin.elapsed().as_secs() < 20 {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(100));
    let again = refusal(desk.command(line));
    let other = refusal(desk.command(&line.replace("--depth 40", "--depth 39")));
    first.kill().unwrap();
    first.wait().unwrap();
    assert_contains(&again, &["another process is writing into", "--out"]);
    assert_contains(&other, &["another process is writing into", "--out"]);
}

/// Standard error of a command that must fail at once; one that runs instead is killed.
fn refusal(mut command: Command) -> String {
    let mut child = command.spawn().unwrap();
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() && begin.elapsed().as_secs() < 20 {
        std::thread::sleep(Duration::from_millis(10));
    }
    let _ = child.kill(); // gone already if it was refused
    let output = child.wait_with_output().unwrap();
    format!("{} {}", output.status, stderr(&output))
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

#[cfg(unix)]
#[test]
fn a_full_disk_ends_the_run_with_a_message_and_loses_nothing() {
    let desk = Desk::new();
    let line = format!("table4 --depth 5 --threads 1 {TABLE}");
    let program = crate::desk::program();
    // Files may not grow beyond 8 blocks of 512 or 1024 bytes; the signal for it is ignored.
    let script = format!("trap '' XFSZ; ulimit -f 8; exec {program} {line} --out out");
    let shell = Command::new("sh").args(["-c", &script]).current_dir(desk.path("")).output();
    let output = shell.unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_contains(&stderr(&output), &["cannot keep a result", "journal", "not lost"]);
    desk.ok(&format!("{line} --out out"));
    let (searches, kept) = desk.amounts("out");
    assert!(kept > 0 && searches + kept == SEARCHES, "{searches}, {kept}");
    desk.ok(&format!("{line} --out whole --fresh"));
    assert_eq!(files(&desk.path("out")), files(&desk.path("whole")));
}

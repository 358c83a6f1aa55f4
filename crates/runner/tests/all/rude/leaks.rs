//! An engine that is started again and again leaves no file descriptor, thread or dead process behind.

use std::fs;

use super::{engine, pids};
use crate::desk::Desk;
use crate::running::{Running, wait_for};

fn entries(path: &str) -> usize {
    fs::read_dir(path).map_or(0, Iterator::count)
}

/// The zombie children of a process.
fn zombies(parent: u32) -> usize {
    let stats = fs::read_dir("/proc").unwrap().flatten();
    let stats = stats.filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok());
    let dead = format!("Z {parent} ");
    stats.filter(|stat| stat.rsplit(") ").next().unwrap_or_default().starts_with(&dead)).count()
}

#[test]
fn ten_restarts_of_a_wrapper_leave_nothing_behind() {
    let desk = Desk::new();
    // Its child holds its pipes; in the eleventh game it thinks for ever.
    let does = "go*) sleep 1000 & if [ $(wc -l < wrapper.pid) -le 10 ]; then exit 3; fi; \
                touch now; sleep 1000;;";
    engine(&desk, "wrapper", does, "silence_timeout_s = 2");
    let line = "match r3 uci:wrapper --games 40 --depth 1 --threads 1 --engines mine.toml --quiet \
                --set hash-entries=2^12 --out out";
    let running = Running::new(&desk, line);
    let id = running.0.id();
    let count = || (entries(&format!("/proc/{id}/fd")), entries(&format!("/proc/{id}/task")));
    // It is asked its name before there is a journal or a worker.
    wait_for("first game", || pids(&desk, "wrapper.pid").len() >= 2);
    let first = count();
    wait_for("eleventh game", || desk.path("now").exists());
    let last = count();
    // An engine between two games has no pipes.
    assert!(last.0 <= first.0 + 4 && last.1 <= first.1 + 2, "{first:?} became {last:?}");
    wait_for("burial", || zombies(id) == 0);
}

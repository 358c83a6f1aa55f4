//! However this program ends, no engine and nothing that an engine has started outlives it.

use rustix::process::{Pid, Signal, kill_process};

use super::{engine, forfeits, is_alive, pids};
use crate::desk::Desk;
use crate::running::{Running, wait_for};

/// A wrapper's child that holds the engine's pipes, ignores requests to end, and searches for ever.
const FORKS: &str = "go*) (trap '' INT TERM HUP PIPE; while :; do sleep 1; done) & \
                     echo $! >> child.pid; trap '' INT TERM HUP PIPE; while :; do sleep 1; done;;";

/// Long enough for a shell to start a child and write down its process id.
const PATIENCE: &str = "silence_timeout_s = 2";

fn all_dead(desk: &Desk, files: &[&str]) -> bool {
    files.iter().flat_map(|file| pids(desk, file)).all(|pid| !is_alive(pid))
}

#[test]
fn what_a_wrapper_has_started_ends_with_it() {
    let desk = Desk::new();
    engine(&desk, "wrapper", FORKS, PATIENCE);
    forfeits(&desk, "wrapper");
    assert_eq!(pids(&desk, "child.pid").len(), 2);
    wait_for("death", || all_dead(&desk, &["wrapper.pid", "child.pid"]));
}

#[test]
fn a_wrapper_that_dies_takes_its_children_along() {
    let desk = Desk::new();
    let does = "go*) (trap '' HUP PIPE; sleep 1000) & echo $! >> child.pid; exit 3;;";
    engine(&desk, "father", does, "");
    let complaint = forfeits(&desk, "father");
    assert!(complaint.contains("died in a search (exit status: 3)"), "{complaint}");
    assert_eq!(pids(&desk, "child.pid").len(), 2);
    wait_for("death", || all_dead(&desk, &["father.pid", "child.pid"]));
}

#[cfg(target_os = "linux")]
#[test]
fn a_child_that_leaves_the_engines_group_and_session_ends_too() {
    let desk = Desk::new();
    let does = "go*) setsid sh -c 'echo $$ >> child.pid; while :; do sleep 1; done' & sleep 1000;;";
    engine(&desk, "stray", does, PATIENCE);
    forfeits(&desk, "stray");
    assert_eq!(pids(&desk, "child.pid").len(), 2);
    wait_for("death", || all_dead(&desk, &["stray.pid", "child.pid"]));
}

/// Two games at once against the wrapper, which is searching in both.
fn searching(desk: &Desk) -> Running {
    engine(desk, "wrapper", FORKS, "");
    let line = "match r3 uci:wrapper --games 4 --depth 1 --threads 2 --engines mine.toml --quiet \
                --set hash-entries=2^12 --out out";
    let running = Running::new(desk, line);
    wait_for("search", || pids(desk, "child.pid").len() == 2);
    assert!(!all_dead(desk, &["wrapper.pid"]));
    running
}

#[test]
fn no_engine_survives_a_kill() {
    let desk = Desk::new();
    let running = searching(&desk);
    running.signal(Signal::KILL);
    wait_for("death", || all_dead(&desk, &["wrapper.pid", "child.pid"]));
}

#[test]
fn no_engine_survives_a_second_interrupt() {
    let desk = Desk::new();
    let running = searching(&desk);
    running.signal(Signal::INT);
    std::thread::sleep(std::time::Duration::from_millis(30));
    let _ = kill_process(Pid::from_child(&running.0), Signal::INT); // it may have ended by now
    let output = running.ends_within_a_second();
    assert_eq!(output.status.code(), Some(130));
    wait_for("death", || all_dead(&desk, &["wrapper.pid", "child.pid"]));
}

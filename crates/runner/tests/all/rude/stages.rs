//! Everything that an engine can do wrong, at every stage: the game is lost, the engine is named, and
//! the match goes on at once.

use super::{engine, forfeits};
use crate::desk::Desk;

/// Misbehaviour: its name, and the shell code for it.
const DEEDS: &[(&str, &str)] = &[
    ("sleeps", "sleep 1000"),
    ("dies", "exit 3"),
    ("is-killed", "kill -9 $$"),
    ("closes-stdin", "exec <&-; sleep 1000"),
    ("closes-stdout", "exec >&-; sleep 1000"),
    ("forks-and-dies", "sleep 1000 & exit 0"),
    ("floods", "yes"),
    ("babbles", "cat /dev/urandom"),
];

const STAGES: &[&str] = &["uci", "isready", "ucinewgame", "position*", "go*"];

#[test]
fn an_engine_may_do_anything_at_any_stage() {
    let desk = Desk::new();
    let patience = "start_timeout_s = 0.4\nsilence_timeout_s = 0.4\nsearch_timeout_s = 0.8";
    let mut names = vec![Vec::new(); DEEDS.len()];
    for ((deed, words), names) in DEEDS.iter().zip(&mut names) {
        for stage in STAGES {
            let name = format!("{deed}-at-{}", stage.trim_end_matches('*'));
            engine(&desk, &name, &format!("{stage}) {words};;"), patience);
            names.push(name);
        }
    }
    std::thread::scope(|scope| {
        for names in names {
            scope.spawn(|| {
                for name in names {
                    let complaint = forfeits(&desk, &name);
                    assert!(complaint.contains(&name), "{complaint}");
                }
            });
        }
    });
}

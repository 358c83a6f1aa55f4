//! Engines that do what real ones do, and worse: flood, stop reading, fork, close their pipes, die. Each
//! test ends, and no trace of an engine is left afterwards.

mod adviser;
mod deaf;
mod flood;
mod interrupts;
mod leaks;
mod orphans;
mod stages;

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;

use crate::desk::{Desk, stderr};
use crate::running::Running;

/// The answers of a well-behaved engine, as branches of a shell `case`.
const POLITE: &str = "uci) echo uciok;; isready) echo readyok;; quit) exit;;";
/// A rook pawn's move, legal in the start position; enough where no game goes further.
const MOVE: &str = "go*) echo info depth 1 nodes 5 pv a2a3; echo bestmove a2a3;;";

/// Adds an engine to `mine.toml` that is a shell script: the branches of `does` come before those
/// of a well-behaved one. It leaves its process id in `NAME.pid`.
fn engine(desk: &Desk, name: &str, does: &str, entry: &str) {
    let pids = desk.path(&format!("{name}.pid"));
    let script = format!(
        "#!/bin/sh\necho $$ >> {}\nwhile read line; do case \"$line\" in\n{does}\n{MOVE}\n{POLITE}\n\
         esac; done\n",
        pids.display()
    );
    let path = desk.file(&format!("{name}.sh"), &script);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let entry = format!("[{name}]\ncommand = '{}'\n{entry}\n", path.display());
    let file = fs::OpenOptions::new().create(true).append(true).open(desk.path("mine.toml"));
    file.unwrap().write_all(entry.as_bytes()).unwrap();
}

/// The processes that wrote their ids into a file.
fn pids(desk: &Desk, file: &str) -> Vec<i32> {
    let text = fs::read_to_string(desk.path(file)).unwrap_or_default();
    text.lines().filter_map(|line| line.parse().ok()).collect()
}

/// Is a process running?
fn is_alive(pid: i32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
}

/// Plays a match of two games that must fail because the engine forfeits both; its standard error.
fn forfeits(desk: &Desk, name: &str) -> String {
    let line = format!(
        "match r3 uci:{name} --games 2 --depth 1 --threads 1 --engines mine.toml --quiet \
         --set hash-entries=2^12 --out {name}"
    );
    let output = Running::new(desk, &line).ends();
    assert_eq!(output.status.code(), Some(1), "{name}: {}", stderr(&output));
    assert!(stderr(&output).contains("every game"), "{name}: {}", stderr(&output));
    let report = fs::read_to_string(desk.path(&format!("{name}/report.txt"))).unwrap();
    report.lines().find(|line| line.starts_with("FAILED: ")).unwrap().to_owned()
}

//! An engine that never stops talking: timeouts hold although it never pauses, and its output is not kept.

use std::fs;
use std::time::{Duration, Instant};

use super::{engine, forfeits};
use crate::desk::Desk;
use crate::running::{Running, wait_for};

/// An endless stream of long lines, as fast as pipes take them; reading one takes longer than writing it.
const FLOOD: &str = "yes \"info depth 1 nodes 5 score cp 1 pv \
                     $(yes a2a3 | head -n 12000 | tr '\\n' ' ')\"";

#[test]
fn a_flood_of_long_lines_defeats_no_timeout() {
    let desk = Desk::new();
    // An engine that is to get past its start has all the time it needs for that.
    for (name, at, patience, said) in [
        ("uci", "uci", "start_timeout_s = 0.5", "did not answer to uci within 0.5 s"),
        ("isready", "isready", "start_timeout_s = 2", "did not answer to isready within 2 s"),
        (
            "go",
            "go*",
            "silence_timeout_s = 0.5\nsearch_timeout_s = 1",
            "did not answer to go within",
        ),
    ] {
        engine(&desk, name, &format!("{at}) {FLOOD};;"), patience);
        let complaint = forfeits(&desk, name);
        assert!(complaint.contains(said), "{complaint}");
    }
}

#[test]
fn a_flood_while_the_other_side_thinks_is_not_kept() {
    let desk = Desk::new();
    let does = format!("go*) echo bestmove a2a3; touch now; {FLOOD};;");
    engine(&desk, "babbler", &does, "");
    desk.file("start.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"start\";\n");
    // White moves a pawn and floods; the variant thinks for some seconds.
    let line = "match uci:babbler r3 --games 2 --movetime 3 --threads 1 --engines mine.toml --quiet \
                --openings start.epd --set hash-entries=2^12 --out out";
    let running = Running::new(&desk, line);
    wait_for("flood", || desk.path("now").exists());
    let begun = Instant::now();
    let mut most = 0;
    while begun.elapsed() < Duration::from_millis(2500) {
        let status = fs::read_to_string(format!("/proc/{}/status", running.0.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|l| l.trim().trim_end_matches(" kB").parse::<u64>().ok());
        most = most.max(kib.unwrap_or_default());
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(most > 0 && most < 60 * 1024, "{most} KiB");
}

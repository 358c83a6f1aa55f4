//! An engine that talks without end: no timeout waits for it to pause, and what it says is not kept.

use std::fs;
use std::time::{Duration, Instant};

use super::{Running, engine, forfeits};
use crate::desk::Desk;

/// Long lines without end, as fast as pipes take them; reading one takes longer than writing it.
const FLOOD: &str = "yes \"info depth 1 nodes 5 score cp 1 pv \
                     $(yes a2a3 | head -n 12000 | tr '\\n' ' ')\"";

const PATIENCE: &str = "start_timeout_s = 2\nsilence_timeout_s = 0.5\nsearch_timeout_s = 1";

#[test]
fn a_flood_of_long_lines_defeats_no_timeout() {
    let desk = Desk::new();
    for (name, at, said) in [
        ("uci", "uci", "did not answer to uci within 2 s"),
        ("isready", "isready", "did not answer to isready within 2 s"),
        ("go", "go*", "did not answer to go within"),
    ] {
        engine(&desk, name, &format!("{at}) {FLOOD};;"), PATIENCE);
        let complaint = forfeits(&desk, name, 20.0);
        assert!(complaint.contains(said), "{complaint}");
    }
}

#[test]
fn a_flood_while_the_other_side_thinks_is_not_kept() {
    let desk = Desk::new();
    let does = format!("go*) echo bestmove a2a3; {FLOOD};;");
    engine(&desk, "babbler", &does, PATIENCE);
    desk.file("start.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"start\";\n");
    // White moves a pawn and floods; the variant thinks for some seconds.
    let line = "match uci:babbler r3 --games 2 --movetime 3 --threads 1 --engines mine.toml --quiet \
                --openings start.epd --set hash-entries=2^12 --out out";
    let running = Running::new(&desk, line);
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

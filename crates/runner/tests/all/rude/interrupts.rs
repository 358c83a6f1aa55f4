//! Ctrl-C is heeded within a second, whatever an engine or a variant is doing.

use std::time::Duration;

use rustix::process::Signal;

use super::{engine, pids};
use crate::desk::Desk;
use crate::running::{Running, wait_for};

/// Time for a search to be well under way; an earlier interrupt is heeded too.
const THOUGHT: Duration = Duration::from_millis(300);

#[test]
fn an_interrupt_is_heeded_while_waiting_for_an_engine() {
    let desk = Desk::new();
    for (name, at) in
        [("start", "uci"), ("ready", "isready"), ("game", "ucinewgame"), ("move", "go*")]
    {
        engine(
            &desk,
            name,
            &format!("{at}) touch {name}.now; sleep 1000;;"),
            "start_timeout_s = 60",
        );
        for (kind, line) in [
            ("match", "match r3 uci:ENGINE --games 2 --depth 1"),
            ("table", "table4 --depth 1 --suite tiny.epd -v r2,uci:ENGINE --fresh"),
        ] {
            let out = format!(" --threads 1 --engines mine.toml --quiet --out {name}-{kind}");
            let running = Running::new(&desk, &(line.replace("ENGINE", name) + &out));
            wait_for("wait", || desk.path(&format!("{name}.now")).exists());
            std::fs::remove_file(desk.path(&format!("{name}.now"))).unwrap();
            if kind == "table" && name != "move" {
                // Tables start their engines before they watch for interrupts.
                running.signal(Signal::INT);
                assert!(!running.ends_within_a_second().status.success(), "{name}");
            } else {
                running.ends_interrupted();
            }
        }
    }
}

#[test]
fn an_interrupt_is_heeded_while_a_variant_thinks() {
    let desk = Desk::new();
    for limit in ["--movetime 60", "--tc 3600+1", "--depth 60", "--nodes 100000000000"] {
        let line = format!("match v3 r2 --games 2 --threads 2 --quiet {limit} --out out");
        let running = Running::at_work(&desk, &line, "out");
        std::thread::sleep(THOUGHT);
        running.ends_interrupted();
        desk.remove("out");
    }
}

#[test]
fn an_interrupt_is_heeded_in_a_flood() {
    let desk = Desk::new();
    engine(&desk, "babbler", "go*) touch now; yes info depth 1 nodes 5;;", "");
    let line = "match r3 uci:babbler --games 2 --depth 1 --threads 1 --engines mine.toml --quiet";
    let running = Running::new(&desk, line);
    wait_for("flood", || desk.path("now").exists());
    std::thread::sleep(THOUGHT);
    running.ends_interrupted();
    assert_eq!(pids(&desk, "babbler.pid").len(), 2, "once to ask its name, once for the game");
}

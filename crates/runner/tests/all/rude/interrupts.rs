//! Ctrl-C is heeded within a second, whatever an engine or a variant is doing.

use rustix::process::Signal;

use super::{Running, engine, pids, wait_for};
use crate::desk::{Desk, assert_contains, stderr};

/// A second, and what a busy computer takes to end processes.
const SOON_S: f64 = 5.0;

fn interrupted(running: Running, what: &str) {
    running.signal(Signal::INT);
    let output = running.ends_within(SOON_S);
    assert_eq!(output.status.code(), Some(130), "{what}: {}", stderr(&output));
    assert_contains(&stderr(&output), &["interrupted"]);
}

#[test]
fn an_interrupt_is_heeded_while_an_engine_is_waited_for() {
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
            wait_for("wait", 20.0, || desk.path(&format!("{name}.now")).exists());
            std::fs::remove_file(desk.path(&format!("{name}.now"))).unwrap();
            if kind == "table" && name != "move" {
                // Tables meet their engines before they watch for interrupts.
                running.signal(Signal::INT);
                assert!(!running.ends_within(SOON_S).status.success(), "{name}");
            } else {
                interrupted(running, name);
            }
        }
    }
}

#[test]
fn an_interrupt_is_heeded_while_a_variant_thinks() {
    let desk = Desk::new();
    for limit in ["--movetime 60", "--tc 3600+1", "--depth 60", "--nodes 100000000000"] {
        let line = format!("match v3 r2 --games 2 --threads 2 --quiet {limit} --out out");
        let running = Running::new(&desk, &line);
        wait_for("match", 20.0, || desk.path("out").exists());
        std::thread::sleep(std::time::Duration::from_millis(300));
        interrupted(running, limit);
        desk.remove("out");
    }
}

#[test]
fn an_interrupt_is_heeded_in_a_flood() {
    let desk = Desk::new();
    engine(&desk, "babbler", "go*) touch now; yes info depth 1 nodes 5;;", "");
    let line = "match r3 uci:babbler --games 2 --depth 1 --threads 1 --engines mine.toml --quiet";
    let running = Running::new(&desk, line);
    wait_for("flood", 20.0, || desk.path("now").exists());
    std::thread::sleep(std::time::Duration::from_millis(300));
    interrupted(running, "flood");
    assert_eq!(pids(&desk, "babbler.pid").len(), 2, "asked who it is, then in the game");
}

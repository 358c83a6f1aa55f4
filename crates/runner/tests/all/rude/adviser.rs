//! The engine that vets suites is treated like any other: the same patience, the same end.

use rustix::process::Signal;

use super::{engine, is_alive, pids};
use crate::desk::{Desk, assert_contains};
use crate::running::{Running, wait_for};

const OPTIONS: &str = "uci) echo id name Sage 1; for o in Threads Hash MultiPV; do \
                       echo option name $o type spin default 1; done; echo uciok;;";

/// A suite's best move that no search settles on, so that the engine is asked.
const DOUBTFUL: &str = "6k1/5ppp/8/3q4/8/8/5PPP/3R2K1 w - - bm Kf1; id \"x\";\n";

#[test]
fn its_two_best_moves_are_reported_and_its_options_are_set() {
    let desk = Desk::new();
    desk.file("doubtful.epd", DOUBTFUL);
    let go = "go*searchmoves*) echo info depth 1 multipv 1 score cp -900 pv g1f1; echo bestmove g1f1;;\
              go*) echo info depth 1 multipv 1 score cp 900 pv d1d5; \
              echo info depth 1 multipv 2 score mate -3 pv g1f1; \
              echo info depth 2 multipv 1 score cp 5 upperbound pv g1f1; echo bestmove d1d5;;";
    let log = "set*) echo \"$line\" >> set.log;;";
    engine(&desk, "sage", &format!("{OPTIONS}\n{go}\n{log}"), "");
    let (text, _) =
        desk.ok("suites verify doubtful.epd --depth 2 --engine ./sage.sh --engine-nodes 7");
    assert_contains(&text, &["Sage 1 at 7 nodes, best Rxd5 +900 (next Kf1 -29997)"]);
    assert_contains(&text, &["of the suite's Kf1 -900"]);
    let set = std::fs::read_to_string(desk.path("set.log")).unwrap();
    for option in ["Threads value 1", "Hash value 1", "MultiPV value 2"] {
        assert_contains(&set, &[&format!("setoption name {option}\n")]);
    }
}

#[test]
fn a_program_that_is_no_engine_is_refused_with_a_reason() {
    let desk = Desk::new();
    desk.file("doubtful.epd", DOUBTFUL);
    let verify = "suites verify doubtful.epd --depth 2 --engine";
    let (_, said) = desk.fails(&format!("{verify} /no/such/engine"));
    assert_contains(&said, &["no program '/no/such/engine'"]);
    let (_, said) = desk.fails(&format!("{verify} true"));
    assert_contains(&said, &["'true' died at the start (exit status: 0)"]);
}

#[test]
fn nothing_of_it_is_left() {
    let desk = Desk::new();
    desk.file("doubtful.epd", DOUBTFUL);
    let go = "go*) sleep 1000 & echo $! >> child.pid; exit 1;;";
    engine(&desk, "sage", &format!("{OPTIONS}\n{go}"), "");
    let (_, said) = desk.fails("suites verify doubtful.epd --depth 2 --engine ./sage.sh");
    assert_contains(&said, &["died in a search (exit status: 1)"]);
    wait_for("death", || {
        pids(&desk, "child.pid").into_iter().chain(pids(&desk, "sage.pid")).all(|p| !is_alive(p))
    });
}

/// Files are written every 16 games; this engine hangs before that.
#[test]
fn a_survey_that_ends_interrupted_or_whose_engine_dies_keeps_the_games_that_are_done() {
    for (end, code) in [("touch now; sleep 1000", 130), ("exit 3", 1)] {
        let desk = Desk::new();
        let go = format!(
            "go*) n=$((n + 1)); if [ ! -e kind ] && [ $n -gt 400 ]; then {end}; fi; \
             echo 'bestmove (none)';;"
        );
        engine(&desk, "sage", &format!("{OPTIONS}\n{go}"), "");
        let games = || {
            let manifest = std::fs::read_to_string(desk.path("out/evidence.toml")).unwrap();
            let line = manifest.lines().find_map(|line| line.strip_prefix("games = ")).unwrap();
            line.parse::<u32>().unwrap()
        };
        let line = "suites survey --engine ./sage.sh --out out --games";
        let running = Running::new(&desk, &format!("{line} 16"));
        if code == 130 {
            wait_for("hanging engine", || desk.path("now").exists());
            running.signal(Signal::INT);
        }
        assert_eq!(running.ends().status.code(), Some(code));
        let done = games();
        assert!((1..16).contains(&done), "{done}");
        desk.file("kind", "");
        let (text, _) = desk.ok(&format!("{line} {}", done + 1));
        assert_contains(&text, &[&format!("{} games, 0 positions", done + 1)]);
        assert_eq!(games(), done + 1);
    }
}

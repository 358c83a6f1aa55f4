//! `vnmp uci` over pipes, as a graphical interface drives it: answers in time, node counts as in
//! `vnmp search`, and games played to their end on short clocks.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use vnmp_engine::Position;

use crate::running::on_this_machine;

const PATIENCE: Duration = Duration::from_secs(60);

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Engine {
        Engine::start_with(&["uci"])
    }

    fn start_with(arguments: &[&str]) -> Engine {
        let mut child = Command::new(crate::desk::program())
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        let input = child.stdin.take();
        Engine { child, input, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// All lines up to the first that begins with `end`.
    fn until(&mut self, end: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE).unwrap_or_else(|e| {
                panic!("no '{end}' ({e}) after {heard:#?}");
            });
            heard.push(line);
            if heard.last().unwrap().starts_with(end) {
                return heard;
            }
        }
    }

    fn ask(&mut self, command: &str, end: &str) -> Vec<String> {
        self.say(command);
        self.until(end)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn field(line: &str, name: &str) -> Option<u64> {
    let mut words = line.split_whitespace().skip_while(|word| *word != name);
    words.nth(1)?.parse().ok()
}

/// Resident memory of a process in KiB.
#[cfg(target_os = "linux")]
fn resident(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    field(&status, "VmRSS:").unwrap()
}

/// `(depth, nodes)` of the iterations.
fn counts(lines: &[String]) -> Vec<(u64, u64)> {
    let iterations = lines.iter().filter(|line| line.starts_with("info depth "));
    iterations.map(|line| (field(line, "depth").unwrap(), field(line, "nodes").unwrap())).collect()
}

#[test]
#[cfg(target_os = "linux")]
fn isready_brings_in_the_tables_pages_before_a_clock_runs() {
    let mut engine = Engine::start();
    let process = engine.child.id();
    engine.ask("isready", "readyok");
    let usual = resident(process) >> 10;
    assert!((64..128).contains(&usual), "{usual} MiB with the table of 64 MiB");
    engine.say("setoption name Hash value 256");
    engine.ask("isready", "readyok");
    let large = resident(process) >> 10;
    assert!(large >= 256, "{large} MiB with a table of 256 MiB");
}

#[test]
fn a_graphical_interface_needs_no_arguments_and_a_person_without_them_gets_help() {
    let mut engine = Engine::start_with(&[]);
    let said = engine.ask("uci", "uciok");
    assert!(said.iter().any(|line| line.starts_with("id name vnmp")), "{said:?}");
    engine.say("position startpos moves e2e4");
    assert!(engine.ask("go depth 2", "bestmove").last().unwrap().len() > "bestmove ".len());
    engine.say("quit");
    assert!(engine.child.wait().unwrap().success());
    for input in ["", "help\n", "uci2\n"] {
        let mut child = Command::new(crate::desk::program())
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("Usage: vnmp"));
    }
}

#[test]
fn go_depth_counts_the_nodes_of_vnmp_search() {
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
    let mut engine = Engine::start();
    for (variant, evaluation) in [("std:r=2", "pst"), ("vrfd:r=3", "pst"), ("none", "mobility")] {
        engine.say(&format!("setoption name Specification value {variant}"));
        engine.say(&format!("setoption name Evaluation value {evaluation}"));
        engine.say("ucinewgame");
        engine.say(&format!("position fen {fen}"));
        let heard = counts(&engine.ask("go depth 6", "bestmove"));
        let search = Command::new(crate::desk::program())
            .args(["search", fen, "--variant", variant, "--depth", "6", "--format", "json"])
            .args(["--set", &format!("evaluation={evaluation}")])
            .output()
            .unwrap();
        let report: serde_json::Value = serde_json::from_slice(&search.stdout).unwrap();
        let iterations = report["iterations"].as_array().unwrap().iter();
        let expected: Vec<(u64, u64)> = iterations
            .map(|row| (row["depth"].as_u64().unwrap(), row["nodes"].as_u64().unwrap()))
            .collect();
        assert_eq!(heard, expected, "{variant}");
    }
}

#[test]
fn stop_and_isready_are_answered_at_once_during_a_search() {
    let mut engine = Engine::start();
    engine.ask("uci", "uciok");
    let mut latencies = Vec::new();
    for _ in 0..5 {
        engine.say("position startpos moves e2e4");
        engine.say("go infinite");
        engine.until("info depth 4 ");
        let begun = Instant::now();
        engine.ask("isready", "readyok");
        let heard = engine.ask("stop", "bestmove");
        latencies.push(begun.elapsed());
        let mv = heard.last().unwrap().split_whitespace().nth(1).unwrap().to_owned();
        let position = Position::start();
        let position = position.make(position.legal_uci("e2e4").unwrap());
        assert!(position.legal_uci(&mv).is_some(), "{mv}");
    }
    latencies.sort();
    let allowed = on_this_machine(Duration::from_millis(50));
    assert!(latencies[2] < allowed, "{latencies:?} of {allowed:?}");
}

#[test]
fn a_search_without_end_keeps_its_move_until_stop() {
    let mut engine = Engine::start();
    engine.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"); // no move, so nothing to search
    engine.say("go infinite");
    engine.until("info depth 0");
    assert!(engine.lines.recv_timeout(Duration::from_millis(150)).is_err(), "a move before stop");
    assert_eq!(engine.ask("stop", "bestmove"), ["bestmove (none)"]);
    engine.say("position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    engine.say("go infinite mate 1");
    engine.until("info depth 1 ");
    assert!(engine.lines.recv_timeout(Duration::from_millis(150)).is_err(), "a move before stop");
    assert_eq!(engine.ask("stop", "bestmove"), ["bestmove g6g7"]);
}

#[test]
fn a_second_go_ends_the_first_with_its_move() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    engine.say("go depth 2");
    engine.until("bestmove");
    assert_eq!(counts(&engine.until("bestmove")).last().map(|(depth, _)| *depth), Some(2));
}

#[test]
fn movetime_nodes_and_mate_end_by_themselves() {
    let mut engine = Engine::start();
    let begun = Instant::now();
    engine.ask("go movetime 200", "bestmove");
    assert!(begun.elapsed() >= Duration::from_millis(150), "{:?}", begun.elapsed());
    engine.ask("go nodes 3000", "bestmove");
    engine.say("position fen 2r3k1/5ppp/8/8/8/8/4RPPP/4R1K1 w - - 0 1");
    let heard = engine.ask("go mate 2", "bestmove");
    assert!(heard.iter().any(|line| line.contains("score mate 2")), "{heard:#?}");
    let heard = engine.ask("go depth 3 searchmoves h2h3 a9a9", "bestmove");
    assert_eq!(heard.last().unwrap(), "bestmove h2h3");
}

#[test]
fn the_end_of_the_input_ends_even_an_endless_search() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    engine.until("info depth 3 ");
    drop(engine.input.take());
    engine.until("bestmove");
    assert!(engine.child.wait().unwrap().success());
}

/// A busy machine may hold up the engine in one game; an engine at fault oversteps in all of them.
#[test]
fn a_game_on_a_short_clock_never_oversteps_it() {
    let flags: Vec<String> = (0..3).map_while(|_| flag_of_a_game()).collect();
    assert!(flags.len() < 3, "{flags:#?}");
}

/// Who loses on time, and when, in a game of the engine against itself.
fn flag_of_a_game() -> Option<String> {
    let mut engine = Engine::start();
    engine.say("setoption name Hash value 1");
    engine.ask("isready", "readyok");
    let increment = Duration::from_millis(50);
    let mut clocks = [Duration::from_millis(1000); 2];
    let (mut position, mut moves) = (Position::start(), String::new());
    for ply in 0..60 {
        if !position.has_legal_move() {
            break;
        }
        engine.say(&format!("position startpos moves{moves}"));
        let [white, black] = clocks.map(|clock| clock.as_millis());
        let begun = Instant::now();
        let heard =
            engine.ask(&format!("go wtime {white} btime {black} winc 50 binc 50"), "bestmove");
        let clock = &mut clocks[ply % 2];
        let Some(left) = clock.checked_sub(begun.elapsed()) else {
            return Some(format!("flag at ply {ply}: {heard:#?}"));
        };
        *clock = left + increment;
        let mv = heard.last().unwrap().split_whitespace().nth(1).unwrap().to_owned();
        position = position.make(position.legal_uci(&mv).unwrap());
        moves = format!("{moves} {mv}");
    }
    None
}

//! Other engines as columns of tables: their figures next to ours, and every way in which real engines
//! misbehave.
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

const SUITE: &str = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"start\";
rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - bm c4; id \"closed\";
";

/// A search as real engines report it: iterations, a bound, free text, other variations.
const SOUND: &str = "echo info string depth 9 nodes 999999; echo info depth 1 seldepth 2; \
    echo info depth 1 score cp 20 nodes 21 nps 1 pv e2e4; \
    echo info depth 2 score cp -500 upperbound nodes 40 pv a2a3; \
    echo info multipv 2 depth 2 score cp 900 nodes 41 pv a2a4; \
    echo info depth 2 score cp 31 nodes 60 pv e2e4 b8c6; \
    echo info depth 3; echo info depth 3 score mate 4 nodes 300 pv e2e4 b8c6; \
    echo info time 1 nodes 345; echo bestmove e2e4 ponder b8c6";

struct Desk {
    dir: TempDir,
}

impl Desk {
    fn new() -> Desk {
        let desk = Desk { dir: tempfile::tempdir().unwrap() };
        fs::write(desk.path("two.epd"), SUITE).unwrap();
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Adds an engine that is a shell script, which answers `go` and whatever `more` says.
    fn engine(&self, name: &str, go: &str, more: &str, entry: &str) {
        let script = format!(
            "#!/bin/sh\necho hello\nwhile read line; do\necho \"$line\" >> {name}.log\n\
             case \"$line\" in\n{more}\nuci) echo id name {name} 1.0; echo uciok;;\n\
             isready) echo readyok;;\ngo*) {go};;\nquit) exit;;\nesac; done\n"
        );
        let path = self.path(&format!("{name}.sh"));
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let entry = format!("[{name}]\ncommand = '{}'\n{entry}\n", path.display());
        let file = fs::OpenOptions::new().create(true).append(true).open(self.path("mine.toml"));
        file.unwrap().write_all(entry.as_bytes()).unwrap();
    }

    fn run(&self, line: &str) -> Output {
        let mut command = Command::new(crate::desk::program());
        command.args(line.split_whitespace()).current_dir(self.dir.path());
        command.args(["--hash-entries", "2^12", "--suite", "two.epd", "--engines", "mine.toml"]);
        command.env_remove("VNMP_SUITES").output().unwrap()
    }

    /// The text of a table with the engine's column.
    fn table(&self, engine: &str, more: &str) -> String {
        let line = format!("table4 --depth 3 -v r2,uci:{engine} --out {engine} {more}");
        let output = self.run(&line);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// The engine's records by position and depth.
    fn records(&self, engine: &str) -> BTreeMap<(u64, u64), Value> {
        let text = fs::read_to_string(self.path(&format!("{engine}/records.json"))).unwrap();
        let all: Vec<Value> = serde_json::from_str(&text).unwrap();
        let own = all.into_iter().filter(|r| r["variant"] == format!("uci:{engine}"));
        own.map(|r| ((r["index"].as_u64().unwrap(), r["depth"].as_u64().unwrap()), r)).collect()
    }

    fn log(&self, engine: &str) -> String {
        fs::read_to_string(self.path(&format!("{engine}.log"))).unwrap()
    }
}

#[test]
fn an_engines_iterations_go_into_the_same_tables_and_records() {
    let desk = Desk::new();
    desk.engine("sound", SOUND, "", "");
    let text = desk.table("sound", "--threads 1 --format csv --quiet");
    assert!(text.contains("690"), "nodes of both positions at depth 3: {text}");
    assert!(!text.contains("NOTE: uci:"), "{text}");
    let records = desk.records("sound");
    let figures = |depth: u64| {
        let r = &records[&(0, depth)];
        (r["nodes"].clone(), r["score_cp"].clone(), r["mate"].clone(), r["pv"].clone())
    };
    assert_eq!(figures(1), (21.into(), 20.into(), Value::Null, "e4".into()));
    assert_eq!(figures(2), (60.into(), 31.into(), Value::Null, "e4 Nc6".into()));
    assert_eq!(figures(3), (345.into(), Value::Null, 4.into(), "e4 Nc6".into()));
    assert_eq!(records[&(0, 3)]["solved"], true);
    assert_eq!(records[&(0, 3)]["main_nodes"], Value::Null, "absent is not 0");
    let times = fs::read_to_string(desk.path("sound/engine-times.csv")).unwrap();
    assert_eq!(times.lines().count(), 1 + 2 * 3, "{times}");
    let manifest = fs::read_to_string(desk.path("sound/manifest.json")).unwrap();
    assert!(manifest.contains("\"id name\": \"sound 1.0\""), "{manifest}");
}

#[test]
fn options_are_forced_and_every_position_is_a_new_game_with_its_clocks() {
    let desk = Desk::new();
    let options = "uci) echo id name tuned 1.0; echo option name Threads type spin default 2; \
                   echo option name OwnBook type check default true; \
                   echo option name Hash type spin default 1; echo uciok;;";
    desk.engine("tuned", SOUND, options, "options = { hash = 64 }");
    desk.table("tuned", "--threads 1 --quiet");
    let log = desk.log("tuned");
    for line in [
        "setoption name Threads value 1",
        "setoption name OwnBook value false",
        "setoption name Hash value 64",
        "position fen rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1",
        "go depth 3",
    ] {
        assert!(log.lines().any(|said| said == line), "{line} is not in {log}");
    }
    let count = |line: &str| log.lines().filter(|said| *said == line).count();
    assert_eq!(count("ucinewgame"), count("go depth 3"));
    assert_eq!(count("go depth 3"), 3, "two positions, the first of them a second time");
    // A search is identified by its fingerprint, so the same one is not searched again.
    desk.table("tuned", "--threads 1 --quiet");
    assert_eq!(desk.log("tuned").matches("go depth 3").count(), 3);
    let entry = fs::read_to_string(desk.path("mine.toml")).unwrap();
    fs::write(desk.path("mine.toml"), entry.replace("64", "32")).unwrap();
    desk.table("tuned", "--threads 1 --quiet --force");
    assert_eq!(
        desk.log("tuned").matches("go depth 3").count(),
        6,
        "another option, other searches"
    );
}

#[test]
fn an_engine_whose_counts_differ_from_run_to_run_is_flagged() {
    let desk = Desk::new();
    let moody = "echo info depth 3 score cp 1 nodes $$ pv e2e4; echo bestmove e2e4";
    desk.engine("moody", moody, "", "");
    let text = desk.table("moody", "--quiet");
    assert!(
        text.contains("uci:moody is NOT repeatable: of 1 positions searched twice 1"),
        "{text}"
    );
}

/// Engines that fail during a search: name, answer to `go`, expected complaint.
const CULPRITS: &[(&str, &str, &str)] = &[
    ("illegal", "echo info depth 3 nodes 5; echo bestmove e2e5", "the illegal move e2e5"),
    ("empty", "echo bestmove", "gave no move"),
    ("none", "echo 'bestmove (none)'", "gave no move"),
    ("dies", "echo info depth 1 nodes 5; exit 3", "died in a search (exit status: 3)"),
    ("hangs", "echo info depth 1 nodes 5", "did not answer to go within 0.5 s"),
    (
        "talks",
        "while echo info depth 1 nodes 5; do sleep 0.1; done",
        "did not answer to go within 1",
    ),
    ("garbage", "head -c 200000 /dev/urandom; echo; echo bestmove x", "the illegal move x"),
];

#[test]
fn engines_that_fail_are_restarted_and_named_and_give_no_figure() {
    let desk = Desk::new();
    for (name, go, what) in CULPRITS {
        let patience = match *name {
            "hangs" => "silence_timeout_s = 0.5",
            "talks" => "search_timeout_s = 1",
            _ => "", // all the time that a busy machine may need
        };
        desk.engine(name, go, "", &format!("start_timeout_s = 60\n{patience}"));
        let text = desk.table(name, "--threads 1 --quiet");
        let note = format!("NOTE: uci:{name} failed in 2 of 2 searches");
        assert!(text.contains(&note) && text.contains(what), "{name}: {text}");
        assert!(desk.records(name).is_empty(), "{name}");
        assert!(text.contains("Std R = 2"), "our own column is still there: {text}");
        assert_eq!(desk.log(name).matches("ucinewgame").count(), 2, "{name} was restarted");
    }
}

#[test]
fn an_engine_without_node_counts_is_named() {
    let desk = Desk::new();
    desk.engine("quiet", "echo bestmove e2e4", "", "");
    let text = desk.table("quiet", "--quiet");
    assert!(text.contains("uci:quiet told no node count in 2 of 2 searches"), "{text}");
}

#[test]
fn an_engine_that_cannot_run_is_refused_before_any_search() {
    let desk = Desk::new();
    desk.engine("mute", "", "uci) ;;", "start_timeout_s = 0.5");
    desk.engine("dead", "", "uci) exit 7;;", "");
    desk.engine("bare", SOUND, "", "options = { Style = 'Risky' }");
    let file = fs::read_to_string(desk.path("mine.toml")).unwrap();
    fs::write(desk.path("mine.toml"), file + "[lost]\ncommand = 'no-such-engine'\n").unwrap();
    for (name, part) in [
        ("mute", "did not answer to uci within 0.5 s"),
        ("dead", "died at the start (exit status: 7)"),
        ("bare", "has no option 'Style'"),
        ("lost", "no program 'no-such-engine'"),
        ("nobody", "there are: bare, dead, lost, mute"),
    ] {
        let output = desk.run(&format!("table4 --depth 2 -v r2,uci:{name} --out {name}"));
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(part), "{name}: {said}");
    }
}

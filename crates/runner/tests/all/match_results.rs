//! What a match reports at its end: a score within its interval, no Elo where nothing was played,
//! and games that other programs can read, whatever the engines are called.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use crate::desk::{Desk, assert_contains, stderr};

fn summary(desk: &Desk, folder: &str) -> Value {
    let text = fs::read(desk.path(folder).join("summary.json")).unwrap();
    serde_json::from_slice(&text).unwrap()
}

/// A side that shuffles its knight and never plays anything else.
fn simpleton(desk: &Desk, key: &str, go: &str) {
    let script = format!(
        "#!/bin/sh\nwhile read line; do case \"$line\" in\nuci) echo uciok;; isready) echo readyok;;\n\
         {go}\nquit) exit;; esac; done\n"
    );
    let path = desk.file("simpleton.sh", &script);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    desk.file("mine.toml", &format!("[{key}]\ncommand = './simpleton.sh'\n"));
}

#[test]
fn a_score_lies_within_its_interval_also_when_all_games_are_lost() {
    let desk = Desk::new();
    // Without quiescence, on material alone it does not even draw one game in ten.
    let weak = "none@quiescence=off,evaluation=material";
    for (line, score) in [
        (format!("match {weak} v3@hash-entries=2^12"), 0.0),
        (format!("match v3@hash-entries=2^12 {weak}"), 1.0),
    ] {
        desk.ok(&format!("{line} --games 10 --nodes 2000 --out out --quiet --force"));
        let all = summary(&desk, "out");
        let estimate = &all["standings"][0]["estimate"];
        let number = |name: &str| estimate[name].as_f64().unwrap();
        let (low, mid, high) = (number("score_low"), number("score"), number("score_high"));
        assert!((mid - score).abs() < 0.2, "{estimate}");
        assert!(low <= mid && mid <= high && high - low > 0.2, "{estimate}");
        assert!(number("elo_low") <= number("elo") && number("elo") <= number("elo_high"));
    }
}

#[test]
fn a_match_lost_on_time_throughout_has_no_elo_and_fails() {
    let desk = Desk::new();
    // The margin also covers the other side, which a busy machine may hold up.
    simpleton(&desk, "slow", "go*) sleep 3; echo bestmove a2a3;;");
    let line = "match r3@hash-entries=2^12 uci:slow --games 12 --movetime 0.02 --time-margin 2500 --threads 12 \
                --sprt elo0=0 elo1=10 --engines mine.toml --out out --quiet";
    let output = desk.run(line);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_contains(&stderr(&output), &["uci:slow forfeited every game", "no Elo"]);
    let report = fs::read_to_string(desk.path("out/report.txt")).unwrap();
    assert_contains(&report, &["12 ", "loses on time", "Every game was forfeited"]);
    let all = summary(&desk, "out");
    assert_eq!(all["standings"][0]["estimate"], Value::Null);
    assert_eq!(all["sprt"], Value::Null);
    assert!(!desk.path("out/elo.svg").exists(), "a chart of no Elo");
}

#[test]
fn claims_are_tested_on_any_two_sides_but_not_on_forfeits() {
    let desk = Desk::new();
    let claims = |variant: &str, to: &str| {
        let quantity = format!("kind = 'match-score', variant = '{variant}', to = '{to}'");
        let claim = format!(
            "id = 'a'\ntext = 'A'\nquantity = {{ {quantity} }}\nexpect = {{ above = 0.5 }}"
        );
        desk.file("a.toml", &format!("source = 'mine'\n[[claims]]\n{claim}\n"));
    };
    let score = |folder: &str| {
        let csv = desk.ok(&format!("claims {folder} --file a.toml --format csv")).0;
        let column = csv.lines().next().unwrap().split(',').position(|name| name == "ours");
        csv.lines().nth(1).unwrap().split(',').nth(column.unwrap()).unwrap().to_owned()
    };
    desk.ok("match r2@killers=on r2 --games 20 --depth 2 --out own --quiet");
    claims("std:r=2@killers=on", "std:r=2");
    let own: f64 = score("own").parse().unwrap();
    assert_eq!(Some(own), summary(&desk, "own")["standings"][0]["estimate"]["score"].as_f64());
    claims("std:r=2", "std:r=2@killers=on");
    assert!((score("own").parse::<f64>().unwrap() - (1.0 - own)).abs() < 1e-9);
    claims("std:r=3", "std:r=2");
    let (_, error) = desk.fails("claims own --file a.toml");
    assert_contains(&error, &["has no 'std:r=3'; it has std:r=2@killers=on, std:r=2"]);

    simpleton(&desk, "gone", "go*) exit 1;;");
    let line = "match r3 uci:gone --games 2 --depth 1 --engines mine.toml --out lost --quiet";
    assert_eq!(desk.run(line).status.code(), Some(1));
    claims("std:r=3", "uci:gone");
    let (_, error) = desk.fails("claims lost --file a.toml");
    assert_contains(&error, &["lost: no score: ", "every game was forfeited"]);
}

#[test]
fn a_quote_in_an_engines_name_leaves_tags_whole_and_a_newline_is_refused() {
    let desk = Desk::new();
    simpleton(&desk, "\"fine\\nnot\"", "go*) exit 1;;");
    let refused = desk.run("match r3 uci:fine --games 2 --depth 1 --engines mine.toml --out out");
    assert_contains(&stderr(&refused), &["mine.toml:1: ", "control character U+000A"]);
    let key = "\"fine [Result \\\"1-0\\\"]\\\\\"";
    simpleton(&desk, key, "go*) exit 1;;");
    let mut command = desk.command("match r3@hash-entries=2^12");
    command.arg("uci:fine [Result \"1-0\"]\\");
    command.args("--games 2 --depth 1 --engines mine.toml --out out --quiet".split(' '));
    assert_eq!(command.output().unwrap().status.code(), Some(1));
    let pgn = fs::read_to_string(desk.path("out/games.pgn")).unwrap();
    let (tags, results): (Vec<_>, Vec<_>) = (
        pgn.lines().filter(|line| line.starts_with('[')).collect(),
        pgn.lines().filter(|line| line.starts_with("[Result ")).collect(),
    );
    assert_eq!(results, ["[Result \"1-0\"]", "[Result \"0-1\"]"], "{pgn}");
    for tag in tags {
        assert!(tag.ends_with("\"]"), "{tag}");
    }
    assert_contains(&pgn, &["[Black \"uci:fine [Result \\\"1-0\\\"]\\\\\"]"]);
}

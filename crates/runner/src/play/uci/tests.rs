//! Sessions as text in and text out. Tests in which time must pass are in `tests/uci.rs`.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use super::command;
use super::serve;

#[derive(Clone, Default)]
struct Page(Arc<Mutex<Vec<u8>>>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn session(lines: &str) -> String {
    let page = Page::default();
    serve(lines.as_bytes(), page.clone()).unwrap();
    let text = page.0.lock().unwrap().clone();
    String::from_utf8(text).unwrap()
}

#[test]
fn the_handshake_names_every_preset_and_ends_with_uciok() {
    let text = session("uci\nisready\n");
    assert!(text.starts_with("id name vnmp"), "{text}");
    assert!(text.ends_with("uciok\nreadyok\n"), "{text}");
    for preset in vnmp_variants::PRESETS {
        assert!(text.contains(&format!(" var {}", preset.id)), "{text}");
    }
}

#[test]
fn declared_options_can_be_set_as_declared() {
    for line in session("uci\n").lines().filter_map(|line| line.strip_prefix("option name ")) {
        let (name, rest) = line.split_once(" type ").unwrap();
        let value = rest.split_once("default ").map_or("", |(_, rest)| rest);
        let value = value.split_whitespace().next().unwrap_or("");
        let text = session(&format!("setoption name {name} value {value}\n"));
        assert!(text.is_empty() || name == "Clear Hash", "{line}: {text}");
    }
}

#[test]
fn bad_commands_are_answered_by_an_info_string_and_nothing_else() {
    for line in [
        "xyzzy",
        "\u{1F600}",
        "position",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e2e4",
        "position startpos e2e4 e7e5",
        "position rubbish",
        "setoption",
        "setoption name",
        "setoption name Nonsense value 1",
        "setoption name Hash value many",
        "setoption name Hash value 0",
        "setoption name Hash value 99999999999",
        "setoption name Variant value r9",
        "setoption name Specification value vrfd:r=x",
        "setoption name Search Settings value killers",
        "setoption name Search Settings value hash-entries=2^40",
    ] {
        let text = session(&format!("{line}\n"));
        assert!(text.starts_with("info string "), "{line}: {text:?}");
        assert!(text.lines().all(|line| line.starts_with("info string ")), "{line}: {text}");
    }
}

#[test]
fn bytes_that_are_not_text_are_survived() {
    let page = Page::default();
    serve(&b"\xff\xfe\x00\nisready\r\n"[..], page.clone()).unwrap();
    let text = page.0.lock().unwrap().clone();
    assert!(String::from_utf8(text).unwrap().ends_with("readyok\n"));
}

#[test]
fn positions_without_moves_have_no_best_move() {
    for (fen, score) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "score cp 0"),
        ("R6k/6pp/8/8/8/8/8/K7 b - - 0 1", "score mate 0"),
    ] {
        let text = session(&format!("position fen {fen}\ngo depth 3\n"));
        assert_eq!(text, format!("info depth 0 {score}\nbestmove (none)\n"));
    }
}

#[test]
fn a_refused_position_leaves_the_previous_one() {
    for refused in ["startpos moves e7e5", "startpos e2e4", "rubbish", "fen 8/8 w - -", ""] {
        let text = session(&format!(
            "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\nposition {refused}\ngo depth 1\n",
        ));
        assert!(text.starts_with("info string position ignored"), "{refused}: {text}");
        assert!(text.ends_with("bestmove (none)\n"), "{refused}: {text}");
    }
}

#[test]
fn a_fen_may_end_after_its_fourth_field() {
    let text = session("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - moves\ngo depth 1\n");
    assert!(text.ends_with("bestmove (none)\n"), "{text}");
}

#[test]
fn go_is_read_token_by_token_and_says_what_it_cannot_use() {
    let line = "searchmoves e2e4 d2d4 wtime -5 btime 1000 winc 10 movestogo 40 depth nine xyz";
    let go = command::go(&line.split(' ').collect::<Vec<_>>());
    assert_eq!(go.moves, ["e2e4", "d2d4"]);
    assert_eq!(go.time("wtime").map(|time| time.as_millis()), Some(0));
    assert_eq!(go.time("btime").map(|time| time.as_millis()), Some(1000));
    assert_eq!(go.count("movestogo"), Some(40));
    assert_eq!(go.number("depth"), None);
    assert_eq!(go.complaints.len(), 3, "{:?}", go.complaints);
}

//! The rooms of the runner are ordered as ARCHITECTURE.md draws them: a room uses rooms on lower
//! lines only, so no two rooms use each other.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const ARCHITECTURE: &str = include_str!("../../../ARCHITECTURE.md");

/// The line of each room in the picture, counting from the top.
fn lines() -> BTreeMap<&'static str, usize> {
    let picture = ARCHITECTURE.split("```rooms\n").nth(1).expect("a picture of the rooms");
    let picture = picture.split("```").next().unwrap();
    let named = |(line, text): (usize, &'static str)| {
        text.split_whitespace().map(move |room| (room, line)).collect::<Vec<_>>()
    };
    picture.lines().enumerate().flat_map(named).collect()
}

pub fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The rooms that a text names, as `crate::ROOM` or in `crate::{ROOM::.., ROOM::..}`.
fn named(text: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        text.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect()
    };
    let mut rooms = Vec::new();
    for rest in text.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            None => rooms.push(word(rest)),
            Some(group) => {
                let mut depth = 0;
                let mut begins = true;
                for (at, c) in group.char_indices() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => begins = true,
                        c if begins && c.is_ascii_alphabetic() => {
                            rooms.push(word(&group[at..]));
                            begins = false;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    rooms
}

/// `FILE uses ROOM` for each use of a room that is not on a lower line.
fn against_the_order(lines: &BTreeMap<&str, usize>, room: &str, text: &str) -> Vec<String> {
    let own = lines[room];
    let is_wrong = |other: &String| {
        lines.get(other.as_str()).is_some_and(|line| *line <= own && other != room)
    };
    named(text).into_iter().filter(is_wrong).collect()
}

#[test]
fn no_room_uses_one_beside_or_above_it() {
    let (lines, src) = (lines(), Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let mut found = Vec::new();
    for entry in fs::read_dir(&src).unwrap().map(|entry| entry.unwrap().path()) {
        if !entry.is_dir() {
            continue;
        }
        let room = entry.file_name().unwrap().to_str().unwrap().to_owned();
        assert!(lines.contains_key(room.as_str()), "ARCHITECTURE.md does not draw '{room}'");
        let mut files = Vec::new();
        sources(&entry, &mut files);
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            for other in against_the_order(&lines, &room, &text) {
                found.push(format!("{} uses {other}", file.display()));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_use_against_the_order_is_noticed_in_every_spelling() {
    let lines = lines();
    for text in ["use crate::cli::run;", "use crate::{base::number, cli};", "crate::cli::run()"] {
        assert_eq!(against_the_order(&lines, "base", text), ["cli"], "{text}");
    }
    assert!(
        against_the_order(&lines, "cli", "use crate::{base::number, run::{a, cli}};").is_empty()
    );
}

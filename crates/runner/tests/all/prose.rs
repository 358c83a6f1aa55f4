//! Phrases that read like a translation. None may occur in documents, sources, tests and their names, scripts,
//! workflows and experiment files.

use std::fs;
use std::path::{Path, PathBuf};

const BANNED: &[&str] = &[
    "a per cent",
    "anew",
    "are looked at",
    "are told",
    "at hand",
    "at most so",
    "be had",
    "beside ours",
    "by a second hand",
    "come out again",
    "comes out again",
    "deepest depth",
    "flags fall",
    "found out",
    "goes on with",
    "gone on with",
    "greeted with",
    "how to go on",
    "in one go",
    "in the midst",
    "in vain",
    "is no error",
    "is looked at",
    "is there twice",
    "is told",
    "looked through",
    "made again",
    "mend it",
    "nobody looked",
    "of others",
    "of which the threads had",
    "passed over",
    "so manieth",
    "so many",
    "stand in the",
    "stands in a",
    "stands in the",
    "tells of",
    "that is meant",
    "thousand million",
    "told in full",
    "told of",
    "turns the sign",
    "what became of",
    "what came of",
    "what stands",
    "with nothing of",
];

/// Extensions of the files that are read; "" for scripts without one.
const COVERED: &[&str] =
    &["", "cff", "cjs", "css", "html", "js", "md", "py", "rs", "sh", "toml", "yaml", "yml"];

/// Not our prose, or bytes that are pinned: the program's output, its test input, and the one file
/// of tests whose names are part of the engine's source digest.
const EXEMPT: &[&str] = &[
    ".git",
    "crates/engine/src/survey/tests.rs",
    "crates/fuzz/corpus",
    "crates/fuzz/target",
    "crates/runner/tests/all/prose.rs",
    "results/report",
    "results/runs",
    "suites/imported",
    "target",
];

/// The files of the repository that are read.
fn files(root: &Path, folder: &Path, found: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
        let ending = path.extension().map_or("", |ending| ending.to_str().unwrap());
        // Below results and suites, the program writes everything but the READMEs.
        let is_made = ["results", "suites"].iter().any(|folder| name.starts_with(folder));
        if EXEMPT.contains(&name.as_str()) {
        } else if path.is_dir() {
            files(root, &path, found);
        } else if COVERED.contains(&ending) && (!is_made || name.ends_with("README.md")) {
            found.push(path);
        }
    }
}

/// `LINE: PHRASE` for each banned phrase, even across lines and in names.
fn hits(text: &str) -> Vec<String> {
    let mut words: Vec<(usize, String)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.to_lowercase();
        let line = line.split(|c: char| c.is_whitespace() || c == '_');
        let line = line.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        words.extend(line.filter(|word| !word.is_empty()).map(|word| (number, word.to_owned())));
    }
    let mut hits = Vec::new();
    for phrase in BANNED {
        let phrase_words: Vec<&str> = phrase.split(' ').collect();
        for window in words.windows(phrase_words.len()) {
            if window.iter().map(|(_, word)| word.as_str()).eq(phrase_words.iter().copied()) {
                hits.push(format!("{}: {phrase}", window[0].0));
            }
        }
    }
    hits
}

#[test]
fn a_phrase_is_found_across_lines_in_names_and_only_as_whole_words() {
    assert_eq!(hits("# It can be\n# had, or be hadn't"), ["1: be had"]);
    assert_eq!(hits("Janew made\nso many errors anew."), ["2: anew", "2: so many"]);
    assert_eq!(hits("fn it_is_made_anew() {"), ["1: anew"]);
}

#[test]
fn no_banned_phrase_is_written() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut read, mut found) = (Vec::new(), Vec::new());
    files(&root, &root, &mut read);
    assert!(read.len() > 50, "{read:?}");
    for path in read {
        // Files that are not text hold no prose.
        let text = fs::read_to_string(&path).unwrap_or_default();
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        found.extend(hits(&text).into_iter().map(|hit| format!("{name}:{hit}")));
    }
    assert!(found.is_empty(), "say it in English:\n{}", found.join("\n"));
}

#[test]
fn the_readme_has_at_most_a_thousand_words() {
    let words = include_str!("../../../../README.md").split_whitespace().count();
    assert!(words <= 1000, "{words}");
}

//! Corrections of public suites, as an overlay: the files stay unchanged, and known errors are
//! corrected after reading, only on request, and named with every table.

use std::path::PathBuf;

use anyhow::{anyhow, bail, ensure};
use clap::builder::{OsStringValueParser, TypedValueParser};
use serde::{Deserialize, Serialize};

use super::epd::moves;
use super::read::{Suite, digest};
use super::task::Task;
use crate::base::file;
use crate::base::lines::Lines;

/// Where corrections come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ErrataSource {
    /// Those that are part of the program, `suites/errata.toml`.
    Shipped,
    /// A file of the same form.
    File(PathBuf),
}

impl ErrataSource {
    /// Reads what follows `--errata=`, which is empty for those shipped.
    pub(crate) fn parser() -> impl TypedValueParser<Value = ErrataSource> {
        OsStringValueParser::new().map(|file| match file.is_empty() {
            true => ErrataSource::Shipped,
            false => ErrataSource::File(file.into()),
        })
    }
}

/// A file of corrections.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Errata {
    /// As the user named it.
    pub(crate) file: String,
    /// Lower-case hexadecimal SHA-256 of the file without carriage returns.
    pub(crate) sha256: String,
    suites: Vec<SuiteErrata>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    suite: Vec<SuiteErrata>,
}

/// The corrections of one suite.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SuiteErrata {
    /// Its name, for people.
    name: String,
    /// Of the EPD file without carriage returns: corrections of another file are not applied.
    sha256: String,
    /// What settled the corrections, for people.
    #[serde(rename = "evidence")]
    _evidence: String,
    #[serde(default)]
    position: Vec<Correction>,
}

/// The correction of one position.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Correction {
    id: String,
    change: Change,
    /// In SAN, for `replace` and `add`.
    #[serde(default)]
    moves: Vec<String>,
    reason: String,
    /// Scores in words, for people.
    #[serde(rename = "evidence", default)]
    _evidence: String,
}

/// The change to a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Change {
    /// Other best moves instead of the suite's.
    Replace,
    /// Other best moves besides the suite's.
    Add,
    /// The position is not searched.
    Drop,
}

impl Errata {
    /// Reads the corrections.
    pub(crate) fn load(source: &ErrataSource) -> anyhow::Result<Errata> {
        match source {
            ErrataSource::Shipped => {
                let text = include_str!("../../../../suites/errata.toml");
                Errata::parse("suites/errata.toml", text)
            }
            ErrataSource::File(path) => {
                let text = file::read_text(path).map_err(|e| {
                    anyhow!("cannot read the errata {}: {}", e.path.display(), e.source)
                })?;
                Errata::parse(&path.display().to_string(), &text)
            }
        }
    }

    /// Corrections from their text; `file` names it in messages.
    pub(crate) fn parse(file: &str, text: &str) -> anyhow::Result<Errata> {
        let read: File = Lines { file, text }
            .read()
            .map_err(|e| anyhow!("{e}; suites/errata.toml shows the form"))?;
        Ok(Errata { file: file.into(), sha256: digest(text.as_bytes()), suites: read.suite })
    }

    /// Corrects a suite; its first note says what was done.
    pub(crate) fn apply(&self, suite: &mut Suite) -> anyhow::Result<()> {
        let mut done = Vec::new();
        let sha256 = suite.sha256.clone();
        for errata in self.suites.iter().filter(|errata| errata.sha256 == sha256) {
            for correction in &errata.position {
                correction.apply(suite).map_err(|why| {
                    anyhow!("{}: {} of {}: {why}", self.file, correction.id, errata.name)
                })?;
                let change = format!("{:?}", correction.change).to_lowercase();
                done.push(format!("{} ({change}: {})", correction.id, correction.reason));
            }
        }
        for (index, record) in (0..).zip(&mut suite.positions) {
            record.index = index;
        }
        let (file, sha256) = (&self.file, &self.sha256[..10]);
        suite.notes.insert(
            0,
            match done.len() {
                0 => format!("the errata {file} (SHA-256 {sha256}) have nothing on this file"),
                n => format!(
                    "corrected by the errata {file} (SHA-256 {sha256}), {n} positions: {}",
                    done.join("; ")
                ),
            },
        );
        Ok(())
    }
}

impl Correction {
    /// The reason in words if it does not fit.
    fn apply(&self, suite: &mut Suite) -> anyhow::Result<()> {
        let Some(at) = suite.positions.iter().position(|record| record.id == self.id) else {
            ensure!(suite.discarded.contains(&self.id), "there is no such position");
            return Ok(());
        };
        if self.change == Change::Drop {
            ensure!(self.moves.is_empty(), "a position to drop needs no 'moves'");
            suite.positions.remove(at);
            return Ok(());
        }
        ensure!(!self.moves.is_empty(), "'moves' are missing, e.g. moves = [\"Nf3\"]");
        let record = &mut suite.positions[at];
        let (given, _) = moves(&record.position, "moves", &self.moves)?;
        let Task::BestMove { best, avoid } = &mut record.task else {
            bail!("it asks for no best move; such a position can only be dropped");
        };
        if self.change == Change::Replace {
            best.clear();
        }
        best.extend(given.iter().filter(|mv| !best.contains(mv)).copied().collect::<Vec<_>>());
        avoid.retain(|mv| !given.contains(mv));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::suite::read::EpdRecord;
    use crate::suite::{LookupOptions, ReadOptions, find, known};

    const TWO: &str = "6k1/5ppp/8/8/8/8/5PPP/R2r2K1 w - - bm Rxd1; id \"one\";\n\
                       6k1/5ppp/8/8/8/8/5PPP/R2n2K1 w - - bm h3; am Rxd1; id \"two\";\n\
                       kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2; id \"mate\";\n";

    fn suite() -> Suite {
        let options = ReadOptions { skip_bad: false, discard: true };
        Suite::read("mine", "mine.epd", TWO.as_bytes(), options).unwrap()
    }

    fn errata(positions: &str) -> String {
        format!(
            "[[suite]]\nname = 'mine'\nsha256 = '{}'\nevidence = 'e'\n{positions}",
            suite().sha256
        )
    }

    fn applied(positions: &str) -> anyhow::Result<Suite> {
        let mut suite = suite();
        Errata::parse("e.toml", &errata(positions)).unwrap().apply(&mut suite).map(|()| suite)
    }

    fn best(record: &EpdRecord) -> Vec<String> {
        let Task::BestMove { best, .. } = &record.task else { panic!("{record:?}") };
        best.iter().map(|&mv| record.position.san(mv)).collect()
    }

    #[test]
    fn solutions_are_replaced_added_and_dropped_and_the_note_says_so() {
        let suite = applied(
            "[[suite.position]]\nid = 'one'\nchange = 'drop'\nreason = 'too easy'\n\
             [[suite.position]]\nid = 'two'\nchange = 'replace'\nmoves = ['Rxd1']\nreason = 'wins'\n",
        )
        .unwrap();
        assert_eq!(suite.positions.len(), 2);
        assert_eq!((suite.positions[0].index, suite.positions[0].line), (0, 2));
        assert_eq!(best(&suite.positions[0]), ["Rxd1"]);
        assert!(
            matches!(&suite.positions[0].task, Task::BestMove { avoid, .. } if avoid.is_empty())
        );
        let note = &suite.notes[0];
        assert!(note.starts_with("corrected by the errata e.toml (SHA-256 "), "{note}");
        assert!(note.ends_with("2 positions: one (drop: too easy); two (replace: wins)"), "{note}");
        let added =
            "[[suite.position]]\nid = 'two'\nchange = 'add'\nmoves = ['Rxd1']\nreason = 'r'";
        assert_eq!(best(&applied(added).unwrap().positions[1]), ["h3", "Rxd1"]);
    }

    #[test]
    fn corrections_of_another_file_are_not_applied() {
        let mut other = suite();
        other.sha256 = "0".repeat(64);
        let before = other.positions.clone();
        let text = errata("[[suite.position]]\nid = 'one'\nchange = 'drop'\nreason = 'r'");
        Errata::parse("e.toml", &text).unwrap().apply(&mut other).unwrap();
        assert_eq!(other.positions, before);
        assert!(other.notes[0].ends_with("have nothing on this file"), "{:?}", other.notes);
    }

    #[test]
    fn corrections_that_do_not_fit_are_refused_with_file_and_id() {
        for (correction, why) in [
            ("id = 'three'\nchange = 'drop'", "three of mine: there is no such position"),
            ("id = 'one'\nchange = 'drop'\nmoves = ['h3']", "needs no 'moves'"),
            ("id = 'one'\nchange = 'add'", "'moves' are missing"),
            ("id = 'one'\nchange = 'add'\nmoves = ['Qh8']", "one of mine: moves: "),
            ("id = 'mate'\nchange = 'add'\nmoves = ['Ra6']", "asks for no best move"),
        ] {
            let text = format!("[[suite.position]]\n{correction}\nreason = 'r'\n");
            let error = applied(&text).unwrap_err().to_string();
            assert!(error.starts_with("e.toml: ") && error.contains(why), "{error}");
        }
        let error = Errata::parse("e.toml", "[[suit]]\n").unwrap_err().to_string();
        assert!(error.starts_with("e.toml:1: ") && error.contains("shows the form"), "{error}");
    }

    #[test]
    fn a_file_of_corrections_is_used_by_lookup_and_a_missing_one_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let (epd, toml) = (folder.path().join("mine.epd"), folder.path().join("e.toml"));
        fs::write(&epd, TWO).unwrap();
        fs::write(&toml, errata("[[suite.position]]\nid = 'one'\nchange = 'drop'\nreason = 'r'"))
            .unwrap();
        let lookup = |errata| LookupOptions { errata, ..LookupOptions::default() };
        let find = |errata| find(&epd.display().to_string(), &lookup(errata));
        assert_eq!(find(None).unwrap().positions.len(), 3);
        assert_eq!(find(Some(ErrataSource::File(toml))).unwrap().positions.len(), 2);
        let missing = find(Some(ErrataSource::File(folder.path().join("none.toml"))));
        let error = missing.unwrap_err().to_string();
        assert!(error.starts_with("cannot read the errata "), "{error}");
    }

    #[test]
    fn the_shipped_errata_are_of_known_suites_and_fit_those_that_are_here() {
        let errata = Errata::load(&ErrataSource::Shipped).unwrap();
        for of in &errata.suites {
            assert_eq!(known::by_name(&of.name).map(|known| &known.sha256), Some(&of.sha256));
            if let Ok(mut suite) = find(&of.name, &LookupOptions::default()) {
                errata.apply(&mut suite).unwrap();
            }
        }
    }
}

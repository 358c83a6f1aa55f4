//! The journal of a match: one line of JSON per finished game, written and synced as it ends. A
//! line that a crash cut short is dropped and its game played again; a game is never counted
//! twice. The first line says which match it is, so that another match cannot go on with it.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::record::GameRecord;

/// File name of the journal in the folder of a match.
pub(crate) const JOURNAL_FILE: &str = "journal.jsonl";

/// Why a journal is of no use.
#[derive(Debug, Error)]
pub(crate) enum JournalError {
    /// The system refuses.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// Games of another match.
    #[error(
        "{} holds another match ({found}); give another folder with --out, or --force to begin anew",
        path.display()
    )]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// What it says it is.
        found: String,
    },
    /// Something else than a game, not at the end.
    #[error("{}:{line}: not a game ({reason}); repair the line or begin anew with --force", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What the reader says.
        reason: String,
    },
}

/// The first line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Header {
    /// Digest of everything that determines a game.
    pub(crate) fingerprint: String,
    /// The match in words, for people.
    pub(crate) title: String,
}

/// An open journal.
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens or begins the journal in a folder; with the games that it holds already. `anew`
    /// throws them away.
    ///
    /// # Errors
    /// When the file is of another match, is damaged before its end, or cannot be used.
    pub(crate) fn open(
        folder: &Path,
        header: &Header,
        anew: bool,
    ) -> Result<(Journal, BTreeMap<u32, GameRecord>), JournalError> {
        let path = folder.join(JOURNAL_FILE);
        let failed = |action| {
            let path = path.clone();
            move |source| JournalError::Io { action, path, source }
        };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(anew)
            .open(&path)
            .map_err(failed("open"))?;
        let bytes = std::fs::read(&path).map_err(failed("read"))?;
        let (games, sound) = read(&bytes, header, &path)?;
        file.set_len(sound as u64).map_err(failed("mend"))?;
        file.seek(SeekFrom::End(0)).map_err(failed("mend"))?;
        let mut journal = Journal { path: path.clone(), file };
        if sound == 0 {
            journal.line(header)?;
        }
        Ok((journal, games))
    }

    /// Adds a game; when this returns it is on the disk.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn add(&mut self, game: &GameRecord) -> Result<(), JournalError> {
        self.line(game)
    }

    fn line(&mut self, value: &impl Serialize) -> Result<(), JournalError> {
        let written = serde_json::to_vec(value).map_err(io::Error::other).and_then(|mut bytes| {
            bytes.push(b'\n');
            self.file.write_all(&bytes)?;
            self.file.sync_data()
        });
        let action = "write to";
        written.map_err(|source| JournalError::Io { action, path: self.path.clone(), source })
    }
}

/// The games, and how many bytes are sound.
fn read(
    bytes: &[u8],
    header: &Header,
    path: &Path,
) -> Result<(BTreeMap<u32, GameRecord>, usize), JournalError> {
    let mut games = BTreeMap::new();
    // What stands after the last line end was being written when the program died.
    let sound = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    for (index, line) in bytes[..sound].split_inclusive(|byte| *byte == b'\n').enumerate() {
        let unreadable = |e: serde_json::Error| JournalError::Line {
            path: path.to_owned(),
            line: index + 1,
            reason: e.to_string(),
        };
        if index == 0 {
            let found: Header = serde_json::from_slice(line).map_err(unreadable)?;
            if found.fingerprint != header.fingerprint {
                let (path, found) = (path.to_owned(), found.title);
                return Err(JournalError::OtherMatch { path, found });
            }
        } else {
            let game: GameRecord = serde_json::from_slice(line).map_err(unreadable)?;
            games.entry(game.number).or_insert(game);
        }
    }
    Ok((games, sound))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::matches::record::{End, Ply, Points};

    fn header(fingerprint: &str) -> Header {
        Header { fingerprint: fingerprint.to_owned(), title: "a against b".to_owned() }
    }

    fn game(number: u32) -> GameRecord {
        let ply = Ply {
            mv: "e2e4".to_owned(),
            score_cp: Some(-3),
            mate: None,
            depth: Some(4),
            nodes: None,
            time_ms: None,
        };
        GameRecord {
            number,
            opening: "1".to_owned(),
            fen: vnmp_engine::START_FEN.to_owned(),
            opening_moves: Vec::new(),
            points: Points::Draw,
            end: End::Normal,
            reason: "Draw by stalemate".to_owned(),
            failures: Vec::new(),
            plies: vec![ply],
        }
    }

    #[test]
    fn a_journal_cut_at_any_byte_keeps_every_whole_game_and_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(JOURNAL_FILE);
        let (mut journal, games) = Journal::open(folder.path(), &header("x"), false).unwrap();
        assert!(games.is_empty());
        for number in [0, 2, 1] {
            journal.add(&game(number)).unwrap();
        }
        let whole = std::fs::read(&path).unwrap();
        for cut in 0..whole.len() {
            let lines = whole[..cut].iter().filter(|byte| **byte == b'\n').count();
            let (games, _) = read(&whole[..cut], &header("x"), &path).unwrap();
            assert_eq!(games.len(), lines.saturating_sub(1), "cut at {cut}");
            if cut % 50 != 7 {
                continue; // syncing a disk takes its time
            }
            std::fs::write(&path, &whole[..cut]).unwrap();
            let (mut journal, games) = Journal::open(folder.path(), &header("x"), false).unwrap();
            for number in [0, 2, 1].into_iter().filter(|n| !games.contains_key(n)) {
                journal.add(&game(number)).unwrap();
            }
            assert_eq!(std::fs::read(&path).unwrap(), whole, "cut at {cut}");
        }
    }

    #[test]
    fn a_game_that_stands_there_twice_counts_once() {
        let folder = tempfile::tempdir().unwrap();
        let (mut journal, _) = Journal::open(folder.path(), &header("x"), false).unwrap();
        journal.add(&game(5)).unwrap();
        journal.add(&game(5)).unwrap();
        let (_, games) = Journal::open(folder.path(), &header("x"), false).unwrap();
        assert_eq!(games.into_values().collect::<Vec<_>>(), [game(5)]);
    }

    #[test]
    fn another_match_is_refused_unless_begun_anew() {
        let folder = tempfile::tempdir().unwrap();
        let (mut journal, _) = Journal::open(folder.path(), &header("x"), false).unwrap();
        journal.add(&game(0)).unwrap();
        let error = Journal::open(folder.path(), &header("y"), false).err().unwrap();
        assert!(error.to_string().contains("a against b"), "{error}");
        let (_, games) = Journal::open(folder.path(), &header("y"), true).unwrap();
        assert!(games.is_empty());
    }

    #[test]
    fn damage_before_the_end_is_reported_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let (mut journal, _) = Journal::open(folder.path(), &header("x"), false).unwrap();
        journal.file.write_all(b"{\"number\":\n").unwrap();
        journal.add(&game(0)).unwrap();
        let error = Journal::open(folder.path(), &header("x"), false).err().unwrap();
        assert!(error.to_string().contains("journal.jsonl:2: not a game"), "{error}");
    }
}

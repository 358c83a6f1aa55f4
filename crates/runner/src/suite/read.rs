//! A whole EPD file as a suite: lines, duplicates, the king-and-pawns discard, the digest.
//! Works on bytes in memory; files are found by `lookup`.

use std::collections::HashMap;
use std::path::PathBuf;

use anyhow::{bail, ensure};
use vnmp_engine::{Color, Position};

use super::epd::EpdLine;
use super::known::{self, KnownSuite};
use super::task::Task;
use crate::base::digest::sha256;

/// Bad lines that are shown in full.
const TOLD: usize = 20;

/// The positions of one file, ready to search.
#[derive(Clone, Debug)]
pub(crate) struct Suite {
    /// Name for tables and folders: the file's name without `.epd`, or the known suite's name.
    pub(crate) name: String,
    /// The file; `None` if the suite is embedded in the program.
    pub(crate) path: Option<PathBuf>,
    /// Lower-case hexadecimal SHA-256 of the file's bytes without carriage returns.
    pub(crate) sha256: String,
    /// What is left to search, in the file's order.
    pub(crate) positions: Vec<EpdRecord>,
    /// Ids of those left out because a side has only king and pawns, in the file's order.
    pub(crate) discarded: Vec<String>,
    /// Bad lines skipped, only ever with `skip_bad`.
    pub(crate) skipped: Vec<BadLine>,
    /// Remarks that need no action, e.g. repeated positions; one sentence each.
    pub(crate) notes: Vec<String>,
    /// The public suite that these bytes are, by SHA-256.
    pub(crate) known: Option<&'static KnownSuite>,
}

/// One position of a suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EpdRecord {
    /// Among the positions to search, from 0.
    pub(crate) index: u32,
    /// In the file, from 1.
    pub(crate) line: usize,
    /// EPD `id`, made unique; `line 12` if the line has none.
    pub(crate) id: String,
    /// The position.
    pub(crate) position: Position,
    /// The task of a position.
    pub(crate) task: Task,
}

/// A line that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BadLine {
    /// From 1.
    pub(crate) line: usize,
    /// `file:line: reason`.
    pub(crate) text: String,
}

/// Options of the reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ReadOptions {
    /// Go on without lines that cannot be used, instead of stopping.
    pub(crate) skip_bad: bool,
    /// Leave out positions in which a side has only king and pawns, as the paper does.
    pub(crate) discard: bool,
}

/// Does it begin with a tag of PGN, such as `[Event "..."]`?
pub(super) fn is_pgn(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let tag = text.strip_prefix(b"[").and_then(|rest| rest.split(|byte| *byte == b' ').next());
    tag.is_some_and(|name| !name.is_empty() && name.iter().all(u8::is_ascii_alphanumeric))
}

impl Suite {
    /// Reads the bytes of an EPD file. `file` names it in messages.
    pub(crate) fn read(
        name: &str,
        file: &str,
        bytes: &[u8],
        options: ReadOptions,
    ) -> anyhow::Result<Suite> {
        ensure!(
            !is_utf16(bytes),
            "{file}:1: the file is in UTF-16; convert it: iconv -f UTF-16 -t UTF-8 FILE > NEW.epd"
        );
        ensure!(!bytes.starts_with(&GZIP), "{file} is compressed; decompress it: gunzip -k {file}");
        if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
            let line = bytes[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
            bail!(
                "{file}:{line}: a zero byte, which no EPD file has; give a text file, or remove it"
            );
        }
        ensure!(
            !is_pgn(bytes),
            "{file}:1: this is PGN, not EPD; make a suite of it: vnmp suites import {file} --as NAME"
        );
        let sha256 = digest(bytes);
        let known = known::by_sha256(&sha256);
        let text = String::from_utf8_lossy(bytes);
        let mut suite = Suite {
            name: known.map_or(name, |known| &known.name).to_owned(),
            path: None,
            sha256,
            positions: Vec::new(),
            discarded: Vec::new(),
            skipped: Vec::new(),
            notes: Vec::new(),
            known,
        };
        suite.read_lines(file, &text, options.discard);
        let bad = &suite.skipped;
        ensure!(bad.is_empty() || options.skip_bad, all_bad(file, bad));
        ensure!(
            !suite.positions.is_empty(),
            "{file} has no positions to search ({} bad lines skipped, {} positions discarded \
             because a side has only king and pawns)",
            bad.len(),
            suite.discarded.len()
        );
        Ok(suite)
    }

    fn read_lines(&mut self, file: &str, text: &str, discard: bool) {
        let mut ids: HashMap<String, usize> = HashMap::new();
        let mut boards: HashMap<String, usize> = HashMap::new();
        let mut without_task = 0;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (number, text) in (1..).zip(text.lines()) {
            let text = text.trim();
            // A comment is looked into only for a carriage return, behind which a position may stand.
            if text.is_empty() || text.starts_with('#') && !text.contains('\r') {
                continue;
            }
            let line = match EpdLine::parse(text) {
                Ok(line) => line,
                Err(error) => {
                    let text = format!("{file}:{number}: {error}");
                    self.skipped.push(BadLine { line: number, text });
                    continue;
                }
            };
            let id = self.unique_id(&mut ids, line.id, number);
            if let Some(first) = boards.insert(without_clocks(&line.position), number) {
                self.notes.push(format!("line {number} repeats the position of line {first}"));
            }
            if discard && only_king_and_pawns(&line.position) {
                self.discarded.push(id);
                continue;
            }
            without_task += (line.task == Task::None) as usize;
            self.positions.push(EpdRecord {
                index: self.positions.len() as u32,
                line: number,
                id,
                position: line.position,
                task: line.task,
            });
        }
        if without_task > 0 {
            self.notes.push(format!(
                "{without_task} of {} positions have neither bm, am nor dm and cannot be solved",
                self.positions.len()
            ));
        }
    }

    /// The program distinguishes records by index; ids are made unique for people.
    fn unique_id(
        &mut self,
        ids: &mut HashMap<String, usize>,
        id: Option<String>,
        line: usize,
    ) -> String {
        let id = id.unwrap_or_else(|| format!("line {line}"));
        let mut unique = id.clone();
        if let Some(first) = ids.get(&id) {
            unique = format!("{id} (line {line})");
            while ids.contains_key(&unique) {
                unique.push('\''); // another line has just this id
            }
            self.notes.push(format!(
                "the id '{id}' of line {line} is taken by line {first}; called '{unique}'"
            ));
        }
        ids.insert(unique.clone(), line);
        unique
    }
}

/// The first bad lines, one a line, and the number of the others.
fn all_bad(file: &str, bad: &[BadLine]) -> String {
    let (count, s) = (bad.len(), if bad.len() == 1 { "" } else { "s" });
    let mut text =
        format!("{count} bad line{s} in {file}; correct them, or skip them with --skip-bad");
    text.extend(bad.iter().take(TOLD).map(|bad| format!("\n{}", bad.text)));
    if count > TOLD {
        text += &format!("\nand {} more", count - TOLD);
    }
    text
}

/// The first bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// A byte order mark of UTF-16, or a first letter of two bytes.
fn is_utf16(bytes: &[u8]) -> bool {
    matches!(
        bytes,
        [0xff, 0xfe, ..]
            | [0xfe, 0xff, ..]
            | [0, 1..=255, 0, 1..=255, ..]
            | [1..=255, 0, 1..=255, 0, ..]
    )
}

/// Lower-case hexadecimal SHA-256 of the bytes without carriage returns, so that a suite is
/// the same suite with either kind of line ends.
pub(crate) fn digest(bytes: &[u8]) -> String {
    sha256(&without_cr(bytes))
}

/// The bytes without carriage returns.
pub(crate) fn without_cr(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().copied().filter(|&byte| byte != b'\r').collect()
}

/// The paper's discard: at least one side has no more than king and pawns.
pub(crate) fn only_king_and_pawns(position: &Position) -> bool {
    [Color::White, Color::Black].iter().any(|&side| !position.board().has_piece(side))
}

/// Board, side, rights and en-passant square, as EPD has them.
pub(crate) fn without_clocks(position: &Position) -> String {
    position.to_fen().split(' ').take(4).collect::<Vec<_>>().join(" ")
}

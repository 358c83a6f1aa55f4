//! Stores a suite's file where `find` looks and git does not, after checking that it is the
//! expected file.

use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;

use anyhow::ensure;

use super::known::{self, KnownSuite};
use super::lookup::{
    EMBEDDED_SUITES, IMPORTED, LookupOptions, SUITES, find, read_bytes, suites_folders_here,
};
use super::read::{BadLine, ReadOptions, Suite, is_pgn, without_cr};
use super::{lichess, pgn};
use crate::base::file::{self, LARGEST};

/// A suite that was imported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Imported {
    /// Its name from now on.
    pub(crate) name: String,
    /// The new file.
    pub(crate) path: PathBuf,
    /// Positions in the file, before any discard.
    pub(crate) positions: u32,
    /// Of the file without carriage returns, which is how it is stored.
    pub(crate) sha256: String,
    /// The public suite that it is.
    pub(crate) known: Option<&'static KnownSuite>,
    /// What was left out, and which suite is found instead.
    pub(crate) notes: Vec<String>,
}

/// What to take from a file that is not EPD.
#[derive(clap::Args, Default)]
pub(crate) struct Selection {
    /// Of PGN: the positions after N plies of each game, as openings [default: games with a FEN are
    /// puzzles, other games give their last position]
    #[arg(long, value_name = "N")]
    pub(crate) ply: Option<usize>,
    /// Of the puzzles of lichess.org (CSV): those with all of these themes, e.g. mateIn3,sacrifice
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) themes: Vec<String>,
    /// Of the puzzles: the first N
    #[arg(long, value_name = "N")]
    pub(crate) first: Option<usize>,
    /// Leave bad lines out instead of refusing the file
    #[arg(long)]
    pub(crate) skip_bad: bool,
}

impl Selection {
    /// The bytes of an EPD file, of PGN and of puzzles made into one; and what was left out.
    fn epd(&self, file: &Path) -> anyhow::Result<(Vec<u8>, Vec<String>)> {
        let shown = file.display().to_string();
        let of_puzzles = !self.themes.is_empty() || self.first.is_some();
        if file.extension().is_some_and(|extension| extension == "csv") {
            ensure!(self.ply.is_none(), "--ply is for PGN; {shown} is CSV");
            let (csv, most) = (file::open(file)?, self.first.unwrap_or(usize::MAX));
            let epd = lichess::to_epd(&shown, csv, &self.themes, most)?;
            return Ok((epd.into_bytes(), Vec::new()));
        }
        ensure!(
            !of_puzzles,
            "--themes and --first are for puzzles in a file NAME.csv, not {shown}"
        );
        let bytes = read_bytes(file)?;
        if is_pgn(&bytes) || file.extension().is_some_and(|extension| extension == "pgn") {
            // The standard's own encoding is Latin-1.
            let latin = |e: FromUtf8Error| e.into_bytes().into_iter().map(char::from).collect();
            let text = String::from_utf8(bytes).unwrap_or_else(latin);
            let (epd, over) = pgn::to_epd(&shown, &text, self.ply)?;
            return Ok((epd.into_bytes(), over));
        }
        ensure!(self.ply.is_none(), "--ply is for PGN; {shown} is EPD");
        Ok((bytes, Vec::new()))
    }
}

/// Imports `file` as `as_name` into `suite_dir`, or into `suites/imported`. The name of a known
/// suite is given to that suite only, and an existing file is replaced only by its equal, unless
/// `force`d. No file has the name of a suite that the program contains.
pub(crate) fn import(
    file: &Path,
    as_name: &str,
    selection: &Selection,
    force: bool,
    suite_dir: Option<&Path>,
) -> anyhow::Result<Imported> {
    let valid = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    ensure!(
        !as_name.is_empty() && as_name.chars().all(valid),
        "'{as_name}' cannot be a suite's name; use letters, digits, '-' and '_'"
    );
    ensure!(
        !EMBEDDED_SUITES.iter().any(|own| own.name.eq_ignore_ascii_case(as_name)),
        "'{as_name}' is a suite of this program; choose another name"
    );
    let (mut bytes, mut notes) = selection.epd(file)?;
    let known = known::by_name(as_name);
    let name = known.map_or(as_name, |known| &known.name);
    let shown = file.display().to_string();
    let options = ReadOptions { skip_bad: selection.skip_bad, discard: false };
    let mut suite = Suite::read(name, &shown, &bytes, options)?;
    if !suite.skipped.is_empty() {
        notes.extend(suite.skipped.iter().map(|bad| format!("left out: {}", bad.text)));
        bytes = without_lines(&bytes, &suite.skipped);
        suite = Suite::read(name, &shown, &bytes, options)?;
    }
    let positions = suite.positions.len() as u32;
    if let Some(expected) = known.filter(|_| !force) {
        ensure!(
            suite.sha256 == expected.sha256 && positions == expected.positions,
            "{shown} is not the public suite '{name}': it has {positions} positions, expected {}; \
             its SHA-256 is {}, expected {}\n\
             {}; or import it under another name, or with --force under this one",
            expected.positions,
            suite.sha256,
            expected.sha256,
            expected.how_to_get()
        );
    }
    let path = place(name, &bytes, force, suite_dir)?;
    notes.extend(remarks(name, &path, suite_dir));
    let (name, sha256, known) = (name.to_owned(), suite.sha256, suite.known);
    Ok(Imported { name, path, positions, sha256, known, notes })
}

/// A file without some of its lines.
fn without_lines(bytes: &[u8], bad: &[BadLine]) -> Vec<u8> {
    let is_bad = |number| bad.iter().any(|bad| bad.line == number);
    let lines = (1..).zip(bytes.split_inclusive(|byte| *byte == b'\n'));
    lines.filter(|(number, _)| !is_bad(*number)).flat_map(|(_, line)| line).copied().collect()
}

/// Puts a suite's bytes, already checked, where it is found.
pub(super) fn place(
    name: &str,
    bytes: &[u8],
    force: bool,
    suite_dir: Option<&Path>,
) -> anyhow::Result<PathBuf> {
    let folder = suite_dir.map_or_else(imported_folder, Path::to_owned);
    let path = folder.join(format!("{name}.epd"));
    let content = without_cr(bytes);
    let is_free = force || file::read(&path, LARGEST).map_or(true, |there| there == content);
    let shown = path.display();
    ensure!(is_free, "{shown} exists and differs; use --force to replace it, or another name");
    file::write(&path, &content)?;
    Ok(path)
}

/// Notes on where a suite was put: in a parent folder, or hidden by another suite of that name.
pub(super) fn remarks(name: &str, path: &Path, suite_dir: Option<&Path>) -> Vec<String> {
    let suite_dir = suite_dir.map(Path::to_owned);
    let lookup = LookupOptions { suite_dir, skip_bad: true, ..LookupOptions::default() };
    let here = std::env::current_dir().unwrap_or_default();
    let above = path.is_absolute() && !path.starts_with(&here) && lookup.suite_dir.is_none();
    let above = above.then(|| format!("{} is in a parent folder of this one", path.display()));
    let other = find(name, &lookup).ok().and_then(|found| found.path);
    let same = |found: &PathBuf| found.canonicalize().ok() == path.canonicalize().ok();
    let other = other.filter(|found| !same(found)).map(|found| {
        format!("commands read {} instead: it is found first; choose another name", found.display())
    });
    above.into_iter().chain(other).collect()
}

/// `suites/imported` here or in a folder above, else below the current folder; never in the checkout
/// that an installed program was built from.
fn imported_folder() -> PathBuf {
    let suites = suites_folders_here().next();
    suites.unwrap_or_else(|| PathBuf::from(SUITES)).join(IMPORTED)
}

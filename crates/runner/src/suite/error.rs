//! What can go wrong between a suite's name and its positions, in words a user can act on.

use std::fmt;
use std::path::PathBuf;

use super::epd::EpdError;
use super::errata::ErrataError;
use crate::base::file::FileError;

/// A line that cannot be used. Displays as `file:line: reason`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}:{line}: {error}")]
pub(crate) struct BadLine {
    /// The file as the user named it.
    pub(crate) file: String,
    /// From 1.
    pub(crate) line: usize,
    /// The reason.
    pub(crate) error: EpdError,
}

/// Bad lines that are told in full.
const TOLD: usize = 20;

/// All bad lines of a file. Displays the first ones, one a line, and the number of the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BadLines(pub(crate) Vec<BadLine>);

impl fmt::Display for BadLines {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, bad) in self.0.iter().take(TOLD).enumerate() {
            write!(f, "{}{bad}", if i == 0 { "" } else { "\n" })?;
        }
        match self.0.len().saturating_sub(TOLD) {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

/// Why there is no suite to run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SuiteError {
    /// No such file or suite.
    #[error("no suite '{name}'; looked for\n{}\n{cure}", list(looked))]
    NotFound {
        /// As the user named it.
        name: String,
        /// The files looked for, in order.
        looked: Vec<PathBuf>,
        /// How to get it.
        cure: String,
    },
    /// The file cannot be read.
    #[error("cannot read the suite {}: {}", .0.path.display(), .0.source)]
    Read(#[from] FileError),
    /// The file holds something else than text.
    #[error("{file}:{line}: a zero byte, which no EPD file has; give a text file, or remove it")]
    NotText {
        /// The file as the user named it.
        file: String,
        /// Of the first zero byte, from 1.
        line: usize,
    },
    /// Text of two bytes a letter.
    #[error("{file}:1: the file is in UTF-16; convert it: iconv -f UTF-16 -t UTF-8 FILE > NEW.epd")]
    Utf16 {
        /// The file as the user named it.
        file: String,
    },
    /// Lines that cannot be used.
    #[error(
        "{} bad line{} in {file}; correct them, or run tables with --skip-bad\n{bad}",
        bad.0.len(), if bad.0.len() == 1 { "" } else { "s" }
    )]
    BadLines {
        /// The file as the user named it.
        file: String,
        /// Every bad line.
        bad: BadLines,
    },
    /// Nothing is left to search.
    #[error(
        "{file} has no positions to search ({skipped} bad lines skipped, {discarded} positions \
         discarded because a side has only king and pawns)"
    )]
    Empty {
        /// The file as the user named it.
        file: String,
        /// Bad lines passed over.
        skipped: usize,
        /// Positions left out by the discard.
        discarded: usize,
    },
    /// The corrections asked for cannot be applied.
    #[error(transparent)]
    Errata(#[from] ErrataError),
}

fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| format!("  {}", path.display())).collect::<Vec<_>>().join("\n")
}

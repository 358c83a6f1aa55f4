//! What can go wrong between a suite's name and its positions, in words a user can act on.

use std::fmt;
use std::io;
use std::path::PathBuf;

use super::epd::EpdError;
use super::errata::ErrataError;

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

/// All bad lines of a file. Displays one a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BadLines(pub(crate) Vec<BadLine>);

impl fmt::Display for BadLines {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, bad) in self.0.iter().enumerate() {
            write!(f, "{}{bad}", if i == 0 { "" } else { "\n" })?;
        }
        Ok(())
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
    #[error("cannot read the suite {}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// The file holds something else than text.
    #[error("{file} is not a text file in EPD format (it contains zero bytes)")]
    NotText {
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

//! Why an experiment is refused: what, at which file and line, and what would do.

use thiserror::Error;
use vnmp_engine::SettingError;
use vnmp_variants::SpecError;

use super::MAX_DEPTH;
use crate::base::file::FileError;

/// Why an experiment is refused.
#[derive(Debug, Error)]
pub(crate) enum ExperimentError {
    /// No experiment of this name.
    #[error("no experiment named '{name}' is built in; there are table1 to table6 and figure4")]
    NotBuiltIn {
        /// As typed.
        name: String,
    },
    /// The file cannot be read.
    #[error("cannot read experiment {}: {}", .0.path.display(), .0.source)]
    Read(#[from] FileError),
    /// Not TOML, an unknown key, or a value of the wrong kind.
    #[error("{at}: {message}")]
    Syntax {
        /// File and line.
        at: String,
        /// The parser's message.
        message: String,
    },
    /// A column is no variant.
    #[error("{at}: {source}")]
    Variant {
        /// File and line, or the option.
        at: String,
        /// What is wrong with it.
        source: SpecError,
    },
    /// Another engine where only a variant will do.
    #[error("--variants: '{spec}' is another engine; only variants of this program will do here")]
    NoVariant {
        /// As given.
        spec: String,
    },
    /// A list that must have an element has none.
    #[error("{at}: {what} is empty; give at least one")]
    Empty {
        /// File and line.
        at: String,
        /// Name of the list.
        what: &'static str,
    },
    /// A column occurs twice.
    #[error("{at}: variant '{spec}' is given twice; every column needs a variant of its own")]
    Twice {
        /// File and line, or the option.
        at: String,
        /// Canonical specification.
        spec: String,
    },
    /// A point of a sweep occurs twice.
    #[error("{at}: point '{name}' occurs twice; rename one")]
    PointTwice {
        /// File and line.
        at: String,
        /// Its name.
        name: String,
    },
    /// A suite occurs twice.
    #[error("{at}: suite '{suite}' is given twice; list all its depths in one [[suites]] entry")]
    SuiteTwice {
        /// File and line.
        at: String,
        /// Name or path.
        suite: String,
    },
    /// A depth out of range.
    #[error("{at}: depth {depth} is not among 1 to {MAX_DEPTH} plies")]
    Depth {
        /// File and line.
        at: String,
        /// As given.
        depth: i64,
    },
    /// The reference is not a column.
    #[error("{at}: reference '{spec}' is not among the variants: {columns}")]
    Reference {
        /// File and line.
        at: String,
        /// Canonical specification.
        spec: String,
        /// All columns.
        columns: String,
    },
    /// The name cannot be a folder's.
    #[error(
        "{at}: name '{name}' may have letters, digits, '-', '_' and '.' only, and no '.' in front"
    )]
    Name {
        /// File and line.
        at: String,
        /// As given.
        name: String,
    },
    /// The paper has no such table.
    #[error("{at}: the paper has no table {number} to compare with; it has Tables 1 to 6")]
    Paper {
        /// File and line.
        at: String,
        /// As given.
        number: i64,
    },
    /// An unknown search setting, or a value that it cannot have.
    #[error("{at}: {source}")]
    Setting {
        /// File and line, or the option.
        at: String,
        /// What is wrong and what would do.
        source: SettingError,
    },
    /// A setting given as a list, a table or the like.
    #[error("{at}: setting '{name}' takes a text in quotes, a whole number, true or false")]
    SettingKind {
        /// File and line.
        at: String,
        /// Its name.
        name: String,
    },
    /// `--set` without an equals sign.
    #[error("--set {text}: write NAME=VALUE, e.g. --set killers=on")]
    Assignment {
        /// As given.
        text: String,
    },
    /// `--suite` given too often or not often enough.
    #[error(
        "{name} has a row for each of {wanted}: give --suite once for each, in this order (it was given {given} times)"
    )]
    Suites {
        /// The experiment.
        name: String,
        /// Its suites.
        wanted: String,
        /// How many were given.
        given: usize,
    },
}

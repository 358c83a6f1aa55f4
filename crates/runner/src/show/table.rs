//! Tables in the paper's own layout: a row per depth (or per suite), a column per variant,
//! and under each of our figures the one that the paper published.
//! The model is built from records (`build`), laid out (`layout`) and written (`data`).
//! Values stay as counted; rounding happens where they are shown.

mod build;
mod data;
mod layout;
#[cfg(test)]
pub(crate) mod samples;
#[cfg(test)]
mod snapshots;
mod tally;

use serde::Serialize;
use thiserror::Error;

pub(crate) use crate::experiment::paper::Measure;
pub(crate) use build::{RowRequest, TableRequest};
pub(crate) use tally::Counted;

/// Why a table could not be made.
#[derive(Debug, Error)]
pub(crate) enum TableError {
    /// Two records claim to be the same iteration of the same search.
    #[error(
        "records: position {index} occurs twice for variant '{variant}' at depth {depth}; \
         do not join the records of two runs of the same suite"
    )]
    Duplicate {
        /// Position in the suite, from 0.
        index: u32,
        /// Canonical specification of the variant.
        variant: String,
        /// Depth in plies.
        depth: u8,
    },
    /// There are more records than the suite has positions.
    #[error(
        "records: {found} positions for variant '{variant}' at depth {depth}, but the suite has \
         only {positions}; the records belong to another suite"
    )]
    TooMany {
        /// Canonical specification of the variant.
        variant: String,
        /// Depth in plies.
        depth: u8,
        /// Positions found in the records.
        found: u64,
        /// Positions that the suite has.
        positions: u64,
    },
}

/// A column: one variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Column {
    /// Canonical specification, e.g. `std:r=2`.
    pub(crate) variant: String,
    /// Title as in the paper, e.g. `Std R = 2`.
    pub(crate) title: String,
}

/// What stands above a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Caption {
    /// The table's own name and title, e.g. `Table 3: Total node count ...`.
    pub(crate) title: String,
    /// Name of the suite and whatever else describes it in a few words.
    pub(crate) suite: String,
    /// Warnings shown as `NOTE:`, e.g. that the suite is not the paper's.
    pub(crate) notes: Vec<String>,
}

/// A finished table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Table {
    /// Title, suite and warnings.
    pub(crate) caption: Caption,
    /// What is counted.
    pub(crate) measure: Measure,
    /// The variant that node totals are compared with.
    pub(crate) baseline: Option<Column>,
    /// The columns from the left.
    pub(crate) columns: Vec<Column>,
    /// The rows from the top.
    pub(crate) rows: Vec<Row>,
    /// What of ours cannot be compared with the paper's, because the positions differ in number.
    pub(crate) comparability: Option<String>,
}

impl Table {
    /// Everything that is to be shown as a warning.
    pub(crate) fn notes(&self) -> impl Iterator<Item = &str> {
        self.caption.notes.iter().chain(&self.comparability).map(String::as_str)
    }
}

/// A row of a table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Row {
    /// The first cell where it is not the depth, e.g. `"Mate in 4"`.
    pub(crate) label: Option<String>,
    /// Nominal depth in plies.
    pub(crate) depth: u8,
    /// Number of positions that our figures count: all, or in a table of solved positions those
    /// with a task. `None` when nothing was counted.
    pub(crate) positions: Option<u64>,
    /// The same of the paper; `None` when the paper has no such row.
    pub(crate) paper_positions: Option<u64>,
    /// One cell per column.
    pub(crate) cells: Vec<Cell>,
}

/// Our figure and the paper's; each may be absent.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Cell {
    /// Our figure; `None` unless it covers every position of the row.
    pub(crate) ours: Option<Figure>,
    /// What the paper prints.
    pub(crate) paper: Option<Published>,
}

/// A figure of ours.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Figure {
    /// Nodes or positions.
    pub(crate) count: u64,
    /// The baseline's count in the same row, if the table compares and this is not the baseline.
    pub(crate) baseline: Option<u64>,
}

/// A figure of the paper.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Published {
    /// Nodes or positions.
    pub(crate) count: u64,
    /// Percentage as printed, with its sign and without `%`.
    pub(crate) percent: Option<String>,
}

impl Figure {
    /// Size relative to the baseline, 1.0 for the same; not rounded.
    pub(crate) fn ratio(&self) -> Option<f64> {
        self.baseline.filter(|&base| base > 0).map(|base| self.count as f64 / base as f64)
    }

    /// Difference to the baseline as the paper writes it, rounded to two places: `+10.84%`.
    pub(crate) fn percent(&self) -> Option<String> {
        self.baseline.and_then(|base| crate::base::number::percent(self.count, base))
    }
}

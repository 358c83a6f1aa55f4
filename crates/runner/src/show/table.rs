//! Tables in the paper's own layout: a row per depth (or per suite), a column per variant,
//! and under each of our figures the one that the paper published.
//! The model is built from records (`build`), laid out (`layout`) and written (`data`).
//! Values stay as counted; rounding happens where they are shown.

mod build;
mod data;
mod layout;
#[cfg(test)]
pub(crate) mod samples;
mod tally;
#[cfg(test)]
mod tests;

use serde::{Serialize, Serializer};

pub(crate) use crate::experiment::paper::Measure;
use crate::show::grid::Caption;
pub(crate) use build::{RowRequest, TableRequest};
pub(crate) use tally::Counted;

/// A column: one variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Column {
    /// Canonical specification, e.g. `std:r=2`.
    pub(crate) variant: String,
    /// Title as in the paper, e.g. `Std R = 2`.
    pub(crate) title: String,
}

/// A finished table; as JSON, what programs read.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Table {
    /// Title, suite and all warnings.
    #[serde(flatten)]
    pub(crate) caption: Caption,
    /// What is counted.
    pub(crate) measure: Measure,
    /// The variant that node totals are compared with.
    #[serde(serialize_with = "variant")]
    pub(crate) baseline: Option<Column>,
    /// The columns from the left.
    pub(crate) columns: Vec<Column>,
    /// The rows from the top.
    pub(crate) rows: Vec<Row>,
    /// The warning that ours cannot be compared with the paper's, as the positions differ in number.
    #[serde(skip)]
    pub(crate) comparability: Option<String>,
}

fn variant<S: Serializer>(column: &Option<Column>, serializer: S) -> Result<S::Ok, S::Error> {
    column.as_ref().map(|column| &column.variant).serialize(serializer)
}

/// A row of a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Row {
    /// What the row is called in `numbers.json`, e.g. `table3.d9`.
    #[serde(skip)]
    pub(crate) id: String,
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

/// Our figure and the paper's; each may be absent. Ours is unless it covers every position of the row.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Cell {
    /// That of the column, so that a cell can be read without counting columns.
    pub(crate) variant: String,
    /// Our nodes or positions.
    pub(crate) count: Option<u64>,
    /// Their ratio to the baseline's in the same row, not rounded, if the table compares and this is
    /// not the baseline.
    pub(crate) ratio_to_baseline: Option<f64>,
    /// The difference as the paper writes it, rounded to two places: `+10.84%`.
    #[serde(skip)]
    pub(crate) percent: Option<String>,
    /// What the paper prints.
    pub(crate) paper: Option<Published>,
}

/// A figure of the paper.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Published {
    /// Nodes or positions.
    pub(crate) count: u64,
    /// Percentage as printed, with its sign and without `%`.
    pub(crate) percent: Option<String>,
}

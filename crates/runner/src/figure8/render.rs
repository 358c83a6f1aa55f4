//! The table of Figure 8 as text, Markdown, CSV and JSON.

use serde::Serialize;

use super::table::{Cell, Figure8, Measure, Section, Solved};
use crate::base::json;
use crate::show::grid::{self, ABSENT, Grid, Sheet, Show};
use crate::stats::Interval;

/// One line of the CSV: a measure, a method and a depth, unrounded.
#[derive(Default, Serialize)]
struct Line<'a> {
    measure: String,
    method: &'a str,
    depth: Option<u8>,
    total: String,
    percent: String,
    percent_low: String,
    percent_high: String,
    geometric_percent: String,
}

impl Show for Figure8 {
    fn sheet(&self) -> Sheet {
        let blocks = self.blocks().into_iter();
        let grids = blocks.map(|(heading, rows)| (Some(heading), Grid { rows, ..self.grid() }));
        Sheet {
            caption: self.caption.clone(),
            grids: grids.collect(),
            closing: self.changes().into_iter().chain([self.widths_line()]).collect(),
        }
    }

    fn csv(&self) -> anyhow::Result<String> {
        grid::csv(self.ratio_lines().chain(self.solved_lines()))
    }

    fn json(&self) -> String {
        json::pretty(self)
    }
}

impl Figure8 {
    /// Headings and rows of every block.
    fn blocks(&self) -> Vec<(String, Vec<Vec<grid::Cell>>)> {
        let reference = &self.reference;
        let mut blocks = Vec::new();
        for section in &self.sections {
            let title = section.measure.title();
            let heading =
                format!("{title}, in percent of {reference} [95 % interval over positions]");
            let mut rows = vec![self.totals(section)];
            rows.extend(section.rows.iter().map(|own| row(&own.method, &own.cells, shown)));
            blocks.push((heading, rows));
        }
        if !self.solved.is_empty() {
            let rows = self.solved.iter().map(|(method, cells)| row(method, cells, counts));
            let heading = format!("Positions solved (lost and gained against {reference})");
            blocks.push((heading, rows.collect()));
        }
        blocks
    }

    /// The reference's own totals.
    fn totals(&self, section: &Section) -> Vec<grid::Cell> {
        let unit = if section.measure == Measure::Cpu { ", seconds" } else { "" };
        let own = section.rows.iter().find(|row| row.method == self.reference);
        let cells = own.map_or(vec![None; self.depths.len()], |own| own.cells.clone());
        row(&format!("{} in total{unit}", self.reference), &cells, |cell| match section.measure {
            Measure::Cpu => format!("{:.4}", cell.total),
            _ => crate::base::number::thousands(cell.total as u64),
        })
    }

    /// For a row of each method, with a column for each depth.
    pub(crate) fn grid(&self) -> Grid {
        let mut grid = Grid::new(&["Method"], 1);
        grid.head.extend(self.depths.iter().map(|depth| format!("depth {depth}")));
        grid
    }

    /// The measured widths, as a sentence.
    fn widths_line(&self) -> String {
        let widths = self.depths.iter().zip(&self.widths);
        let widths: Vec<String> = widths
            .filter_map(|(depth, width)| width.map(|width| format!("{width:.1} (depth {depth})")))
            .collect();
        format!("Average width W of the trees of {}: {}.", self.reference, widths.join(", "))
    }

    /// The positions that each method loses and gains at the greatest depth, a sentence each.
    pub(crate) fn changes(&self) -> Vec<String> {
        let Some(depth) = self.depths.last() else { return Vec::new() };
        let sentence = |(method, cells): &(String, Vec<Option<Solved>>)| {
            let Solved { lost, gained, .. } = cells.last()?.as_ref()?;
            let parts = [("loses", lost), ("gains", gained)];
            let parts = parts.iter().filter(|(_, ids)| !ids.is_empty());
            let parts: Vec<String> =
                parts.map(|(verb, ids)| format!("{verb} {}", ids.join(", "))).collect();
            let line = format!("Depth {depth}, {method}: {}.", parts.join("; "));
            (!parts.is_empty()).then_some(line)
        };
        self.solved.iter().filter_map(sentence).collect()
    }

    fn ratio_lines(&self) -> impl Iterator<Item = Line<'_>> {
        let rows = self.sections.iter().flat_map(|s| s.rows.iter().map(move |row| (s, row)));
        rows.flat_map(|(section, row)| {
            self.depths.iter().zip(&row.cells).filter_map(move |(&depth, cell)| {
                let cell = cell.as_ref()?;
                let (low, high) = cell.percent.interval.map(|i| (i.low, i.high)).unzip();
                let number = |n: Option<f64>| n.map_or(String::new(), |n| n.to_string());
                Some(Line {
                    measure: section.measure.name(),
                    method: &row.method,
                    depth: Some(depth),
                    total: cell.total.to_string(),
                    percent: cell.percent.value.to_string(),
                    percent_low: number(low),
                    percent_high: number(high),
                    geometric_percent: cell.geometric_percent.to_string(),
                })
            })
        })
    }

    fn solved_lines(&self) -> impl Iterator<Item = Line<'_>> {
        let rows = self.solved.iter().flat_map(|(method, counts)| {
            self.depths.iter().zip(counts).map(move |(&depth, count)| (method, depth, count))
        });
        rows.filter_map(|(method, depth, solved)| Some((method, depth, solved.as_ref()?))).flat_map(
            |(method, depth, solved)| {
                let Solved { count, lost, gained } = solved;
                let counts = [("solved", *count), ("lost", lost.len()), ("gained", gained.len())];
                counts.map(|(measure, count)| Line {
                    measure: measure.to_owned(),
                    method,
                    depth: Some(depth),
                    total: count.to_string(),
                    ..Line::default()
                })
            },
        )
    }
}

fn row<T>(name: &str, cells: &[Option<T>], show: impl Fn(&T) -> String) -> Vec<grid::Cell> {
    let cells =
        cells.iter().map(|cell| cell.as_ref().map_or(ABSENT.into(), |cell| show(cell).into()));
    std::iter::once(name.into()).chain(cells).collect()
}

fn shown(cell: &Cell) -> String {
    percent(cell.percent.value, cell.percent.interval)
}

fn counts(Solved { count, lost, gained }: &Solved) -> String {
    solved(*count as u64, lost.len() as u64, gained.len() as u64)
}

/// `57.4 [49.9, 66.0]`; without an interval for the reference itself and for a
/// sample that is too small for one.
pub(crate) fn percent(value: f64, interval: Option<Interval>) -> String {
    match interval {
        Some(Interval { low, high }) if low < high => format!("{value:.1} [{low:.1}, {high:.1}]"),
        None if value != 100.0 => format!("{value:.1} (n too small)"),
        _ => format!("{value:.1}"),
    }
}

/// `12 (−3 +1)`: solved, lost and gained.
pub(crate) fn solved(count: u64, lost: u64, gained: u64) -> String {
    match (lost, gained) {
        (0, 0) => count.to_string(),
        (lost, gained) => format!("{count} (−{lost} +{gained})"),
    }
}

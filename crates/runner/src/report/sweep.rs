//! The table of a sweep: points by variants, from the totals of its points alone.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use serde::Serialize;

use super::evidence::{EvidenceError, Run};
use super::points::{self, DESIGN_FILE, Design, POINTS_FILE, PointRow};
use crate::base::distinct::distinct;
use crate::base::json;
use crate::base::number::{percent, thousands};
use crate::experiment::{Depths, reference_among};
use crate::record::manifest::Manifest;
use crate::show::grid::{self, ABSENT, Caption, Grid, Sheet, Show};

/// Longest list of settings used as a row label, in characters; longer ones are replaced by the point's name.
const LONGEST_LABEL: usize = 48;

/// The table; as JSON, what programs read.
#[derive(Debug, Serialize)]
pub(crate) struct SweepTable {
    /// The experiment that is repeated, its suites if its runs are still there, and how many points are not done.
    #[serde(flatten)]
    caption: Caption,
    /// The variant that node totals are compared with.
    reference: Option<String>,
    /// The columns.
    variants: Vec<String>,
    /// A row for each point and depth.
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    point: String,
    /// What is set at the point; empty if nothing.
    settings: String,
    #[serde(skip)]
    label: String,
    depth: u8,
    positions: usize,
    left_out: usize,
    cells: Vec<Cell>,
}

#[derive(Debug, Serialize)]
struct Cell {
    variant: String,
    nodes: Option<u64>,
    ratio_to_reference: Option<f64>,
    #[serde(skip)]
    percent: Option<String>,
    solved: Option<usize>,
}

impl SweepTable {
    /// Reads the folder of a sweep: its `points.csv`, or where it has none the runs in it. `None` if
    /// it is no sweep. `reference` and `depths` are taken instead of the sweep's own.
    ///
    /// # Errors
    /// When a file is damaged, or nothing is left to be shown.
    pub(crate) fn read(
        folder: &Path,
        reference: Option<&str>,
        depths: Option<&Depths>,
    ) -> anyhow::Result<Option<SweepTable>> {
        let file = folder.join(POINTS_FILE);
        let (design, mut rows) = match file.exists() {
            true => (design(folder)?, points::read(&file)?),
            false => match runs(folder)? {
                Some(runs) => runs,
                None => return Ok(None),
            },
        };
        let shown = folder.display();
        ensure!(!rows.is_empty(), "{shown}: no point of the sweep is done yet");
        rows.retain(|row| depths.is_none_or(|depths| depths.list().contains(&row.depth)));
        ensure!(!rows.is_empty(), "{shown}: the points have no row at the depths of --depths");
        let manifest = design.iter().find_map(|d| Manifest::read(&folder.join(&d.point)).ok()?);
        let own = rows.iter().filter(|row| design.iter().any(|d| d.point == row.point));
        let variants = distinct(own.map(|row| row.variant.clone()));
        let reference = match reference {
            Some(asked) => Some(reference_among(asked, &variants)?),
            None => own_reference(&rows, &variants),
        };
        let left: Vec<&str> = (design.iter().map(|d| d.point.as_str()))
            .filter(|point| rows.iter().all(|row| row.point != *point))
            .collect();
        let notes = (!left.is_empty()).then(|| {
            let (left, all) = (left.len(), design.len());
            format!("{left} of {all} points are not done; repeat the sweep's command to run them.")
        });
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let caption = Caption {
            suite: manifest.as_ref().map_or(String::new(), Manifest::searched),
            title: manifest.map_or(name.clone(), |manifest| format!("{name}: {}", manifest.title)),
            notes: notes.into_iter().collect(),
        };
        Ok(Some(SweepTable {
            caption,
            rows: table_rows(&design, &rows, &variants, reference.as_deref()),
            reference,
            variants,
        }))
    }

    fn grid(&self, cell: impl Fn(&Cell) -> String) -> Grid {
        let mut grid = Grid::new(&["Settings", "Depth", "Positions"], 2);
        grid.head.extend(self.variants.iter().cloned());
        for (i, row) in self.rows.iter().enumerate() {
            if i > 0 && self.rows[i - 1].point != row.point && self.rows[i - 1].depth != row.depth {
                grid.ruled.push(i);
            }
            let cells = [row.label.clone(), row.depth.to_string(), thousands(row.positions as u64)];
            let cells = cells.into_iter().chain(row.cells.iter().map(&cell));
            grid.rows.push(cells.map(From::from).collect());
        }
        grid
    }
}

/// What is set at each point.
fn design(folder: &Path) -> anyhow::Result<Vec<Design>> {
    points::designed(folder)?.with_context(|| {
        let path = folder.join(DESIGN_FILE);
        format!("{}: the file is missing; the sweep's command writes it", path.display())
    })
}

/// The runs in a folder, if they are of one experiment; those that have not ended have no rows.
fn runs(folder: &Path) -> anyhow::Result<Option<(Vec<Design>, Vec<PointRow>)>> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(None) };
    let folders = entries.flatten().filter(|entry| entry.path().is_dir());
    let mut names: Vec<_> = folders.map(|entry| entry.file_name()).collect();
    names.sort();
    let (mut design, mut rows, mut experiment) = (Vec::new(), Vec::new(), None);
    for name in names.iter().filter_map(|name| name.to_str()) {
        let run = match Run::read(&folder.join(name), name) {
            Ok(None) => continue,
            Ok(run) => run,
            Err(EvidenceError::NoRecords { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        let settings = run.as_ref().map_or(String::new(), |run| run.changes().replace(", ", " "));
        design.push(Design { point: name.to_owned(), settings });
        let Some(run) = run else { continue };
        let own = (run.manifest.experiment.clone(), run.manifest.specs_of_variants());
        if *experiment.get_or_insert_with(|| own.clone()) != own {
            return Ok(None);
        }
        rows.extend(points::rows(name, &run));
    }
    design = points::designed(folder)?.unwrap_or(design);
    Ok((!rows.is_empty()).then_some((design, rows)))
}

/// The variant whose ratio is 1 everywhere, if there is just one.
fn own_reference(rows: &[PointRow], variants: &[String]) -> Option<String> {
    let is_one = |v: &&String| {
        let mut own = rows.iter().filter(|row| row.variant == **v);
        own.all(|row| row.log_ratio == Some(0.0))
    };
    let mut found = variants.iter().filter(is_one);
    found.next().filter(|_| found.next().is_none()).cloned()
}

fn table_rows(
    design: &[Design],
    all: &[PointRow],
    variants: &[String],
    reference: Option<&str>,
) -> Vec<Row> {
    let mut rows = Vec::new();
    for Design { point, settings } in design {
        let own: Vec<&PointRow> = all.iter().filter(|row| row.point == *point).collect();
        let mut depths: Vec<u8> = own.iter().map(|row| row.depth).collect();
        depths.sort_unstable();
        depths.dedup();
        let is_twice = design.iter().filter(|other| other.settings == *settings).count() > 1;
        let label = match settings.len() {
            0 if !is_twice => "as reproduced".to_owned(),
            length if length > LONGEST_LABEL || is_twice => point.clone(),
            _ => settings.replace(' ', ", "),
        };
        for depth in depths {
            let at = |v: &str| own.iter().find(|row| row.depth == depth && row.variant == v);
            let base = reference.and_then(at).map(|row| row.nodes);
            let cells = variants.iter().map(|variant| {
                let row = at(variant);
                let other = base.filter(|&base| base > 0 && reference != Some(variant.as_str()));
                let pair = row.map(|row| row.nodes).zip(other);
                Cell {
                    variant: variant.clone(),
                    nodes: row.map(|row| row.nodes),
                    ratio_to_reference: pair.map(|(nodes, base)| nodes as f64 / base as f64),
                    percent: pair.and_then(|(nodes, base)| percent(nodes, base)),
                    solved: row.and_then(|row| row.solved),
                }
            });
            let any = own.iter().find(|row| row.depth == depth);
            rows.push(Row {
                point: point.clone(),
                settings: settings.clone(),
                label: label.clone(),
                depth,
                positions: any.map_or(0, |row| row.positions),
                left_out: any.map_or(0, |row| row.left_out),
                cells: cells.collect(),
            });
        }
    }
    rows
}

/// A line of the CSV.
#[derive(Default, Serialize)]
struct Line<'a> {
    point: &'a str,
    settings: &'a str,
    depth: Option<u8>,
    variant: &'a str,
    positions: usize,
    left_out: usize,
    nodes: Option<u64>,
    ratio_to_reference: Option<f64>,
    solved: Option<usize>,
}

impl Show for SweepTable {
    fn sheet(&self) -> Sheet {
        let shown = |text: Option<String>| text.unwrap_or_else(|| ABSENT.to_owned());
        let mut grids =
            vec![(Some("Nodes".to_owned()), self.grid(|cell| shown(cell.nodes.map(thousands))))];
        if let Some(reference) = &self.reference {
            let heading = format!("Nodes, difference to {reference}");
            grids.push((Some(heading), self.grid(|cell| shown(cell.percent.clone()))));
        }
        if self.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.solved.is_some()) {
            let solved = |cell: &Cell| shown(cell.solved.map(|n| thousands(n as u64)));
            grids.push((Some("Positions solved".to_owned()), self.grid(solved)));
        }
        let left_out = self.rows.iter().any(|row| row.left_out > 0);
        let left_out = left_out.then(|| {
            "Positions that a variant did not finish within the node limit are left out of their row."
                .to_owned()
        });
        Sheet { caption: self.caption.clone(), grids, closing: left_out.into_iter().collect() }
    }

    fn csv(&self) -> anyhow::Result<String> {
        let cells = self.rows.iter().flat_map(|row| row.cells.iter().map(move |cell| (row, cell)));
        grid::csv(cells.map(|(row, cell)| Line {
            point: &row.point,
            settings: &row.settings,
            depth: Some(row.depth),
            variant: &cell.variant,
            positions: row.positions,
            left_out: row.left_out,
            nodes: cell.nodes,
            ratio_to_reference: cell.ratio_to_reference,
            solved: cell.solved,
        }))
    }

    fn json(&self) -> String {
        json::pretty(self)
    }
}

/// The table of a sweep that has just ended.
///
/// # Errors
/// As [`SweepTable::read`].
pub(crate) fn of_points(folder: &Path) -> anyhow::Result<SweepTable> {
    SweepTable::read(folder, None, None)?.context("the sweep has left no points")
}

//! Results of any other program: a CSV file with a line for each position, whose columns are named
//! on the command line.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, anyhow, ensure};
use csv::StringRecord;

use super::side::{Point, SuiteSide};
use crate::base::number::thousands;
use crate::base::{escape, file};
use crate::experiment::{ColumnSpec, read_depth};

/// The names of a CSV file's columns.
#[derive(clap::Args, Clone, Default)]
pub(crate) struct Columns {
    /// CSV: column of the positions' ids [default: id]
    #[arg(long, value_name = "NAME")]
    id_column: Option<String>,
    /// CSV: column of node counts, cumulative over the iterations [default: nodes, if there]
    #[arg(long, value_name = "NAME")]
    nodes_column: Option<String>,
    /// CSV: column of true or false, yes or no, 1 or 0 [default: solved, if there]
    #[arg(long, value_name = "NAME")]
    solved_column: Option<String>,
    /// CSV: column of depths [default: depth, if there; else the run must have one row, or --depths]
    #[arg(long, value_name = "NAME")]
    depth_column: Option<String>,
    /// CSV: column of suites [default: suite, if there; else --suite, where the run has several]
    #[arg(long, value_name = "NAME")]
    suite_column: Option<String>,
    /// CSV: column of variants [default: variant, if there]
    #[arg(long, value_name = "NAME")]
    variant_column: Option<String>,
}

/// The depth of a file that does not tell one.
pub(crate) const UNTOLD: u8 = 0;

/// Reads the suites of a file, and a note if some lines lack nodes; without a column of suites there is
/// one suite without a name.
///
/// # Errors
/// When it cannot be read, lacks a column that was named, has a column twice, or a cell is not what its
/// column holds.
pub(crate) fn read(
    path: &Path,
    columns: &Columns,
) -> anyhow::Result<(Vec<SuiteSide>, Option<String>)> {
    let name = path.display().to_string();
    let text = file::read_text(path)?;
    let text = text.trim_start_matches('\u{feff}').as_bytes();
    ensure!(!text.trim_ascii().is_empty(), "{name}: the file is empty");
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text);
    let head = reader.headers().map_err(|e| anyhow!("{name}:1: not CSV: {e}"))?.clone();
    let place = |asked: &Option<String>, usual: &str, option: &str| {
        let wanted = asked.as_deref().unwrap_or(usual);
        let mut places = (0..head.len()).filter(|&i| head.get(i) == Some(wanted));
        let column = places.next();
        ensure!(
            places.next().is_none(),
            "{name}:1: more than one column '{}'; rename one, or name another with {option}",
            escape::cut(wanted)
        );
        let missing = || {
            format!(
                "{name}:1: no column '{wanted}' among {}; name it with {option}",
                escape::cut(&head.iter().collect::<Vec<_>>().join(", "))
            )
        };
        let is_needed = asked.is_some() || option == "--id-column";
        if is_needed { column.with_context(missing).map(Some) } else { Ok(column) }
    };
    let id = place(&columns.id_column, "id", "--id-column")?;
    let nodes = place(&columns.nodes_column, "nodes", "--nodes-column")?;
    let solved = place(&columns.solved_column, "solved", "--solved-column")?;
    let depth = place(&columns.depth_column, "depth", "--depth-column")?;
    let suite = place(&columns.suite_column, "suite", "--suite-column")?;
    let variant = place(&columns.variant_column, "variant", "--variant-column")?;
    ensure!(
        nodes.or(solved).is_some(),
        "{name}:1: neither nodes nor solved; name a column with --nodes-column or --solved-column"
    );
    let mut suites: BTreeMap<String, (BTreeMap<_, _>, BTreeSet<u8>)> = BTreeMap::new();
    let mut without_nodes = 0;
    for row in reader.records() {
        let row = row.map_err(|e| {
            anyhow!("{name}:{}: not CSV: {e}", e.position().map_or(0, csv::Position::line))
        })?;
        let at = format!("{name}:{}", row.position().map_or(0, csv::Position::line));
        let cell = |column: Option<usize>| cell(&row, column);
        let id = escape::from_cell(cell(id).with_context(|| format!("{at}: no id"))?);
        let depth = cell(depth).map(read_depth).transpose().map_err(|e| anyhow!("{at}: {e}"))?;
        let depth = depth.unwrap_or(UNTOLD);
        without_nodes += u64::from(nodes.is_some() && cell(nodes).is_none());
        let nodes = cell(nodes).map(|n| n.parse().map_err(|_| not_a(&at, n, "a number of nodes")));
        let solved = cell(solved).map(|s| truth(s).ok_or_else(|| not_a(&at, s, "true or false")));
        let point = Point { nodes: nodes.transpose()?, solved: solved.transpose()?, record: None };
        let spec = cell(variant).unwrap_or_default();
        let spec = ColumnSpec::parse(spec).map_or(spec.to_owned(), |column| column.spec());
        let (variants, depths) =
            suites.entry(cell(suite).unwrap_or_default().to_owned()).or_default();
        let positions: &mut super::side::Positions = variants.entry(spec).or_default();
        let next = positions.len() as u32;
        let position = positions.entry(id.to_owned()).or_default();
        if position.points.is_empty() {
            position.place = next;
        }
        let is_new = position.points.insert(depth, point).is_none();
        ensure!(
            is_new,
            "{at}: '{}' occurs twice at the same depth; give each position one line",
            escape::cut(id)
        );
        depths.insert(depth);
    }
    ensure!(!suites.is_empty(), "{name}: there are no positions below the header");
    let side = |(name, (variants, depths)): (_, (_, BTreeSet<u8>))| SuiteSide {
        name,
        depths: depths.into_iter().collect(),
        variants,
    };
    let note = match without_nodes {
        0 => None,
        1 => Some(format!("{name}: 1 line has no nodes and counts in no ratio.")),
        n => Some(format!("{name}: {} lines have no nodes and count in no ratio.", thousands(n))),
    };
    Ok((suites.into_iter().map(side).collect(), note))
}

/// A cell that is not empty.
fn cell(row: &StringRecord, column: Option<usize>) -> Option<&str> {
    row.get(column?).filter(|text| !text.is_empty())
}

fn truth(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "1" => Some(true),
        "false" | "no" | "0" => Some(false),
        _ => None,
    }
}

fn not_a(at: &str, text: &str, what: &str) -> anyhow::Error {
    anyhow!("{at}: '{}' is not {what}", escape::cut(text))
}

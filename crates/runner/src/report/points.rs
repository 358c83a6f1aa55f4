//! What is kept of each point of a sweep: totals by variant and depth. `points.csv` has a row for
//! each; a point in it is not run again, so the file replaces run folders that are gone.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::evidence::Run;
use crate::base::file;
use crate::experiment::sweep::Point;
use crate::record::io::{self, RecordFormat};
use crate::record::manifest::Manifest;

/// The totals, in the sweep's folder.
pub(crate) const POINTS_FILE: &str = "points.csv";
/// The settings of each point, next to it.
pub(crate) const DESIGN_FILE: &str = "design.csv";

/// Totals of one variant at one depth, over the positions that every variant finished there.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct PointRow {
    /// Name of the point.
    pub(crate) point: String,
    /// Fingerprint of the point's run: suite, variants, settings, limit.
    pub(crate) fingerprint: String,
    /// Digest of the source of the engine that searched.
    pub(crate) engine_source: String,
    pub(crate) variant: String,
    /// Plies.
    pub(crate) depth: u8,
    /// Positions that are counted.
    pub(crate) positions: usize,
    /// Positions left out because a search of this depth ended at the node limit.
    pub(crate) left_out: usize,
    /// Cumulative over the iterations.
    pub(crate) nodes: u64,
    /// Those of the main search; empty for other engines and in files older than the column.
    #[serde(default)]
    pub(crate) main_nodes: Option<u64>,
    /// Natural logarithm of `nodes` over the reference's; empty without a reference.
    pub(crate) log_ratio: Option<f64>,
    /// Positions solved; empty where the suite asks for nothing.
    pub(crate) solved: Option<usize>,
}

impl PointRow {
    /// Does it belong to this point, as in this manifest and searched by this build's engine?
    pub(crate) fn is_of(&self, point: &str, manifest: &Manifest) -> bool {
        (&self.fingerprint, &self.engine_source) == (&manifest.fingerprint, &manifest.engine_source)
            && self.point == point
    }
}

/// The rows of a finished point, all suites together.
pub(crate) fn rows(point: &str, run: &Run) -> Vec<PointRow> {
    let manifest = &run.manifest;
    let variants: Vec<&str> = run.specs().collect();
    let reference = manifest.reference.as_deref();
    let reference = variants.iter().position(|variant| Some(*variant) == reference);
    let depths: BTreeSet<u8> = run.rows().map(|(_, depth)| depth).collect();
    let mut rows = Vec::new();
    for depth in depths {
        let suites = || run.parts().filter(|part| part.suite.depths.contains(&depth));
        let searched: usize = suites().map(|part| part.suite.searched).sum();
        let records: Vec<_> =
            suites().flat_map(|part| part.sample.together(&variants, depth)).collect();
        let nodes = |column: usize| records.iter().map(|row| row[column].nodes).sum::<u64>();
        let main =
            |column: usize| records.iter().map(|row| row[column].main_nodes).sum::<Option<u64>>();
        for (column, variant) in variants.iter().enumerate() {
            let ratio = reference.map(|r| (nodes(column) as f64 / nodes(r) as f64).ln());
            let solved = records.iter().filter_map(|row| row[column].solved);
            rows.push(PointRow {
                point: point.to_owned(),
                fingerprint: manifest.fingerprint.clone(),
                engine_source: manifest.engine_source.clone(),
                variant: (*variant).to_owned(),
                depth,
                positions: records.len(),
                left_out: searched - records.len(),
                nodes: nodes(column),
                main_nodes: main(column),
                log_ratio: ratio.filter(|ratio| ratio.is_finite()),
                solved: solved.clone().next().map(|_| solved.filter(|solved| *solved).count()),
            });
        }
    }
    rows
}

/// The rows in a file; none if there is no file.
///
/// # Errors
/// When it cannot be read or is damaged.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<PointRow>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    io::read(path)
}

/// Writes all rows.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn write(path: &Path, rows: &[PointRow]) -> anyhow::Result<()> {
    Ok(file::write(path, &RecordFormat::Csv.bytes(rows.iter().cloned())?)?)
}

/// A line of `design.csv`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Design {
    /// Name of the point.
    pub(crate) point: String,
    /// What is set at it, separated by spaces.
    pub(crate) settings: String,
}

/// What is set at each point of a sweep; `None` if the file is not there.
///
/// # Errors
/// When the file is damaged.
pub(crate) fn designed(folder: &Path) -> anyhow::Result<Option<Vec<Design>>> {
    let path = folder.join(DESIGN_FILE);
    path.exists().then(|| io::read(&path)).transpose()
}

/// Writes what is set at each point.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn write_design(folder: &Path, points: &[Point]) -> anyhow::Result<()> {
    let design =
        |Point { name, set }: &Point| Design { point: name.clone(), settings: set.join(" ") };
    let bytes = RecordFormat::Csv.bytes(points.iter().map(design))?;
    Ok(file::write(&folder.join(DESIGN_FILE), &bytes)?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::record::manifest::{SuiteEntry, VariantEntry};
    use crate::report::evidence::sample::samples::of_variants;

    fn run() -> Run {
        // position 1 ends at the limit under `b` before depth 2
        let sample = of_variants(&[
            ("a", &[(0, 1, 10, true), (0, 2, 40, true), (1, 1, 20, false), (1, 2, 90, true)]),
            ("b", &[(0, 1, 20, false), (0, 2, 80, false), (1, 1, 40, false)]),
        ]);
        let variant = |spec: &str| VariantEntry {
            spec: spec.into(),
            title: spec.into(),
            source: String::new(),
            parameters: BTreeMap::new(),
            levels: vec![],
        };
        let suite = SuiteEntry { depths: vec![1, 2], searched: 2, ..SuiteEntry::default() };
        let manifest = Manifest {
            variants: vec![variant("a"), variant("b")],
            reference: Some("a".into()),
            suites: vec![suite],
            fingerprint: "f".into(),
            engine_source: "e".into(),
            ..Manifest::begun(crate::record::manifest::Kind::Search, "s", "S")
        };
        Run { name: "s".into(), manifest, samples: vec![sample], files: vec![] }
    }

    #[test]
    fn totals_are_over_the_positions_that_every_variant_finished() {
        let of = |row: &PointRow| {
            (row.variant.clone(), row.depth, row.positions, row.left_out, row.nodes, row.solved)
        };
        let rows = rows("p", &run());
        let expected = [
            ("a".to_owned(), 1, 2, 0, 30, Some(1)),
            ("b".to_owned(), 1, 2, 0, 60, Some(0)),
            ("a".to_owned(), 2, 1, 1, 40, Some(1)),
            ("b".to_owned(), 2, 1, 1, 80, Some(0)),
        ];
        assert_eq!(rows.iter().map(of).collect::<Vec<_>>(), expected);
        assert_eq!(rows[0].log_ratio, Some(0.0));
        assert_eq!(rows[3].log_ratio, Some(2.0_f64.ln()));
    }

    #[test]
    fn rows_read_back_as_they_were_and_a_damaged_line_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(POINTS_FILE);
        assert_eq!(read(&path).unwrap(), []);
        let written = rows("p", &run());
        write(&path, &written).unwrap();
        assert_eq!(read(&path).unwrap(), written);
        let old = |line: &str| {
            line.split(',')
                .enumerate()
                .filter(|(i, _)| *i != 8)
                .map(|(_, v)| v)
                .collect::<Vec<_>>()
                .join(",")
        };
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.lines().map(old).collect::<Vec<_>>().join("\n")).unwrap();
        let without = |row: PointRow| PointRow { main_nodes: None, ..row };
        assert_eq!(read(&path).unwrap(), written.iter().cloned().map(without).collect::<Vec<_>>());
        std::fs::write(&path, text).unwrap();
        let manifest = run().manifest;
        assert!(written[0].is_of("p", &manifest) && !written[0].is_of("q", &manifest));
        let other = Manifest { engine_source: "another".into(), ..manifest };
        assert!(!written[0].is_of("p", &other));
        let text = std::fs::read_to_string(&path).unwrap().replacen("p,f,e,b", "p,f,e,b,b", 1);
        std::fs::write(&path, text).unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert!(error.contains("points.csv:3: "), "{error}");
    }
}

//! The runs that the report is based on.

use crate::base::distinct::distinct;
use crate::experiment::plan::OTHER_SETTINGS;
use crate::record::manifest::{Manifest, SuiteEntry};
use crate::report::page::{Block, Cell, Grid, Source};

/// The closing list of runs.
pub(crate) fn runs(source: &Source) -> Vec<Block> {
    let head = ["Run", "Suite", "Depths", "Settings", "Fingerprint"];
    let mut grid = Grid::new(&head, 5);
    let mut row = |name: &str, manifest: &Manifest, searched: String, settings: &str| {
        let depths = |suite: &SuiteEntry| {
            suite.depths.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
        };
        let depths: Vec<String> = manifest.suites.iter().map(depths).collect();
        grid.rows.push(vec![
            Cell { small: Some(manifest.title.clone()), ..name.into() },
            searched.into(),
            depths.join("; ").into(),
            settings.into(),
            manifest.fingerprint.as_str().into(),
        ]);
    };
    for run in source.evidence.runs.values() {
        let changes = run.changes();
        let settings = if changes.is_empty() { "reproduction" } else { &changes };
        row(&run.name, &run.manifest, run.manifest.searched(), settings);
    }
    for (name, run) in &source.evidence.surveys {
        row(name, &run.manifest, run.manifest.suite_line(), "the survey's");
    }
    let runs = source.evidence.runs.values();
    let notes = runs.flat_map(|run| run.manifest.notes.iter().cloned());
    let notes = distinct(notes.filter(|note| !note.starts_with(OTHER_SETTINGS)));
    let mut blocks = vec![Block::Section("The runs".into()), Block::Grid(grid)];
    if !notes.is_empty() {
        blocks.push(Block::Heading("Warnings that stand with their tables".into()));
        blocks.push(Block::List(notes));
    }
    blocks
}

//! The runs that the report is based on.

use crate::report::page::{Block, Cell, Grid, Source};

/// The closing list of runs.
pub(crate) fn runs(source: &Source) -> Vec<Block> {
    let head = ["Run", "Suite", "Depths", "Settings", "Fingerprint"];
    let mut grid = Grid::new(&head, 5);
    for run in source.evidence.runs.values() {
        let depths: Vec<String> = run
            .manifest
            .suites
            .iter()
            .map(|s| s.depths.iter().map(u8::to_string).collect::<Vec<_>>().join(", "))
            .collect();
        let changes = run.changes();
        grid.rows.push(vec![
            Cell { small: Some(run.manifest.title.clone()), ..run.name.clone().into() },
            run.manifest.searched().into(),
            depths.join("; ").into(),
            if changes.is_empty() { "reproduction".into() } else { changes.into() },
            run.manifest.fingerprint.clone().into(),
        ]);
    }
    for (name, run) in &source.evidence.surveys {
        let depths: Vec<String> =
            run.manifest.suites.iter().flat_map(|suite| &suite.depths).map(u8::to_string).collect();
        grid.rows.push(vec![
            Cell { small: Some(run.manifest.title.clone()), ..name.clone().into() },
            run.manifest.suite_line().into(),
            depths.join(", ").into(),
            "the survey's".into(),
            run.manifest.fingerprint.clone().into(),
        ]);
    }
    let mut notes: Vec<String> = Vec::new();
    for note in source.evidence.runs.values().flat_map(|run| &run.manifest.notes) {
        if !notes.contains(note) {
            notes.push(note.clone());
        }
    }
    let mut blocks = vec![Block::Section("The runs".into()), Block::Grid(grid)];
    if !notes.is_empty() {
        blocks.push(Block::Heading("Warnings that stand with their tables".into()));
        blocks.push(Block::List(notes));
    }
    blocks
}

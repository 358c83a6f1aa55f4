//! A user's own run: its tables and their basis.

use super::tables;
use crate::base::number::thousands;
use crate::report::evidence::Run;
use crate::report::figures;
use crate::report::numbers::id;
use crate::report::numbers::laboratory::effects;
use crate::report::page::{Block, Grid, Source};
use crate::show::table::Measure;

/// What was run, then nodes and solved positions, as far as the run has them.
pub(crate) fn blocks(source: &Source, run: &Run) -> anyhow::Result<Vec<Block>> {
    if let Some(effects) = effects(run)? {
        return super::laboratory::of_run(&effects);
    }
    let searched = run.manifest.searched();
    let mut blocks = vec![Block::Text(format!("{searched}. {}", reference(run)))];
    let notes = run.manifest.notes.iter().chain(&run.manifest.remarks);
    blocks.extend(notes.cloned().map(Block::Note));
    blocks.push(Block::Section("Nodes".into()));
    blocks.extend(figures::ratio::of_run(run)?.into_iter().map(Block::Figure));
    blocks.push(Block::Grid(tables::beside(source, run, Measure::Nodes)));
    for part in run.parts() {
        tables::nodes(source, part, &mut blocks)?;
    }
    if has_tasks(source, run) {
        blocks.push(Block::Section("Solved".into()));
        blocks.push(Block::Grid(tables::beside(source, run, Measure::Solved)));
        run.parts().for_each(|part| tables::solved(source, part, &mut blocks));
    }
    Ok(blocks)
}

/// How to repeat the run.
pub(crate) fn about(source: &Source) -> Vec<Block> {
    let mut grid = Grid::new(&["", "The run"], 2);
    let mut row = |name: &str, text: String| {
        if !text.is_empty() {
            grid.rows.push([name.to_owned(), text].map(Into::into).into());
        }
    };
    for run in source.evidence.runs.values() {
        let manifest = &run.manifest;
        row("Variants", run.specs().collect::<Vec<_>>().join(" "));
        row("Settings that differ from the reproduction", run.changes());
        row("Node limit", manifest.node_limit.map_or(String::new(), |n| thousands(n.get())));
        row("Engine source", manifest.engine_source.clone());
        row("Fingerprint", manifest.fingerprint.clone());
    }
    for command in source.evidence.times.keys().filter_map(|run| source.evidence.command(run)) {
        row("Command", command);
    }
    match grid.rows.is_empty() {
        true => Vec::new(),
        false => vec![Block::Section("The run".into()), Block::Grid(grid)],
    }
}

fn reference(run: &Run) -> String {
    run.manifest.reference.as_deref().map_or(
        "There is no reference variant: nothing is compared.".to_owned(),
        |reference| {
            format!(
                "Percentages are differences from {}; brackets hold 95 % intervals over positions.",
                run.title(reference)
            )
        },
    )
}

fn has_tasks(source: &Source, run: &Run) -> bool {
    run.rows().any(|(part, depth)| {
        let id = format!("{}.tasks", id::row(part, depth));
        source.numbers.find(&id).is_some_and(|number| number.value.is_some_and(|n| n > 0.0))
    })
}

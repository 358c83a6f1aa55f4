//! The laboratory: its answer by its rules, and the tables that it rests on.

use crate::report::figures::{self, laboratory::Answer, laboratory::primary};
use crate::report::numbers::laboratory::effects;
use crate::report::page::{Block, PageError, Source};
use crate::show::effects::{Effects, Response};
use crate::show::grid::Show;

/// The answer, the figure and all effects; nothing without the run.
pub(super) fn blocks(source: &Source) -> Result<Vec<Block>, PageError> {
    let Some(run) = source.evidence.runs.get("laboratory") else { return Ok(Vec::new()) };
    let Some(effects) = effects(run)? else { return Ok(Vec::new()) };
    let mut blocks = Vec::new();
    let suite = effects.suites.iter().find(|suite| suite.suite == "wcs");
    if let Some(gain) = suite.and_then(|suite| primary(suite, Response::Within(100_000))) {
        let how = match gain.is_incomplete() {
            true => "; more than a twentieth of the positions had to be left out",
            false => "",
        };
        let worth = Answer::of(&gain).words();
        blocks.push(Block::Text(format!(
            "The answer by the rules that were committed before the run: verification \
             changes the nodes, and beside these rules it is {worth}{how}."
        )));
    }
    blocks.extend(figures::blocks(figures::laboratory::figures, source)?);
    blocks.push(Block::Details("All effects and interactions".into(), tables(&effects)));
    Ok(blocks)
}

/// Of a run of one's own: a figure for each suite, and all effects.
pub(super) fn of_run(effects: &Effects) -> Result<Vec<Block>, PageError> {
    let mut blocks = vec![Block::Section("Effects".into())];
    for suite in &effects.suites {
        let name = format!("effects-{}", suite.id);
        let figure = figures::laboratory::of_suite(&name, suite, effects.intervals)?;
        blocks.extend(figure.into_iter().map(Block::Figure));
    }
    blocks.extend(tables(effects));
    Ok(blocks)
}

fn tables(effects: &Effects) -> Vec<Block> {
    let sheet = effects.sheet();
    let mut tables: Vec<Block> = sheet.notes.into_iter().map(Block::Note).collect();
    for (heading, grid) in sheet.grids {
        tables.extend(heading.map(Block::Heading));
        tables.push(Block::Grid(grid));
    }
    tables.extend(sheet.closing.into_iter().map(Block::Text));
    tables
}

//! The page of one run, of whatever positions and variants: tables, ratios, discordant positions,
//! charts and explorer, and nothing of the paper.

use anyhow::{Context, ensure};

use super::sections::{effort, game, own, positions, survey};
use super::{Block, NOTHING, Page, Scope, Source, with_source};
use crate::play::matches::run::Games;
use crate::play::matches::summary::Summary;
use crate::record::manifest::{Kind, Manifest};
use crate::report::evidence::{Evidence, Run};

impl Page {
    /// Makes the page of the only run in the evidence.
    ///
    /// # Errors
    /// When there is none, or a figure cannot be drawn.
    pub(crate) fn of_run(mut evidence: Evidence) -> anyhow::Result<Page> {
        for run in evidence.runs.values_mut() {
            run.manifest.paper_table = None;
        }
        with_source(&evidence, Scope::Run, |source| {
            let (mut title, mut blocks) = ("", Vec::new());
            for run in evidence.runs.values() {
                title = &run.manifest.title;
                blocks.extend(of_searches(source, run)?);
            }
            for (name, run) in &evidence.surveys {
                title = &run.manifest.title;
                blocks.extend(survey::of_run(source, name, run));
            }
            ensure!(!blocks.is_empty(), NOTHING);
            blocks.extend(own::about(source));
            Page::written(source, [("report", title, of_a_run(blocks))])
        })
    }

    /// Makes the page of a match.
    ///
    /// # Errors
    /// When the manifest is not that of a match, or its chart cannot be drawn.
    pub(crate) fn of_match(
        manifest: &Manifest,
        games: &Games,
        command: Option<String>,
    ) -> anyhow::Result<Page> {
        let entry = manifest.game.as_ref().context("the manifest is not that of a match")?;
        let summary = Summary::new(manifest, entry, games);
        let mut blocks = game::blocks(&summary, games)?;
        blocks.extend(game::about(manifest, &summary, command));
        with_source(&Evidence::default(), Scope::Run, |source| {
            Page::written(source, [("report", &manifest.title, of_a_run(blocks))])
        })
    }
}

/// The same blocks; their figures are drawn by a command that names the run.
fn of_a_run(mut blocks: Vec<Block>) -> Vec<Block> {
    for block in &mut blocks {
        match block {
            Block::Figure(figure) => figure.of = "RUN ",
            Block::Details(_, inner) | Block::Answer { blocks: inner, .. } => {
                *inner = of_a_run(std::mem::take(inner));
            }
            _ => {}
        }
    }
    blocks
}

fn of_searches(source: &Source, run: &Run) -> anyhow::Result<Vec<Block>> {
    let mut blocks = own::blocks(source, run)?;
    blocks.extend(effort::of_one(source, run)?);
    if run.manifest.kind == Kind::Search {
        blocks.push(Block::Section("Every position".into()));
        blocks.extend(positions());
    }
    Ok(blocks)
}

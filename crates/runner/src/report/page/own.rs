//! The page of one run, of whatever positions and variants: tables, ratios, discordant positions,
//! charts and explorer, and nothing of the paper.

use anyhow::ensure;

use super::sections::{effort, games, own, positions, survey};
use super::{Block, NOTHING, Page, Scope, Source, with_source};
use crate::record::manifest::Kind;
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
            let (mut title, mut blocks) = ("A match", Vec::new());
            for run in evidence.runs.values() {
                title = &run.manifest.title;
                blocks.extend(of_searches(source, run)?);
            }
            for (name, run) in &evidence.surveys {
                title = &run.manifest.title;
                blocks.extend(survey::of_run(source, name, run));
            }
            if !evidence.matches.is_empty() {
                blocks.push(Block::Section("Result".into()));
                blocks.push(Block::Grid(games::scores(source, |_| true)));
            }
            ensure!(!blocks.is_empty(), NOTHING);
            blocks.extend(own::about(source));
            Page::written(source, [("report", title, blocks)])
        })
    }
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

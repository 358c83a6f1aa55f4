//! The page of one run, of whatever positions and variants: tables, ratios, discordant positions,
//! charts and explorer, and nothing of the paper.

use super::sections::{effort, games, own, positions, survey};
use super::{Block, FigureBlock, Page, PageError, Source, html, markdown};
use crate::record::manifest::Kind;
use crate::report::claims;
use crate::report::evidence::{Evidence, Run};
use crate::report::numbers::{self, Numbers};

impl Page {
    /// Makes the page of the only run in the evidence.
    ///
    /// # Errors
    /// When there is none, or a figure cannot be drawn.
    pub(crate) fn of_run(mut evidence: Evidence) -> Result<Page, PageError> {
        for run in evidence.runs.values_mut() {
            run.manifest.paper_table = None;
        }
        let (survey, decided) = (claims::survey()?, claims::decided()?);
        let (questions, rules) = (claims::questions()?, claims::rules()?);
        let numbers = Numbers::of_run(&evidence)?;
        let source = Source {
            evidence: &evidence,
            numbers: &numbers,
            judged: &[],
            questions: &questions,
            rules: &rules,
            decided: &decided,
            survey: &survey,
            findings: &[],
        };
        let (mut title, mut blocks) = (String::new(), Vec::new());
        for run in evidence.runs.values() {
            title.clone_from(&run.manifest.title);
            blocks.extend(of_searches(&source, run)?);
        }
        for (name, run) in &evidence.surveys {
            title.clone_from(&run.manifest.title);
            blocks.extend(survey::of_run(&source, name, run));
        }
        if !evidence.matches.is_empty() {
            title = "A match".to_owned();
            blocks.push(Block::Section("Result".into()));
            blocks.push(Block::Grid(games::scores(&source)));
        }
        if blocks.is_empty() {
            return Err(PageError::Nothing);
        }
        blocks.extend(own::about(&source));
        Page::written(&title, blocks, &source)
    }

    fn written(title: &str, blocks: Vec<Block>, source: &Source) -> Result<Page, PageError> {
        let data = super::data::elements(source.evidence)?;
        let mut kept = vec![
            ("report.md".to_owned(), markdown::page(title, &blocks).into_bytes()),
            (numbers::FILE.to_owned(), source.numbers.to_json()?.into_bytes()),
        ];
        let built = vec![("report.html".to_owned(), html::page(title, &blocks, &data))];
        let figures: Vec<FigureBlock> = blocks.into_iter().flat_map(super::figures_of).collect();
        let files = figures.iter().flat_map(FigureBlock::files);
        kept.extend(files.map(|(name, bytes)| (format!("figures/{name}"), bytes)));
        Ok(Page { kept, built, figures, readme: None })
    }
}

fn of_searches(source: &Source, run: &Run) -> Result<Vec<Block>, PageError> {
    let mut blocks = own::blocks(source, run)?;
    blocks.extend(effort::of_one(source, run)?);
    if run.manifest.kind == Kind::Search {
        blocks.push(Block::Section("Every position".into()));
        blocks.extend(positions());
    }
    Ok(blocks)
}

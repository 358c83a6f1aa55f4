//! The report: one content model (`block`), filled by `sections` from records alone, written as a
//! self-contained HTML page and as its Markdown twin. The same evidence gives the same bytes.

mod article;
mod block;
mod data;
mod html;
mod markdown;
mod own;
mod readme;
mod sections;
mod template;

use anyhow::ensure;

pub(crate) use crate::show::grid::{Cell, Grid};
pub(crate) use block::{Block, FigureBlock};
pub(crate) use sections::percent;

use crate::report::claims::{self, ClaimsFile, Decided, Judged, Questions, Rules};
use crate::report::evidence::Evidence;
use crate::report::figures;
use crate::report::numbers::{self, Numbers};

const TITLE: &str = "Verified null-move pruning, tested";
const SURVEY: &str = "What each enhancement of alpha-beta is worth";

const NOTHING: &str = "no run with a manifest and records was found below the results folder; run an \
                       experiment with --out results/NAME first, or give another folder with --results";

/// The report's files by name.
pub(crate) struct Page {
    /// Files that git holds: `report.md`, `survey.md`, `numbers.json`, and `figures/` as SVG and CSV.
    pub(crate) kept: Vec<(String, Vec<u8>)>,
    /// The pages for the screen: `report.html` and `survey.html`.
    pub(crate) built: Vec<(String, String)>,
    /// The figures, for their PNG.
    pub(crate) figures: Vec<FigureBlock>,
    /// The README with the parts that state results regenerated, if one was given.
    pub(crate) readme: Option<String>,
}

/// The input of sections.
pub(crate) struct Source<'a> {
    /// The results.
    pub(crate) evidence: &'a Evidence,
    /// The numbers about them.
    pub(crate) numbers: &'a Numbers,
    /// Their verdicts.
    pub(crate) judged: &'a [Judged<'a>],
    /// What they are about.
    pub(crate) questions: &'a Questions,
    /// How they are judged.
    pub(crate) rules: &'a Rules,
    /// Decisions made after results were known.
    pub(crate) decided: &'a Decided,
    /// The survey's findings.
    pub(crate) survey: &'a ClaimsFile,
    /// Their verdicts.
    pub(crate) findings: &'a [Judged<'a>],
    /// Is the report written to the results' own folder for it?
    pub(crate) is_with_results: bool,
}

impl Page {
    /// Makes the report. In the results' own folder for it drawn trees are linked, elsewhere copied.
    ///
    /// # Errors
    /// When there are no runs, a figure cannot be made, or a mark in the README is wrong.
    pub(crate) fn build(
        evidence: &Evidence,
        readme: Option<&str>,
        is_with_results: bool,
    ) -> anyhow::Result<Page> {
        with_source(evidence, Scope::All, |source| {
            let source = &Source { is_with_results, ..*source };
            let readme = readme.map(|text| readme::renewed(text, source)).transpose()?;
            let survey = sections::survey::blocks(source)?;
            let documents =
                [("report", TITLE, article::blocks(source)?), ("survey", SURVEY, survey)];
            Ok(Page { readme, ..Page::written(source, documents)? })
        })
    }

    /// Documents, by the names of their files; the first has the explorer's data.
    fn written<const N: usize>(
        source: &Source,
        documents: [(&str, &str, Vec<Block>); N],
    ) -> anyhow::Result<Page> {
        let mut data = data::elements(source.evidence)?;
        let (mut kept, mut built, mut figures) = (Vec::new(), Vec::new(), Vec::new());
        for (name, title, blocks) in documents {
            kept.push((format!("{name}.md"), markdown::page(title, &blocks).into_bytes()));
            let html = html::page(title, &blocks, &std::mem::take(&mut data));
            built.push((format!("{name}.html"), html));
            figures.extend(blocks.into_iter().flat_map(figures_of));
        }
        kept.push((numbers::FILE.to_owned(), source.numbers.to_json()?.into_bytes()));
        let files = figures.iter().flat_map(FigureBlock::files);
        kept.extend(files.map(|(name, bytes)| (format!("figures/{name}"), bytes)));
        Ok(Page { kept, built, figures, readme: None })
    }
}

/// The numbers about the evidence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// Everything, the verdicts included.
    All,
    /// What a single run gives, without the paper.
    Run,
}

/// Every figure of the evidence, without the rest of the report.
///
/// # Errors
/// As [`Page::build`].
pub(crate) fn figures(evidence: &Evidence) -> anyhow::Result<Vec<FigureBlock>> {
    with_source(evidence, Scope::All, figures::all)
}

/// The figures of a block, those folded away included.
fn figures_of(block: Block) -> Vec<FigureBlock> {
    match block {
        Block::Figure(figure) => vec![figure],
        Block::Tree(drawings) => drawings,
        Block::Details(_, blocks) | Block::Answer { blocks, .. } => {
            blocks.into_iter().flat_map(figures_of).collect()
        }
        _ => Vec::new(),
    }
}

/// Judges the evidence and gathers its numbers for display.
fn with_source<T>(
    evidence: &Evidence,
    scope: Scope,
    show: impl FnOnce(&Source) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    ensure!(scope == Scope::Run || !evidence.runs.is_empty(), NOTHING);
    let (claims, survey) = (claims::paper()?, claims::survey()?);
    let (rules, decided) = (claims::rules()?, claims::decided()?);
    let questions = claims::questions()?;
    let (judged, findings, numbers) = match scope {
        Scope::Run => (Vec::new(), Vec::new(), Numbers::of_run(evidence)?),
        Scope::All => {
            let (judged, findings) = (claims.judge(evidence), survey.judge(evidence));
            let numbers = Numbers::of(evidence, &judged, &findings)?;
            (judged, findings, numbers)
        }
    };
    show(&Source {
        evidence,
        numbers: &numbers,
        judged: &judged,
        questions: &questions,
        rules: &rules,
        decided: &decided,
        survey: &survey,
        findings: &findings,
        is_with_results: false,
    })
}

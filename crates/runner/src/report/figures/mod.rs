//! The report's figures, one a file: from numbers by id, or records through the statistics, to data,
//! and from the data, which a reader gets as CSV, to the picture. Titles state what the data say and
//! are made from them.

pub(crate) mod counts;
mod data;
pub(crate) mod effort;
pub(crate) mod figure4;
pub(crate) mod figure8;
pub(crate) mod forest;
pub(crate) mod laboratory;
pub(crate) mod ladder;
pub(crate) mod others;
pub(crate) mod ratio;
pub(crate) mod scatter;
pub(crate) mod sensitivity;
pub(crate) mod settings;
#[cfg(test)]
mod tests;

use crate::base::number::range;
use crate::report::evidence::{Run, RunSuite};
use crate::report::page::{Block, FigureBlock, Source};
use crate::show::canvas::palette::Marker;
use crate::show::canvas::{GREY, INK, Stroke};
use crate::show::plot::{Look, Picture, extent, places};

pub(crate) use data::Datum;

/// Makes the figures that the evidence allows.
pub(crate) type Make = fn(&Source) -> anyhow::Result<Vec<FigureBlock>>;

/// Every figure in the order of the report.
const ALL: [Make; 16] = [
    forest::figures,
    forest::questions,
    ratio::figures,
    scatter::figures,
    figure4::figures,
    effort::figures,
    sensitivity::figures,
    ladder::figures,
    others::figures,
    counts::figures,
    settings::figures,
    laboratory::answer,
    laboratory::effects_of_all,
    laboratory::plane,
    laboratory::solution,
    figure8::figures,
];

/// Every figure of the evidence.
pub(crate) fn all(source: &Source) -> anyhow::Result<Vec<FigureBlock>> {
    let made = ALL.iter().map(|make| make(source));
    Ok(made.collect::<Result<Vec<_>, _>>()?.concat())
}

/// Some figures as blocks of the report.
pub(crate) fn blocks(make: Make, source: &Source) -> anyhow::Result<Vec<Block>> {
    Ok(make(source)?.into_iter().map(Block::Figure).collect())
}

/// A figure, unless there is nothing of ours to show. `shows` describes the drawing for those who cannot see it.
fn figure(
    name: &str,
    picture: &Picture,
    shows: &str,
    data: Vec<Datum>,
) -> anyhow::Result<Vec<FigureBlock>> {
    if data.iter().all(|datum| datum.source != "ours" || datum.value.is_none()) {
        return Ok(Vec::new());
    }
    Ok(vec![FigureBlock::of(name, picture, shows, Datum::csv(&data)?)])
}

/// A suite's name; `*` marks a replacement for the paper's.
fn suite_name(suite: &RunSuite) -> String {
    let name = match suite.name.len() {
        ..=4 => suite.name.to_uppercase(),
        _ => suite.name.clone(),
    };
    match (suite.is_substitute, suite.ids.is_empty()) {
        (true, true) => format!("{name}*"),
        (true, false) => format!("{} of {name}*", suite.searched), // chosen one by one
        (false, _) => name,
    }
}

/// A variant's name without the part that all share: `R = 2`, `verified R = 3`.
fn variant_name(run: &Run, variant: &str) -> String {
    let title = run.title(variant);
    let title = title.strip_prefix("Std ").unwrap_or(title);
    title.replace("Vrfd ", "verified ").replace("No null", "no null")
}

/// What solid and dashed lines are, whatever the variant.
fn key() -> Vec<(Look, String)> {
    let look = |hollow, stroke| {
        let marker = Some(Marker::Square);
        Look { colour: if hollow { GREY } else { INK }, marker, hollow, stroke: Some(stroke) }
    };
    vec![
        (look(false, Stroke::Solid), "ours, with 95 % interval".to_owned()),
        (look(true, Stroke::Dashed), "the paper".to_owned()),
    ]
}

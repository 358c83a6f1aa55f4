//! Elo with its 95 % interval over the games of a match.

use super::summary::{Standing, Summary};
use crate::show::canvas::palette::Colour;
use crate::show::canvas::{INK, Stroke, WARNING};
use crate::show::plot::{
    Axis, Body, Datum, Drawn, Look, Mark, Panel, Picture, Rule, Series, places,
};

/// Points drawn at most; a match of many games is thinned out evenly.
const MOST_POINTS: usize = 600;
const LINE: Colour = Colour(31, 87, 160);

/// The chart of a match; `None` before the first pair, and when there is no Elo.
///
/// # Errors
/// When the data cannot be written.
pub(crate) fn chart(summary: &Summary, course: &[Standing]) -> anyhow::Result<Option<Drawn>> {
    let last = course.last().filter(|_| !summary.all_forfeited);
    let Some((last, elo)) = last.and_then(|last| Some((last, last.estimate.as_ref()?))) else {
        return Ok(None);
    };
    let title = format!("{}: Elo {}", summary.title, elo.elo_text(0).replace('-', "−"));
    let subtitle = format!(
        "{}; n = {} games: +{} ={} -{}. Band: 95 % interval over pairs of games, as the games went on.",
        summary.setting.limit, last.games, last.tally.wins, last.tally.draws, last.tally.losses
    );
    let newest_first = course.iter().rev().step_by(course.len().div_ceil(MOST_POINTS));
    let datum = |standing: &Standing| {
        let [_, elo] = standing.estimate.as_ref()?.on_both_scales(standing.games as usize);
        Some(Datum::of(Some(elo)).at("", &summary.setting.names[0], f64::from(standing.games)))
    };
    let mut data: Vec<Datum> = newest_first.filter_map(datum).collect();
    data.reverse();
    let points = places(&data);
    let paper = summary.paper.as_ref();
    let paper = paper.map(|p| super::statistics::elo(p.points / f64::from(p.games)));
    // The interval is wide at first: the axis follows the rest of the match, and the paper's line.
    let settled = points[points.len() / 4..].iter().filter_map(|place| place.interval).flatten();
    let values: Vec<f64> = settled.chain(paper).chain([-20.0, 20.0]).collect();
    if let (Some(elo), Some(of)) = (paper, &summary.paper) {
        let n = Some(of.games.into());
        let datum = Datum { source: "paper", value: Some(elo), n, ..Datum::default() };
        data.push(datum.at("", &summary.setting.names[0], None));
    }
    let paper = paper.map(|elo| Rule::new(elo, format!("the paper: {elo:+.0}"), WARNING));
    let x = Axis::amounts("Games", points.iter().map(|place| place.x));
    let line = Look::line(LINE, Stroke::Solid);
    let panel = Panel {
        title: String::new(),
        x,
        y: Axis::linear("Elo", values),
        rules: [Rule::new(0.0, "", INK)].into_iter().chain(paper).collect(),
        series: vec![Series::new(line, Mark::Band, "", points)],
    };
    let body = Body::Panels { panels: vec![panel], columns: 1, height: 340.0 };
    let picture = Picture::new([title, subtitle], Vec::new(), body);
    Ok(Some(Drawn::of("elo", picture, &data)?))
}

//! Elo with its 95 % interval over the games of a match.

use super::summary::{Standing, Summary};
use crate::show::canvas::palette::Colour;
use crate::show::canvas::{INK, Stroke, WARNING};
use crate::show::plot::{Axis, Body, Look, Mark, Panel, Picture, Place, Rule, Series};

/// Points drawn at most; a match of many games is thinned out evenly.
const MOST_POINTS: usize = 600;
const LINE: Colour = Colour(31, 87, 160);

/// The chart of a match; `None` before the first pair, and when there is no Elo.
pub(crate) fn chart(summary: &Summary, course: &[Standing]) -> Option<Picture> {
    let last = course.last().filter(|_| !summary.all_forfeited)?;
    let subtitle = format!(
        "{}; {} games: +{} ={} -{}",
        summary.setting.limit, last.games, last.tally.wins, last.tally.draws, last.tally.losses
    );
    let newest_first = course.iter().rev().step_by(course.len().div_ceil(MOST_POINTS));
    let place = |standing: &Standing| {
        let elo = standing.estimate.as_ref()?;
        let interval = Some([elo.elo_low, elo.elo_high]);
        Some(Place { x: standing.games.into(), y: elo.elo, interval })
    };
    let mut points: Vec<Place> = newest_first.filter_map(place).collect();
    points.reverse();
    let paper = summary.paper.as_ref();
    let paper = paper.map(|p| super::statistics::elo(p.points / f64::from(p.games)));
    // The interval is wide at first: the axis follows the rest of the match, and the paper's line.
    let settled = points[points.len() / 4..].iter().filter_map(|place| place.interval).flatten();
    let values: Vec<f64> = settled.chain(paper).chain([-20.0, 20.0]).collect();
    let paper = paper.map(|elo| Rule::new(elo, format!("the paper: {elo:+.0}"), WARNING));
    let x = Axis::amounts("Games", points.iter().map(|place| place.x));
    let line = Look::line(LINE, Stroke::Solid);
    let panel = Panel {
        title: String::new(),
        x,
        y: Axis::linear("Elo, with its 95 % interval", values),
        rules: [Rule::new(0.0, "", INK)].into_iter().chain(paper).collect(),
        series: vec![Series::new(line, Mark::Band, "", points)],
    };
    let body = Body::Panels { panels: vec![panel], columns: 1, height: 340.0 };
    Some(Picture::new([summary.title.clone(), subtitle], Vec::new(), body))
}

//! Standard R = 1, 2 and 3 in other engines, in ours and in the paper: R = 2 over R = 3, and growth from depth
//! to depth.

use super::data::Datum;
use super::{extent, figure, places, suite_name};
use crate::base::distinct::distinct;
use crate::report::evidence::Part;
use crate::report::numbers::standard::{Standard, standard};
use crate::report::numbers::{id, parity};
use crate::report::page::{FigureBlock, Source};
use crate::show::plot::{Axis, Body, Look, Mark, Panel, Picture, Series};

/// The run with the paper's figures.
const PAPER: &str = "table4";
/// The first panel; the others are growth.
const OVER: &str = "R = 2 over R = 3";
const GROWTH: [&str; 3] = ["Growth, R = 1", "Growth, R = 2", "Growth, R = 3"];
/// What the lines are called.
const OURS: &str = "ours";
const THE_PAPER: &str = "paper";

/// The figure.
pub(crate) fn figures(source: &Source) -> anyhow::Result<Vec<FigureBlock>> {
    let run = |name| source.evidence.runs.get(name);
    let Some(part) = run(parity::OTHERS).and_then(|run| run.part(None)) else {
        return Ok(Vec::new());
    };
    let mut lines: Vec<(Look, Vec<Datum>)> = Vec::new();
    for engine in standard(part.run) {
        let Some(look) = engine.columns[1].map(Look::ours) else { continue };
        lines.push((look, of(source, part, &engine, name(&engine), false)));
    }
    if let Some(paper) = run(PAPER).and_then(|run| run.part(None)) {
        for engine in standard(paper.run) {
            let data = of(source, paper, &engine, THE_PAPER, true);
            lines.push((Look::paper("std:r=2"), data));
        }
    }
    let data: Vec<Datum> = lines.iter().flat_map(|(_, data)| data).cloned().collect();
    let depths: Vec<f64> = data.iter().filter_map(|datum| datum.x).collect();
    let panel = |title: &str| {
        let own = |line: &[Datum]| -> Vec<Datum> {
            line.iter().filter(|datum| datum.panel == title).cloned().collect()
        };
        let series = lines.iter().filter_map(|(look, line)| {
            let line = own(line);
            let label = line.first()?.series.clone();
            Some(Series::new(*look, Mark::Band, &label, places(&line)))
        });
        Panel {
            title: title.to_owned(),
            x: Axis::plies(depths.iter().copied()),
            y: Axis::ratio("", extent(&own(&data))),
            rules: Vec::new(),
            series: series.collect(),
        }
    };
    let panels = [OVER].into_iter().chain(GROWTH).map(panel).collect();
    let subtitle = format!(
        "Nodes of {} positions of {} (the paper: all of its Table 4) with null moves, other pruning that has an \
         option off, log scales. Growth: nodes over those of the depth before. Bands and brackets: 95 % intervals over positions.",
        part.suite.searched,
        suite_name(part.suite)
    );
    let picture = Picture::new(
        [heading(&data), subtitle],
        Vec::new(),
        Body::Panels { panels, columns: 2, height: 210.0 },
    );
    let shows = "R = 2 over R = 3, and growth for each R, against depth; a line an engine.";
    figure("others", &picture, shows, data)
}

/// An engine's points in all panels.
fn of(source: &Source, part: Part, engine: &Standard, name: &str, is_paper: bool) -> Vec<Datum> {
    let over = engine.columns[1].map(|r2| (OVER, "", r2, "over-r3"));
    let growth = GROWTH.into_iter().zip(engine.columns);
    let growth = growth.filter_map(|(panel, column)| Some((panel, "parity.", column?, "growth")));
    let mut data = Vec::new();
    for (panel, of, column, what) in over.into_iter().chain(growth) {
        for &depth in &part.suite.depths {
            let number =
                source.numbers.find(&format!("{of}{}.{column}.{what}", id::row(part, depth)));
            let datum = match is_paper {
                true => Datum::paper(number, |value| value),
                false => Datum::ours(number, |value| value),
            };
            data.push(datum.at(panel, name, f64::from(depth)));
        }
    }
    data.retain(|datum| datum.value.is_some());
    data
}

fn name<'a>(engine: &Standard<'a>) -> &'a str {
    let is_ours = engine.columns.iter().flatten().any(|spec| spec.starts_with("std:"));
    if is_ours { OURS } else { engine.source }
}

/// R = 2 over R = 3 at the greatest depth that every line has, with intervals.
fn heading(data: &[Datum]) -> String {
    let over: Vec<&Datum> = data.iter().filter(|datum| datum.panel == OVER).collect();
    let names = distinct(over.iter().map(|datum| datum.series.as_str()));
    let at = |x: f64| over.iter().filter(move |datum| datum.x == Some(x));
    let depths = over.iter().filter_map(|datum| datum.x);
    let Some(depth) = depths.filter(|&x| at(x).count() == names.len()).reduce(f64::max) else {
        return OVER.to_owned();
    };
    let value = |datum: &&Datum| {
        let interval = datum.low.zip(datum.high);
        let interval =
            interval.map_or(String::new(), |(low, high)| format!(" [{low:.2}, {high:.2}]"));
        Some(format!("{} {:.2}{interval}", datum.series, datum.value?))
    };
    let values: Vec<String> = at(depth).filter_map(value).collect();
    format!("{OVER} at depth {depth}: {}", values.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heading_compares_at_the_greatest_depth_that_all_have() {
        let datum = |name: &str, depth: f64, value: f64| {
            let (low, high) = (Some(value - 0.1), Some(value + 0.1));
            let interval = if name == THE_PAPER { (None, None) } else { (low, high) };
            Datum { value: Some(value), low: interval.0, high: interval.1, ..Datum::default() }
                .at(OVER, name, depth)
        };
        let data = [
            datum(OURS, 8.0, 1.25),
            datum(OURS, 9.0, 1.5),
            datum(THE_PAPER, 9.0, 2.84),
            datum(THE_PAPER, 10.0, 2.38),
        ];
        assert_eq!(
            heading(&data),
            "R = 2 over R = 3 at depth 9: ours 1.50 [1.40, 1.60], paper 2.84"
        );
        assert_eq!(heading(&data[..1]), "R = 2 over R = 3 at depth 8: ours 1.25 [1.15, 1.35]");
        assert_eq!(heading(&data[2..]), "R = 2 over R = 3 at depth 10: paper 2.38");
        assert_eq!(heading(&[data[0].clone(), data[3].clone()]), OVER, "no depth in common");
        assert_eq!(heading(&[]), OVER);
    }
}

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
         option off, log scales. Growth: nodes over those of the depth before. Bands: 95 % intervals over positions.",
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

/// The greatest R = 2 over R = 3 of each line.
fn heading(data: &[Datum]) -> String {
    let over = || data.iter().filter(|datum| datum.panel == OVER);
    let most = |name: &str| {
        let own = over().filter(|datum| datum.series == name).filter_map(|datum| datum.value);
        format!("{name} {:.2}", own.fold(f64::NEG_INFINITY, f64::max))
    };
    let names = distinct(over().map(|datum| datum.series.as_str()));
    let most: Vec<String> = names.into_iter().map(most).collect();
    format!("R = 2 over R = 3 at most: {}", most.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heading_has_the_greatest_ratio_of_each_line() {
        let datum = |panel: &str, name: &str, value: f64| {
            Datum { value: Some(value), ..Datum::default() }.at(panel, name, 8.0)
        };
        let data = [
            datum(OVER, "ours", 1.25),
            datum(OVER, "ours", 1.5),
            datum(GROWTH[0], "ours", 9.0),
            datum(OVER, "paper", 2.84),
        ];
        assert_eq!(heading(&data), "R = 2 over R = 3 at most: ours 1.50, paper 2.84");
        assert_eq!(heading(&[]), "R = 2 over R = 3 at most: ");
    }
}

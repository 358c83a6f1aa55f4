//! Figure 8 as the survey draws it: percent of direct alpha-beta against depth, a line a method,
//! with the minimal tree below them; on a linear and on a logarithmic scale.

use super::record::MINIMAL;
use super::table::{FORMULA, Figure8, Measure, Section};
use crate::show::canvas::{INK, Stroke};
use crate::show::chart;
use crate::show::plot::{Axis, Look, Mark, Picture, Place, Series};

/// The two scales, with the ending of the file's name.
pub(crate) const SCALES: [(bool, &str); 2] = [(false, ""), (true, "-log")];

/// A method in words.
pub(crate) fn name(method: &str) -> &str {
    match method {
        "ab" => "direct alpha-beta",
        "iter" => "iterative",
        "asp" => "aspiration",
        MINIMAL => "best move first",
        FORMULA => "minimal tree",
        other => other,
    }
}

/// The chart of one measure. The minimal trees have no time of their own: as in the survey their
/// lines show the percentage of horizon nodes in every chart, which `horizon` holds.
pub(crate) fn chart(
    table: &Figure8,
    section: &Section,
    horizon: &Figure8,
    methods: &[String],
    logarithmic: bool,
) -> Option<Picture> {
    let line = |section: &Section, method: &str, look: Look| {
        let row = section.rows.iter().find(|row| row.method == method)?;
        let points: Vec<Place> = table
            .depths
            .iter()
            .zip(&row.cells)
            .filter_map(|(&depth, cell)| {
                let y = cell.as_ref()?.percent.value;
                Some(Place { x: depth.into(), y, interval: None })
            })
            .collect();
        (!points.is_empty()).then(|| Series::new(look, Mark::Bars, name(method), points))
    };
    let mut series: Vec<Series> =
        methods.iter().filter_map(|method| line(section, method, Look::ours(method))).collect();
    if series.is_empty() {
        return None;
    }
    let bound = Look::line(INK, Stroke::Dashed);
    for (method, look) in [(MINIMAL, Look::ours(MINIMAL)), (FORMULA, bound)] {
        let own = method == MINIMAL && section.measure == Measure::Nodes;
        let from = if own { Some(section) } else { horizon.sections.first() };
        series.extend(from.and_then(|from| line(from, method, look)));
    }
    let title = format!("{} ({})", table.title, section.measure.title().to_lowercase());
    let mut subtitle = format!("Suite: {}", table.suite);
    if section.measure == Measure::Cpu {
        subtitle += "; minimal trees by horizon nodes";
    }
    let axis = format!("{}, % of direct alpha-beta", section.measure.title());
    let values: Vec<f64> =
        series.iter().flat_map(|line| &line.points).map(|place| place.y).collect();
    let y = match logarithmic {
        true => Axis::log_percent(&axis, values),
        false => Axis::amounts(&axis, values),
    };
    Some(chart::of_depths([title, subtitle], table.notes.clone(), y, series))
}

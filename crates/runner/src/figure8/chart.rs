//! Figure 8 as the survey draws it: percent of direct alpha-beta against depth, a line a method,
//! with the minimal tree below them; on a linear and on a logarithmic scale.

use super::record::MINIMAL;
use super::table::{FORMULA, Figure8, Measure, Section};
use crate::show::chart::{Chart, Series, Source, YAxis};

/// The two scales, with the ending of the file's name.
pub(crate) const SCALES: [(bool, &str); 2] = [(false, ""), (true, "-log")];

/// The chart of one measure. The minimal trees have no time of their own: as in the survey their
/// lines show the percentage of horizon nodes in every chart, which `horizon` holds.
pub(crate) fn chart(
    table: &Figure8,
    section: &Section,
    horizon: &Figure8,
    methods: &[String],
    logarithmic: bool,
) -> Option<Chart> {
    let line = |section: &Section, method: &str, label: String, source: Source| {
        let row = section.rows.iter().find(|row| row.method == method)?;
        let cells = table.depths.iter().zip(&row.cells);
        let points: Vec<(u8, f64)> = cells
            .filter_map(|(&depth, cell)| Some((depth, cell.as_ref()?.percent.value)))
            .collect();
        let variant = method.to_owned();
        (!points.is_empty()).then_some(Series { variant, label, source, points })
    };
    let label = |method: &String| match method.as_str() {
        "ab" => "direct alpha-beta".to_owned(),
        "iter" => "iterative alpha-beta".to_owned(),
        "asp" => "aspiration".to_owned(),
        other => other.to_owned(),
    };
    let mut series: Vec<Series> = methods
        .iter()
        .filter_map(|method| line(section, method, label(method), Source::Ours))
        .collect();
    if series.is_empty() {
        return None;
    }
    for (method, label, source) in [
        (MINIMAL, "best move first", Source::Ours),
        (FORMULA, "minimal tree (formula)", Source::Bound),
    ] {
        let own = method == MINIMAL && section.measure == Measure::Nodes;
        let from = if own { Some(section) } else { horizon.sections.first() };
        series.extend(from.and_then(|from| line(from, method, label.to_owned(), source)));
    }
    let title = format!("{} ({})", table.title, section.measure.title().to_lowercase());
    let axis = format!("{}, % of direct alpha-beta", section.measure.title());
    let mut subtitle = format!("Suite: {}", table.suite);
    if section.measure == Measure::Cpu {
        subtitle += "; minimal trees by horizon nodes";
    }
    Some(Chart {
        title,
        subtitle,
        notes: table.notes.clone(),
        y: if logarithmic { YAxis::LogPercent(axis) } else { YAxis::Percent(axis) },
        series,
    })
}

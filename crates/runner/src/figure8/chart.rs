//! Figure 8 as the survey draws it: percent of direct alpha-beta against depth, a line a method,
//! with the minimal tree below them; on a logarithmic scale.

use super::record::MINIMAL;
use super::table::{FORMULA, Figure8, Measure, Section};
use crate::show::canvas::{GREY, Stroke};
use crate::show::chart;
use crate::show::plot::{Axis, Datum, Drawn, Look, Mark, Place, Series, extent, places};

/// Methods at the same depth are drawn side by side, so that their intervals do not overlap.
const SHIFT: f64 = 0.055;

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

/// The chart of one measure; `None` without any method of the chart. The minimal trees have no time of their
/// own: as in the survey their lines show the percentage of horizon nodes in every chart, which `horizon`
/// holds.
///
/// # Errors
/// When the data cannot be written.
pub(crate) fn chart(
    table: &Figure8,
    section: &Section,
    horizon: &Figure8,
    methods: &[String],
    positions: usize,
) -> anyhow::Result<Option<Drawn>> {
    let line = |section: &Section, method: &str| -> Vec<Datum> {
        let row = section.rows.iter().find(|row| row.method == method);
        let cells = table.depths.iter().zip(row.into_iter().flat_map(|row| &row.cells));
        let datum = |(&depth, cell): (&u8, &Option<_>)| {
            let cell: &super::table::Cell = cell.as_ref()?;
            let datum = Datum::of(Some(cell.percent));
            Some(datum.at(section.measure.title(), method, f64::from(depth)))
        };
        cells.filter_map(datum).collect()
    };
    let own: Vec<(&str, Vec<Datum>)> = methods
        .iter()
        .map(|method| (method.as_str(), line(section, method)))
        .filter(|(_, data)| !data.is_empty())
        .collect();
    if own.is_empty() {
        return Ok(None);
    }
    let bounds = [MINIMAL, FORMULA].into_iter().filter_map(|method| {
        let is_own = method == MINIMAL && section.measure == Measure::Nodes;
        let data = line(if is_own { section } else { horizon.sections.first()? }, method);
        (!data.is_empty()).then_some((method, data))
    });
    let title = format!(
        "{} ({}){}",
        table.caption.title,
        section.measure.title().to_lowercase(),
        finding(&own, &table.reference)
    );
    let lines: Vec<(&str, Vec<Datum>)> = own.into_iter().chain(bounds).collect();
    let middle = lines.len() as f64 / 2.0;
    let series: Vec<Series> = (0..)
        .zip(&lines)
        .map(|(i, (method, data))| self::series(method, data, f64::from(i) - middle))
        .collect();
    let data: Vec<Datum> = lines.into_iter().flat_map(|(_, data)| data).collect();
    let minimal = match section.measure {
        Measure::Cpu => "; minimal trees by horizon nodes",
        _ => "",
    };
    let intervals = match data.iter().any(|datum| datum.low.is_some()) {
        true => "Bars: 95 % intervals over positions.",
        false => "Too few positions for intervals.",
    };
    let subtitle = format!("Suite {}, n = {positions}{minimal}. {intervals}", table.caption.suite);
    let axis = format!("{}, % of {} (log scale)", section.measure.title(), name(&table.reference));
    let y = Axis::log_percent(&axis, extent(&data));
    let picture = chart::of_depths([title, subtitle], table.caption.notes.clone(), y, series);
    let stem = format!("chart-{}", section.measure.name());
    Ok(Some(Drawn::of(&stem, picture, &data)?))
}

/// A method's line, shifted sideways by `aside` places.
pub(crate) fn series(method: &str, data: &[Datum], aside: f64) -> Series {
    let look = match method {
        MINIMAL | FORMULA => Look::line(GREY, Stroke::Dashed),
        _ => Look::ours(method),
    };
    let shifted = |place: Place| Place { x: place.x + aside * SHIFT, ..place };
    let points = places(data).into_iter().map(shifted).collect();
    Series::new(look, Mark::Bars, name(method), points)
}

/// `: at depth 6 pvs+trans needs 43 % [37, 52] of direct alpha-beta`: the method with the least at the greatest
/// depth.
fn finding(own: &[(&str, Vec<Datum>)], reference: &str) -> String {
    let all = || own.iter().filter(|line| line.0 != reference);
    let deepest = all().flat_map(|(_, data)| data).filter_map(|datum| datum.x).reduce(f64::max);
    let at_last = all().flat_map(|(method, data)| data.iter().map(move |datum| (method, datum)));
    let found = at_last.filter(|(_, datum)| datum.x == deepest);
    let values = found.filter_map(|(method, datum)| Some((method, datum, datum.value?)));
    let least = values.min_by(|a, b| a.2.total_cmp(&b.2));
    let Some(((method, datum, value), depth)) = least.zip(deepest) else { return String::new() };
    let interval = datum.ends();
    let interval = interval.map_or(String::new(), |[low, high]| format!(" [{low:.0}, {high:.0}]"));
    let (method, reference) = (name(method), name(reference));
    format!(": at depth {depth} {method} needs {value:.0} %{interval} of {reference}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_names_the_least_with_its_interval() {
        let datum = |x: f64, value: f64| {
            let ends = [Some(value - 4.0), Some(value + 4.0)];
            let datum =
                Datum { value: Some(value), low: ends[0], high: ends[1], ..Datum::default() };
            datum.at("", "", x)
        };
        let own = [
            ("ab", vec![datum(6.0, 9.0)]),
            ("pvs", vec![datum(5.0, 20.0), datum(6.0, 51.0)]),
            ("asp", vec![datum(6.0, 99.0)]),
        ];
        let title = ": at depth 6 pvs needs 51 % [47, 55] of direct alpha-beta";
        assert_eq!(finding(&own, "ab"), title);
        assert_eq!(finding(&[], "ab"), "");
    }
}

//! Figure 8 of Marsland's survey: each method in percent of direct alpha-beta against depth, by time and
//! by horizon nodes, on one scale.

use super::data::Datum;
use super::{extent, figure};
use crate::figure8::chart::{name, series};
use crate::figure8::record::MINIMAL;
use crate::figure8::table::{FORMULA, Measure};
use crate::report::numbers::id;
use crate::report::page::{FigureBlock, Source};
use crate::show::canvas::GREY;
use crate::show::plot::{Axis, Body, Panel, Picture, Rule, Series};

const RUN: &str = "figure8";
/// Time, as in the survey, and what does not depend on the machine.
const MEASURES: [Measure; 2] = [Measure::Cpu, Measure::Horizon];

/// The figure.
pub(crate) fn figures(source: &Source) -> anyhow::Result<Vec<FigureBlock>> {
    let Some(run) = source.evidence.surveys.get(RUN) else { return Ok(Vec::new()) };
    let Some(suite) = run.manifest.suites.first() else { return Ok(Vec::new()) };
    let reference = run.manifest.reference.as_deref().unwrap_or_default();
    let minimal = [MINIMAL, FORMULA].map(str::to_owned);
    let methods = || run.manifest.chart.iter().chain(&minimal).filter(|name| *name != reference);
    let mut data = Vec::new();
    let mut lines: Vec<(Measure, &str, Vec<Datum>)> = Vec::new();
    for measure in MEASURES {
        for method in methods() {
            let own = suite.depths.iter().map(|&depth| {
                let number = source.numbers.find(&id::method(RUN, measure, depth, method));
                Datum::ours(number, |percent| percent).at(measure.title(), method, f64::from(depth))
            });
            let own: Vec<Datum> = own.filter(|datum| datum.value.is_some()).collect();
            data.extend(own.iter().cloned());
            lines.push((measure, method, own));
        }
    }
    let scale: Vec<f64> = extent(&data).into_iter().chain([100.0]).collect();
    let panels = MEASURES.map(|measure| {
        let of_measure: Vec<_> = lines.iter().filter(|line| line.0 == measure).collect();
        let middle = of_measure.len() as f64 / 2.0;
        let series =
            (0..).zip(&of_measure).map(|(i, line)| series(line.1, &line.2, f64::from(i) - middle));
        let series: Vec<Series> = series.filter(|series| !series.points.is_empty()).collect();
        Panel {
            title: format!("{}, percent of {} (log scale)", measure.title(), name(reference)),
            x: Axis::plies(suite.depths.iter().map(|&depth| f64::from(depth))),
            y: Axis::log_percent("", scale.iter().copied()),
            rules: vec![Rule::new(100.0, "", GREY)],
            series,
        }
    });
    let panels: Vec<Panel> = panels.into_iter().filter(|panel| !panel.series.is_empty()).collect();
    let subtitle = format!(
        "Marsland's Figure 8 repeated: suite {}, n = {} positions; bars: 95 % intervals over \
         positions; both panels on one log scale.",
        suite.name, run.data.positions
    );
    let body = Body::Panels { columns: 1, panels, height: 330.0 };
    let picture = Picture::new(
        [heading(&data, suite.depths.last().copied(), &minimal), subtitle],
        Vec::new(),
        body,
    );
    let shows = "Lines of effort in percent of direct alpha-beta against depth, a line a method.";
    figure(RUN, &picture, shows, data)
}

/// The method that needs least at the greatest depth, by each measure.
fn heading(data: &[Datum], depth: Option<u8>, bounds: &[String]) -> String {
    let best = MEASURES.iter().filter_map(|measure| {
        let own = data.iter().filter(|datum| {
            datum.panel == measure.title()
                && datum.x == depth.map(f64::from)
                && !bounds.contains(&datum.series)
        });
        let least = own
            .filter_map(|datum| Some((datum, datum.value?)))
            .min_by(|a, b| a.1.total_cmp(&b.1))?;
        let ends = least.0.ends();
        let ends = ends.map_or(String::new(), |[low, high]| format!(" [{low:.0}, {high:.0}]"));
        let measure = measure.title().to_lowercase();
        Some((name(&least.0.series), format!("{:.0} %{ends} of the {measure}", least.1)))
    });
    let best: Vec<(&str, String)> = best.collect();
    let (Some(depth), Some((first, _))) = (depth, best.first()) else {
        return "The survey's methods against direct alpha-beta".to_owned();
    };
    let parts: Vec<String> = match best.iter().all(|(name, _)| name == first) {
        true => {
            let shares: Vec<&str> = best.iter().map(|(_, share)| share.as_str()).collect();
            vec![format!("{first} needs {}", shares.join(" and "))]
        }
        false => best.iter().map(|(name, share)| format!("{name} needs {share}")).collect(),
    };
    format!("At depth {depth} {} of direct alpha-beta", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_names_the_least_and_no_bound() {
        let datum = |method: &str, value| {
            let datum = Datum { source: "ours", value: Some(value), ..Datum::default() };
            datum.at(Measure::Cpu.title(), method, 6.0)
        };
        let data = [datum("pvs", 51.0), datum("asp", 99.0), datum(MINIMAL, 20.0)];
        let bounds = [MINIMAL.to_owned()];
        assert_eq!(
            heading(&data, Some(6), &bounds),
            "At depth 6 pvs needs 51 % of the processor time of direct alpha-beta"
        );
        assert!(heading(&[], None, &bounds).starts_with("The survey's methods"));
    }
}

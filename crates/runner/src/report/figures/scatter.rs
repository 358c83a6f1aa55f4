//! Each position's ratio to the reference against its size, a panel a variant: where a total comes
//! from, and how far individual positions are from it.

use super::data::{Datum, ratio};
use super::{extent, figure, places, suite_name, variant_name};
use crate::base::number::thousands;
use crate::report::evidence::{Part, Run};
use crate::report::numbers::id;
use crate::report::page::{FigureBlock, Source};
use crate::show::canvas::{INK, Stroke, palette};
use crate::show::plot::{Axis, Body, Look, Mark, Panel, Picture, Place, Rule, Series};

/// One figure for each run of a table.
pub(crate) fn figures(source: &Source) -> anyhow::Result<Vec<FigureBlock>> {
    let runs = source.evidence.runs.values().filter(|run| super::ratio::is_of_nodes(run));
    let figures = runs.map(|run| of_run(source, run));
    Ok(figures.collect::<Result<Vec<_>, _>>()?.concat())
}

/// The positions of a run at its greatest depth.
pub(crate) fn of_run(source: &Source, run: &Run) -> anyhow::Result<Vec<FigureBlock>> {
    let (Some(part), Some(reference)) = (run.part(None), &run.manifest.reference) else {
        return Ok(Vec::new());
    };
    let Part { suite, sample, .. } = part;
    let Some(&depth) = suite.depths.last() else { return Ok(Vec::new()) };
    let row = id::row(part, depth);
    let others = run.manifest.variants.iter().filter(|variant| variant.spec != *reference);
    let clouds: Vec<(&str, String, Vec<Datum>)> = others
        .map(|variant| {
            let name = variant_name(run, &variant.spec);
            let pairs = sample.node_pairs(reference, &variant.spec, depth);
            let pairs = pairs.into_iter().filter(|&(of_reference, _)| of_reference > 0);
            let data = pairs.map(|(of_reference, of_variant)| {
                let (x, value) = (of_reference as f64, of_variant as f64 / of_reference as f64);
                let datum = Datum { source: "ours", value: Some(value), ..Datum::default() };
                datum.at(&name, &name, x)
            });
            (variant.spec.as_str(), name.clone(), data.collect())
        })
        .collect();
    let data: Vec<Datum> = clouds.iter().flat_map(|(_, _, data)| data).cloned().collect();
    let values = || extent(&data);
    let sizes = || data.iter().filter_map(|datum| datum.x);
    let percent =
        |variant: &str, what: &str| source.numbers.find(&format!("{row}.{variant}.{what}"))?.value;
    let panels = clouds.iter().map(|(variant, name, data)| {
        let level = |what: &str, stroke: Stroke| {
            let points = percent(variant, what).map(|percent| {
                let ends = [sizes().reduce(f64::min), sizes().reduce(f64::max)];
                let place = |x| Place { x, y: ratio(percent), interval: None };
                ends.into_iter().flatten().map(place).collect::<Vec<_>>()
            });
            Series::new(Look::line(INK, stroke), Mark::Bars, "", points.unwrap_or_default())
        };
        let colour = palette::style(variant).colour;
        let dots = Look { colour, marker: None, hollow: false, stroke: None };
        Panel {
            title: format!("{name} / {}", variant_name(run, reference)),
            x: Axis::counts(&format!("nodes of {}", variant_name(run, reference)), sizes()),
            y: Axis::ratio("", values().into_iter().chain([1.0])),
            rules: vec![Rule::new(1.0, "", palette::style(reference).colour)],
            series: vec![
                Series::new(dots, Mark::Dots, "", places(data)),
                level("vs-reference", Stroke::Solid),
                level("geometric-mean", Stroke::Dashed),
            ],
        }
    });
    let panels: Vec<Panel> = panels.collect();
    let level = |label: &str, stroke| (Look::line(INK, stroke), label.to_owned());
    let titles = clouds.iter().filter_map(|(variant, name, _)| {
        let number = source.numbers.find(&format!("{row}.{variant}.vs-reference"))?;
        Some(format!("{name} {}", times(number.value?, number.low.zip(number.high))))
    });
    let titles: Vec<String> = titles.collect();
    let n = data.len() / clouds.len().max(1);
    let subtitle = format!(
        "Each dot a position: its nodes over those of {}, against its size, both on log scales; \
         n = {}. In brackets: 95 % intervals over positions.",
        variant_name(run, reference),
        thousands(n as u64)
    );
    let body = Body::Panels { columns: panels.len(), panels, height: 220.0 };
    let picture = Picture::new(
        [
            format!(
                "{}, depth {depth}: nodes in sum over those of {}: {}",
                suite_name(suite),
                variant_name(run, reference),
                titles.join(", ")
            ),
            subtitle,
        ],
        vec![level("ratio of the sums", Stroke::Solid), level("geometric mean", Stroke::Dashed)],
        body,
    );
    let shows = "A cloud of positions for each variant: ratio of nodes against size.";
    figure(&format!("scatter-{}", run.name), &picture, shows, data)
}

/// `0.75× [0.68, 0.83]` of a difference in percent with its interval.
fn times(percent: f64, interval: Option<(f64, f64)>) -> String {
    let interval = interval.map(|(low, high)| [low, high].map(ratio));
    let interval = interval.map_or(String::new(), |[low, high]| format!(" [{low:.2}, {high:.2}]"));
    format!("{:.2}×{interval}", ratio(percent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_given_with_its_interval_if_it_has_one() {
        assert_eq!(times(-24.84, Some((-32.0, -16.9))), "0.75× [0.68, 0.83]");
        assert_eq!(times(217.5, None), "3.17×");
    }
}

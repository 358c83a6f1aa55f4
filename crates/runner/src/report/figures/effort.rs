//! Equal effort: positions solved within N nodes, less those that the reference solves within as many.

use super::data::Datum;
use super::{extent, figure, places, suite_name, variant_name};
use crate::base::number::thousands;
use crate::report::evidence::{Part, Run};
use crate::report::numbers::{BUDGETS, id};
use crate::report::page::{FigureBlock, Source};
use crate::show::canvas::Stroke;
use crate::show::canvas::palette::{self, Colour};
use crate::show::plot::{Axis, Body, Look, Mark, Panel, Picture, Place, Rule, Series};
use crate::stats::{Estimate, mcnemar};

/// Up to this many variants besides the reference are in colour.
const FEW: usize = 5;
/// Of more, only these are; the others are grey.
const COLOURED: [&str; 4] = ["none", "std:r=1", "std:r=2", "std:r=3"];
const OTHERS: Colour = Colour(190, 190, 190);
/// Budgets at which curves are drawn, evenly spread on the logarithmic scale.
const POINTS: u32 = 60;
/// The least of them.
const FIRST: f64 = 1000.0;

/// One figure for each run that is compared so.
pub(crate) fn figures(source: &Source) -> anyhow::Result<Vec<FigureBlock>> {
    let parts = source.evidence.of_effort().flat_map(Run::parts);
    Ok(parts.map(|part| of_part(source, part)).collect::<Result<Vec<_>, _>>()?.concat())
}

/// A suite of a run.
pub(crate) fn of_part(source: &Source, part: Part) -> anyhow::Result<Vec<FigureBlock>> {
    let Part { run, suite, sample } = part;
    let Some(reference) = run.manifest.reference.as_deref() else { return Ok(Vec::new()) };
    let longest = sample.longest() as f64;
    if longest <= FIRST {
        return Ok(Vec::new());
    }
    let step = (longest / FIRST).powf(1.0 / f64::from(POINTS - 1));
    let budgets: Vec<u64> = (0..POINTS).map(|i| (FIRST * step.powf(f64::from(i))) as u64).collect();
    let (title, positions) = (suite_name(suite), sample.positions());
    let held = |variant: &str| -> Vec<Option<u64>> {
        let nodes = |&index: &u32| sample.held_from(variant, index).map(|(_, nodes)| nodes);
        positions.iter().map(nodes).collect()
    };
    let of_reference = held(reference);
    let others = run.manifest.variants.iter().filter(|variant| variant.spec != reference);
    let difference = |own: &[Option<u64>], budget: u64| {
        let within = |nodes: &Option<u64>| nodes.is_some_and(|nodes| nodes <= budget);
        let pairs: Vec<(bool, bool)> =
            own.iter().zip(&of_reference).map(|(a, b)| (within(a), within(b))).collect();
        mcnemar(&pairs).map(|test| test.difference)
    };
    let lines: Vec<(&str, Vec<Datum>)> = others
        .map(|variant| {
            let own = held(&variant.spec);
            let name = variant_name(run, &variant.spec);
            let data = budgets.iter().map(|&budget| {
                Datum::of(difference(&own, budget)).at(&title, &name, budget as f64)
            });
            (variant.spec.as_str(), data.collect())
        })
        .collect();
    let budget = BUDGETS.into_iter().rev().find(|&n| n <= sample.longest());
    let is_coloured = |variant: &str| lines.len() <= FEW || COLOURED.contains(&variant);
    let named = lines.iter().map(|line| line.0).filter(|variant| is_coloured(variant));
    let at_budget = named.filter_map(|variant| {
        Some((variant_name(run, variant), difference(&held(variant), budget?)?))
    });
    let heading = heading(&variant_name(run, reference), budget, &at_budget.collect::<Vec<_>>());
    // Grey first, so that coloured lines are drawn on top.
    let (coloured, grey): (Vec<_>, Vec<_>) = lines.iter().partition(|line| is_coloured(line.0));
    let grey_look = Look::line(OTHERS, Stroke::Solid);
    let mut series: Vec<Series> = grey
        .iter()
        .map(|(_, data)| {
            let points = places(data).into_iter().map(|point| Place { interval: None, ..point });
            Series::new(grey_look, Mark::Bars, "", points.collect())
        })
        .collect();
    series.extend(coloured.iter().map(|(variant, data)| {
        Series::new(Look::ours(variant), Mark::Band, variant_name(run, variant), places(data))
    }));
    let shown: Vec<&Datum> = coloured.iter().flat_map(|(_, data)| data).collect();
    let lone = grey.iter().flat_map(|(_, data)| data).filter_map(|datum| datum.value);
    let values: Vec<f64> = extent(shown).into_iter().chain(lone).chain([0.0]).collect();
    let mut key = Vec::new();
    if !grey.is_empty() {
        key.push((grey_look, format!("{} other variants", grey.len())));
    }
    let panel = Panel {
        title: String::new(),
        x: Axis::counts("N, nodes per position (log scale)", budgets.iter().map(|&n| n as f64)),
        y: Axis::linear("Positions solved within N nodes, less those of the reference", values),
        rules: vec![Rule::new(0.0, variant_name(run, reference), palette::style(reference).colour)],
        series,
    };
    let subtitle = format!(
        "{title}, n = {} positions; solved: the solution is held from there on. Bands: 95 % \
         intervals of the difference.",
        thousands(positions.len() as u64)
    );
    let body = Body::Panels { columns: 1, panels: vec![panel], height: 300.0 };
    let picture = Picture::new([heading, subtitle], key, body);
    let data: Vec<Datum> = lines.iter().flat_map(|(_, data)| data).cloned().collect();
    let first = id::row(part, suite.depths.first().copied().unwrap_or_default());
    let has_tasks = source.numbers.find(&format!("{first}.tasks")).is_some();
    let data = if has_tasks { data } else { Vec::new() };
    let shows = "Lines of the difference in positions solved against nodes, a line a variant.";
    figure(&format!("effort-{}", run.name), &picture, shows, data)
}

/// What coloured variants solve at a budget, less the reference: what is decided, then what is not.
fn heading(of: &str, budget: Option<u64>, differences: &[(String, Estimate)]) -> String {
    let (Some(budget), false) = (budget, differences.is_empty()) else {
        return "Solved at equal effort".to_owned();
    };
    let is_open = |estimate: &Estimate| estimate.interval.is_none_or(|i| i.contains(0.0));
    let (open, decided): (Vec<_>, Vec<_>) = differences.iter().partition(|one| is_open(&one.1));
    let mut parts: Vec<String> = decided
        .iter()
        .map(|(name, Estimate { value, .. })| {
            let more = if *value > 0.0 { "more" } else { "fewer" };
            format!("{name} solves {} {more}", value.abs())
        })
        .collect();
    if !open.is_empty() {
        let open =
            open.iter().map(|(name, one)| format!("{name} ({:+})", one.value).replace('-', "−"));
        parts.push(format!("undecided: {}", open.collect::<Vec<_>>().join(", ")));
    }
    format!(
        "Within {} nodes a position, compared with {of}: {}",
        thousands(budget),
        parts.join("; ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Interval;

    #[test]
    fn the_title_separates_what_is_decided_from_what_is_not() {
        let of = |name: &str, value: f64, reach: f64| {
            let interval = Some(Interval { low: value - reach, high: value + reach });
            (name.to_owned(), Estimate { value, interval, samples: 9 })
        };
        let all = [of("R = 1", -28.0, 9.0), of("R = 2", -5.0, 9.0), of("R = 3", 7.0, 9.0)];
        assert_eq!(
            heading("verified R = 3", Some(1000), &all),
            "Within 1,000 nodes a position, compared with verified R = 3: R = 1 solves 28 fewer; \
             undecided: R = 2 (−5), R = 3 (+7)"
        );
        assert_eq!(heading("", None, &all), "Solved at equal effort");
        assert_eq!(heading("", Some(1), &[]), "Solved at equal effort");
    }
}

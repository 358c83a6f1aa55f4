//! The size of each variant's tree over that of verified R = 3 against depth, the paper's next to
//! ours: the result of Tables 1, 3 and 4 in one picture.

use std::cmp::Ordering;

use super::data::{Datum, ratio};
use super::{extent, figure, key, places, range, suite_name, variant_name};
use crate::base::distinct::distinct;
use crate::experiment::paper as published;
use crate::report::evidence::{Part, Run};
use crate::report::numbers::{id, node_pairs};
use crate::report::page::{FigureBlock, Source};
use crate::show::canvas::palette;
use crate::show::plot::{Axis, Body, Look, Mark, Panel, Picture, Rule, Series};
use crate::show::table::Measure;
use crate::stats::{least, ratio_of_totals};

/// Number of depths drawn for a user's own run, the last ones.
const OWN_DEPTHS: u8 = 6;

/// A variant of a run with its ratios, ours and the paper's.
pub(super) struct Line {
    /// Canonical specification.
    variant: String,
    /// Its name in the figure.
    name: String,
    /// One datum a depth.
    pub(super) ours: Vec<Datum>,
    /// The same.
    pub(super) paper: Vec<Datum>,
}

/// The figure.
pub(crate) fn figures(source: &Source) -> anyhow::Result<Vec<FigureBlock>> {
    let mut runs: Vec<&Run> =
        source.evidence.runs.values().filter(|run| is_of_nodes(run)).collect();
    let size = |run: &Run| run.manifest.suites.first().map(|suite| suite.searched);
    runs.sort_by_key(|run| std::cmp::Reverse(size(run)));
    let of_runs: Vec<(&Run, String, Vec<Line>)> = runs
        .into_iter()
        .filter_map(|run| {
            let part = run.part(None)?;
            let title = title_of(part);
            Some((run, title.clone(), lines(source, part, &title)))
        })
        .collect();
    let panels = of_runs.iter().map(|(run, title, lines)| {
        // Panels of the same variants have one scale.
        let names = |lines: &[Line]| -> Vec<String> {
            lines.iter().map(|line| line.variant.clone()).collect()
        };
        let alike = of_runs.iter().filter(|(_, _, other)| names(other) == names(lines));
        let scale: Vec<f64> = alike.flat_map(|(_, _, lines)| values(lines)).collect();
        panel(run, run.manifest.suites.iter().flat_map(|suite| &suite.depths), title, lines, scale)
    });
    let panels: Vec<Panel> = panels.collect();
    let lines: Vec<&Line> = of_runs.iter().flat_map(|(_, _, lines)| lines).collect();
    let data: Vec<Datum> =
        lines.iter().flat_map(|line| line.ours.iter().chain(&line.paper)).cloned().collect();
    let n = data.iter().filter_map(|datum| datum.n);
    let substitute = if of_runs.iter().any(|(_, title, _)| title.contains('*')) {
        " * stands in for the paper's suite."
    } else {
        ""
    };
    let subtitle = format!(
        "Nodes of all positions over those of verified R = 3, log scale. Bands: 95 % intervals over \
         positions, n = {}; smaller: all of the interval is below 1×.{substitute}",
        range(n)
    );
    let body = Body::Panels { panels, columns: 3, height: 250.0 };
    let picture = Picture::new([title(&lines), subtitle], key(), body);
    let shows = "Lines of tree size over verified R = 3 against depth, a panel a suite.";
    figure("ratio", &picture, shows, data)
}

/// For a user's own run, at its last depths: one panel per suite, without the paper. Nothing if there is
/// nothing to compare.
pub(crate) fn of_run(run: &Run) -> anyhow::Result<Vec<FigureBlock>> {
    let Some(reference) = run.manifest.reference.as_deref() else { return Ok(Vec::new()) };
    let parts = run.parts().map(|part| {
        let title = title_of(part);
        let deepest = part.suite.depths.last().copied().unwrap_or_default();
        let depths: Vec<u8> = (deepest.saturating_sub(OWN_DEPTHS - 1).max(1)..=deepest).collect();
        (own_lines(part, reference, &depths, &title), depths, title)
    });
    let parts: Vec<(Vec<Line>, Vec<u8>, String)> = parts.collect();
    let all = || parts.iter().flat_map(|(lines, ..)| lines);
    let data: Vec<Datum> = all().flat_map(|line| &line.ours).cloned().collect();
    let scale = extent(&data);
    let panels =
        parts.iter().map(|(lines, depths, title)| panel(run, depths, title, lines, scale.clone()));
    let panels: Vec<Panel> = panels.collect();
    let name = variant_name(run, reference);
    let bands = match data.iter().any(|datum| datum.low.is_some()) {
        true => format!(
            " Bands: 95 % intervals over positions, n = {}.",
            range(data.iter().filter_map(|d| d.n))
        ),
        false => format!(
            " Too few positions for intervals: n = {}.",
            range(data.iter().filter_map(|d| d.n))
        ),
    };
    let subtitle = format!("Nodes of all positions over those of {name}, log scale.{bands}");
    let body = Body::Panels { columns: panels.len().min(3), panels, height: 260.0 };
    let picture = Picture::new([own_title(&data, &name), subtitle], Vec::new(), body);
    let shows = format!("Lines of tree size over {name} against depth, a panel a suite.");
    figure("ratio", &picture, &shows, data)
}

/// The suite and how much of it.
fn title_of(Part { suite, .. }: Part) -> String {
    format!("{} ({} positions)", suite_name(suite), suite.searched)
}

/// A line for each variant but the reference; a row of a total rests on every position or, under a node
/// limit, on those that all finished.
fn own_lines(part: Part, reference: &str, depths: &[u8], panel: &str) -> Vec<Line> {
    let variants = part.run.specs().filter(|&variant| variant != reference);
    let line = |variant: &str| {
        let name = variant_name(part.run, variant);
        let ratio = |depth: u8| {
            let pairs = node_pairs(part, variant, reference, depth);
            Datum::of(ratio_of_totals(&pairs, least::RATIO))
        };
        let at = |&depth: &u8| ratio(depth).at(panel, &name, f64::from(depth));
        let ours = depths.iter().map(at).collect();
        Line { variant: variant.to_owned(), name: name.clone(), ours, paper: Vec::new() }
    };
    variants.map(line).collect()
}

/// The least and the greatest tree at each suite's greatest depth.
fn own_title(data: &[Datum], reference: &str) -> String {
    let mut panels: Vec<&str> = data.iter().map(|datum| datum.panel.as_str()).collect();
    panels.dedup();
    let of_panel = |panel: &&str| {
        let own = || data.iter().filter(|d| d.panel == **panel && d.value.is_some());
        let depth = own().filter_map(|datum| datum.x).reduce(f64::max)?;
        let mut deepest: Vec<&Datum> = own().filter(|datum| datum.x == Some(depth)).collect();
        deepest.sort_by(|a, b| a.value.partial_cmp(&b.value).unwrap_or(Ordering::Equal));
        let times = |datum: &&Datum| Some(format!("{} {:.2}×", datum.series, datum.value?));
        let shown: Vec<String> = match deepest[..] {
            [first, _, _, _, .., last] => [first, last].iter().filter_map(times).collect(),
            _ => deepest.iter().filter_map(times).collect(),
        };
        Some(format!(
            "{panel}, depth {depth}: {}",
            shown.join(if deepest.len() > 4 { " to " } else { ", " })
        ))
    };
    let parts: Vec<String> = panels.iter().filter_map(of_panel).collect();
    format!("Nodes over those of {reference}: {}", parts.join("; "))
}

/// Is it the run of a table of nodes of the paper?
pub(super) fn is_of_nodes(run: &Run) -> bool {
    let table = run.manifest.paper_table.filter(|_| run.is_table());
    table.and_then(|n| published::table(n).ok()).is_some_and(|t| t.measure == Measure::Nodes)
}

/// The lines of a run's variants against its reference on a suite.
pub(super) fn lines(source: &Source, part: Part, panel: &str) -> Vec<Line> {
    let Part { run, suite, .. } = part;
    let Some(reference) = &run.manifest.reference else { return Vec::new() };
    let variants = run.specs().filter(|variant| variant != reference);
    let line = |variant: &str| {
        let name = variant_name(run, variant);
        let number = |depth: u8| {
            let row = id::row(part, depth);
            source.numbers.find(&format!("{row}.{variant}.vs-reference"))
        };
        let depths = || suite.depths.iter().copied();
        let at = |datum: Datum, depth: u8| datum.at(panel, &name, f64::from(depth));
        Line {
            ours: depths().map(|d| at(Datum::ours(number(d), ratio), d)).collect(),
            paper: depths().map(|d| at(Datum::paper(number(d), ratio), d)).collect(),
            variant: variant.to_owned(),
            name: name.clone(),
        }
    };
    variants.map(line).collect()
}

/// Short, as it stands beside the axis.
fn reference_name(run: &Run, reference: &str) -> String {
    match reference {
        "vrfd:r=3" => "verified".to_owned(),
        other => variant_name(run, other),
    }
}

fn values(lines: &[Line]) -> Vec<f64> {
    lines.iter().flat_map(|line| extent(line.ours.iter().chain(&line.paper))).collect()
}

/// The panel of a run.
pub(super) fn panel<'a>(
    run: &Run,
    depths: impl IntoIterator<Item = &'a u8>,
    title: &str,
    lines: &[Line],
    scale: Vec<f64>,
) -> Panel {
    let reference = run.manifest.reference.as_deref().unwrap_or_default();
    let series = lines.iter().flat_map(|line| {
        [
            Series::new(Look::paper(&line.variant), Mark::Band, "paper", places(&line.paper)),
            Series::new(Look::ours(&line.variant), Mark::Band, &line.name, places(&line.ours)),
        ]
    });
    let depths = depths.into_iter();
    Panel {
        title: title.to_owned(),
        x: Axis::plies(depths.map(|&depth| f64::from(depth))),
        y: Axis::ratio("", scale.into_iter().chain([1.0])),
        rules: vec![Rule::new(
            1.0,
            reference_name(run, reference),
            palette::style(reference).colour,
        )],
        series: series.filter(|series| !series.points.is_empty()).collect(),
    }
}

/// On which side of verified each variant of all suites is, and on which the paper has it.
fn title(lines: &[&Line]) -> String {
    let names = distinct(lines.iter().map(|line| line.name.as_str()));
    let of_name = |name: &&str| {
        let own = || lines.iter().filter(|line| line.name == **name);
        let ours: Vec<&Datum> =
            own().flat_map(|line| &line.ours).filter(|datum| datum.value.is_some()).collect();
        let paper = own().flat_map(|line| &line.paper).filter_map(|datum| datum.value);
        let smaller = ours.iter().filter(|datum| datum.high.is_some_and(|high| high < 1.0)).count();
        let theirs = paper.clone().filter(|&value| value < 1.0).count();
        let (n, all) = (ours.len(), paper.count());
        (smaller > 0 || theirs > 0)
            .then(|| format!("{name} in {smaller} of {n} cases (paper: {theirs} of {all})"))
    };
    let parts: Vec<String> = names.iter().filter_map(of_name).collect();
    match parts.is_empty() {
        true => "No tree is smaller than that of verified R = 3".to_owned(),
        false => format!("Smaller tree than verified R = 3: {}", parts.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &str, values: &[f64], paper: &[f64]) -> Line {
        let datum = |value: &f64| {
            let (low, high) = (Some(value * 0.95), Some(value * 1.05));
            Datum { value: Some(*value), low, high, ..Datum::default() }
        };
        let (ours, paper) = (values.iter().map(datum).collect(), paper.iter().map(datum).collect());
        Line { variant: name.into(), name: name.into(), ours, paper }
    }

    #[test]
    fn the_title_says_on_which_side_of_one_the_intervals_are() {
        let (two, three) =
            (line("R = 2", &[0.9, 0.97], &[1.4, 0.9]), line("R = 3", &[0.5], &[0.6]));
        assert_eq!(
            title(&[&two, &three]),
            "Smaller tree than verified R = 3: R = 2 in 1 of 2 cases (paper: 1 of 2), \
             R = 3 in 1 of 1 cases (paper: 1 of 1)"
        );
        let tied = line("R = 2", &[1.0], &[1.2]);
        assert_eq!(title(&[&tied]), "No tree is smaller than that of verified R = 3");
    }

    #[test]
    fn the_title_of_a_users_run_has_the_ratios_at_the_greatest_depth() {
        let datum = |series: &str, depth, value| {
            Datum { value: Some(value), ..Datum::default() }.at("mine", series, depth)
        };
        let mut data =
            vec![datum("R = 2", 5.0, 0.5), datum("R = 2", 6.0, 0.913), datum("R = 1", 6.0, 2.0)];
        assert_eq!(
            own_title(&data, "verified R = 3"),
            "Nodes over those of verified R = 3: mine, depth 6: R = 2 0.91×, R = 1 2.00×"
        );
        data.extend([datum("x", 6.0, 1.0), datum("y", 6.0, 1.1), datum("z", 6.0, 1.2)]);
        assert!(own_title(&data, "v").ends_with(": mine, depth 6: R = 2 0.91× to R = 1 2.00×"));
    }
}

//! The size of each variant's tree over that of verified R = 3 against depth, the paper's beside
//! ours: the result of Tables 1, 3 and 4 in one picture.

use super::data::{Datum, ratio};
use super::{extent, figure, key, places, range, suite_name, variant_name};
use crate::experiment::paper as published;
use crate::report::evidence::Run;
use crate::report::numbers::id;
use crate::report::page::{FigureBlock, PageError, Source};
use crate::show::canvas::palette;
use crate::show::plot::{Axis, Body, Look, Mark, Panel, Picture, Rule, Series};
use crate::show::table::Measure;

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
pub(crate) fn figures(source: &Source) -> Result<Vec<FigureBlock>, PageError> {
    let mut runs: Vec<&Run> =
        source.evidence.runs.values().filter(|run| is_of_nodes(run)).collect();
    let size = |run: &Run| run.manifest.suites.first().map(|suite| suite.searched);
    runs.sort_by_key(|run| std::cmp::Reverse(size(run)));
    let of_runs: Vec<(&Run, String, Vec<Line>)> = runs
        .into_iter()
        .filter_map(|run| {
            let (suite, _) = run.part(None)?;
            let title = format!("{} ({} positions)", suite_name(suite), suite.searched);
            Some((run, title.clone(), lines(source, run, &title)))
        })
        .collect();
    let panels = of_runs.iter().map(|(run, title, lines)| {
        // Panels of the same variants have one scale.
        let names = |lines: &[Line]| -> Vec<String> {
            lines.iter().map(|line| line.variant.clone()).collect()
        };
        let alike = of_runs.iter().filter(|(_, _, other)| names(other) == names(lines));
        let scale: Vec<f64> = alike.flat_map(|(_, _, lines)| values(lines)).collect();
        panel(run, title, lines, scale)
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

/// Is it the run of a table of nodes of the paper?
pub(super) fn is_of_nodes(run: &Run) -> bool {
    let table = run.manifest.paper_table.filter(|_| run.is_table());
    table.and_then(|n| published::table(n).ok()).is_some_and(|t| t.measure == Measure::Nodes)
}

/// The lines of a run's variants against its reference.
pub(super) fn lines(source: &Source, run: &Run, panel: &str) -> Vec<Line> {
    let (Some((suite, _)), Some(reference)) = (run.part(None), &run.manifest.reference) else {
        return Vec::new();
    };
    let variants = run.manifest.variants.iter().filter(|variant| variant.spec != *reference);
    let line = |variant: &str| {
        let name = variant_name(run, variant);
        let number = |depth: u8| {
            let row = id::row(run, suite, depth);
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
    variants.map(|variant| line(&variant.spec)).collect()
}

fn values(lines: &[Line]) -> Vec<f64> {
    lines.iter().flat_map(|line| extent(line.ours.iter().chain(&line.paper))).collect()
}

/// The panel of a run.
pub(super) fn panel(run: &Run, title: &str, lines: &[Line], scale: Vec<f64>) -> Panel {
    let reference = run.manifest.reference.as_deref().unwrap_or_default();
    let series = lines.iter().flat_map(|line| {
        [
            Series::new(Look::paper(&line.variant), Mark::Band, "paper", places(&line.paper)),
            Series::new(Look::ours(&line.variant), Mark::Band, &line.name, places(&line.ours)),
        ]
    });
    let depths = run.manifest.suites.iter().flat_map(|suite| &suite.depths);
    Panel {
        title: title.to_owned(),
        x: Axis::plies(depths.map(|&depth| f64::from(depth))),
        y: Axis::ratio("", scale.into_iter().chain([1.0])),
        rules: vec![Rule::new(1.0, "verified", palette::style(reference).colour)],
        series: series.filter(|series| !series.points.is_empty()).collect(),
    }
}

/// On which side of verified each variant of all suites is, and on which the paper has it.
fn title(lines: &[&Line]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for line in lines {
        if !names.contains(&line.name.as_str()) {
            names.push(&line.name);
        }
    }
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
}

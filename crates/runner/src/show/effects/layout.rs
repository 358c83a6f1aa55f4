//! The table of effects in all formats: for people factors and percentage points, for other
//! programs what was estimated, not rounded.

use serde::Serialize;

use super::{Effect, Effects, Found, OfSuite, Response};
use crate::base::json;
use crate::base::number::thousands;
use crate::show::grid::{self, ABSENT, Caption, Cell, Grid, Sheet, Show};

/// One estimate, as CSV and JSON have it.
#[derive(Default, Serialize)]
struct Line<'a> {
    suite: &'a str,
    factor: &'a str,
    level: &'a str,
    from: &'a str,
    with_factor: Option<&'a str>,
    with_level: Option<&'a str>,
    with_from: Option<&'a str>,
    response: String,
    effect: f64,
    low: Option<f64>,
    high: Option<f64>,
    p: Option<f64>,
    survives: bool,
    positions: usize,
    left_out: usize,
    combinations: usize,
}

#[derive(Serialize)]
struct Document<'a> {
    title: &'a str,
    notes: &'a [String],
    intervals: usize,
    effects: Vec<Line<'a>>,
}

impl Effects {
    fn lines(&self) -> Vec<Line<'_>> {
        let effects = self.suites.iter().flat_map(|suite| {
            suite.effects.iter().map(move |effect| (suite.suite.as_str(), effect))
        });
        effects.flat_map(|(suite, effect)| effect.lines(suite)).collect()
    }
}

impl Effect {
    fn lines<'a>(&'a self, suite: &'a str) -> impl Iterator<Item = Line<'a>> {
        let [first, second] = [self.contrast.changes.first(), self.contrast.changes.get(1)];
        let responses = Response::ALL.into_iter().zip(&self.found);
        responses.filter_map(move |(response, found)| {
            let (found, first) = (found.as_ref()?, first?);
            Some(Line {
                suite,
                factor: &first.factor,
                level: &first.level,
                from: &first.from,
                with_factor: second.map(|change| change.factor.as_str()),
                with_level: second.map(|change| change.level.as_str()),
                with_from: second.map(|change| change.from.as_str()),
                response: response.name(),
                effect: found.estimate.value,
                low: found.estimate.interval.map(|interval| interval.low),
                high: found.estimate.interval.map(|interval| interval.high),
                p: found.p,
                survives: found.survives,
                positions: found.estimate.samples,
                left_out: found.left_out,
                combinations: self.contrast.combinations.len(),
            })
        })
    }
}

impl Show for Effects {
    fn sheet(&self) -> Sheet {
        let mut closing = vec![
            "nodes: factor on the nodes at equal depth. The others: percentage points of the positions \
             with a task, solved at that depth, by it and the one before (held), or within that \
             number of nodes. Interactions: the effect of both less the effects of each (a ratio of factors for \
             nodes)."
                .to_owned(),
            format!(
                "In brackets 95 % intervals, Student's t over positions; {} of them, and * marks what \
                 survives Holm's procedure over all. ! more than 5 % of the positions are left out, n are not.",
                thousands(self.intervals as u64)
            ),
        ];
        if self.suites.iter().any(OfSuite::has_equal_contrasts) {
            closing.push("Without brackets: the positions do not differ.".to_owned());
        }
        Sheet {
            caption: Caption {
                title: self.title.clone(),
                notes: self.notes.clone(),
                ..Caption::default()
            },
            grids: self.suites.iter().flat_map(OfSuite::grids).collect(),
            closing,
        }
    }

    fn csv(&self) -> anyhow::Result<String> {
        grid::csv(self.lines())
    }

    fn json(&self) -> String {
        let Effects { title, notes, intervals, .. } = self;
        json::pretty(&Document { title, notes, intervals: *intervals, effects: self.lines() })
    }
}

impl OfSuite {
    /// Main effects and interactions.
    fn grids(&self) -> Vec<(Option<String>, Grid)> {
        let parts = [(1, "effects"), (2, "interactions")];
        let grid = |(changes, what): (usize, &str)| {
            let own = || self.effects.iter().filter(|e| e.contrast.changes.len() == changes);
            let shown: Vec<usize> = (0..Response::ALL.len())
                .filter(|&i| own().any(|effect| effect.found[i].is_some()))
                .collect();
            let mut grid = Grid::new(&["Level", "Against"], 2);
            grid.head.extend(shown.iter().map(|&i| Response::ALL[i].name()));
            grid.rows.extend(own().map(|effect| row(&self.id, effect, &shown)));
            (Some(format!("{}: {what}", self.title)), grid)
        };
        parts.into_iter().map(grid).filter(|(_, grid)| !grid.rows.is_empty()).collect()
    }

    fn has_equal_contrasts(&self) -> bool {
        let mut found = self.effects.iter().flat_map(|effect| effect.found.iter().flatten());
        found.any(|found| found.estimate.interval.is_none())
    }
}

fn row(id: &str, effect: &Effect, shown: &[usize]) -> Vec<Cell> {
    let from: Vec<&str> = effect.contrast.changes.iter().map(|c| c.from.as_str()).collect();
    let mut cells = vec![Cell::from(effect.contrast.name()), from.join(" x ").into()];
    cells.extend(shown.iter().map(|&i| {
        let response = Response::ALL[i];
        let text = effect.found[i].map_or(ABSENT.to_owned(), |found| shown_as(response, &found));
        let id = format!("{id}.{}.{}", effect.contrast.id(), response.name());
        Cell { id: Some(id), ..text.into() }
    }));
    cells
}

/// `0.62 [0.58, 0.66]*`, `-1.2 [-3.0, +0.6] ! n = 21`
fn shown_as(response: Response, found: &Found) -> String {
    let show = |value: f64| match response {
        Response::Nodes => format!("{:.3}", value.exp()),
        _ => format!("{:+.1}", value * 100.0 + 0.0),
    };
    let interval = found.estimate.interval;
    let interval = interval.map(|i| format!(" [{}, {}]", show(i.low), show(i.high)));
    let star = if found.survives { "*" } else { "" };
    let mark = match found.is_incomplete() {
        true => format!(" ! n = {}", found.estimate.samples),
        false => String::new(),
    };
    format!("{}{}{star}{mark}", show(found.estimate.value), interval.unwrap_or_default())
}

//! The laboratory: the answer (the cost and gain of each null move), every effect, the plane of cost
//! against error, and nodes to solution.

use std::collections::BTreeSet;

use super::data::Datum;
use super::{extent, figure, range};
use crate::report::numbers::laboratory::effects;
use crate::report::page::{FigureBlock, Source};
use crate::report::solution::solutions;
use crate::show::canvas::palette::{Colour, Marker};
use crate::show::effects::{Effect, Found, OfSuite, Response};
use crate::show::plot::{Axis, Body, Drawn, ForestPanel, ForestRow, Look, Picture, Sign};

/// The runs, the first of which has the primary contrast, each with the suite that is drawn.
const RUNS: [(&str, &str); 2] = [("laboratory", "wcs"), ("laboratory-ecm", "ecm")];
const VERIFIED: &str = "vrfd:r=3";
/// The budget of the primary response.
const BUDGET: Response = Response::Within(100_000);

/// The census of errors.
const CENSUS: &str = "laboratory-census";
/// The run whose nodes to solution are drawn.
const SOLUTION: &str = "table4";

/// The answer on the suite of each run: its null moves alone.
pub(crate) fn answer(source: &Source) -> anyhow::Result<Vec<FigureBlock>> {
    of_runs(source, |name, suite, intervals| {
        let factor = suite.effects.first().map(|effect| effect.contrast.changes[0].factor.clone());
        let is_null_move = |effect: &Effect| {
            let [change] = &effect.contrast.changes[..] else { return false };
            Some(&change.factor) == factor.as_ref()
        };
        forest(name, Some(title(suite)), suite, intervals, is_null_move)
    })
}

/// Every effect on these suites.
pub(crate) fn effects_of_all(source: &Source) -> anyhow::Result<Vec<FigureBlock>> {
    of_runs(source, |name, suite, intervals| of_suite(&format!("{name}-effects"), suite, intervals))
}

fn of_runs(
    source: &Source,
    drawn: impl Fn(&str, &OfSuite, usize) -> anyhow::Result<Vec<FigureBlock>>,
) -> anyhow::Result<Vec<FigureBlock>> {
    let mut figures = Vec::new();
    for (name, of) in RUNS {
        let effects = source.evidence.runs.get(name).map(effects).transpose()?.flatten();
        let Some(effects) = effects else { continue };
        if let Some(suite) = effects.suites.iter().find(|suite| suite.suite == of) {
            figures.extend(drawn(name, suite, effects.intervals)?);
        }
    }
    Ok(figures)
}

/// Cost against error.
pub(crate) fn plane(source: &Source) -> anyhow::Result<Vec<FigureBlock>> {
    let census = source.evidence.censuses.get(CENSUS);
    let drawn = census.map(|census| census.figure()).transpose()?.flatten();
    let shows =
        "A point for each null move and rule: nodes saved against wrong claims, with intervals.";
    Ok(drawn.into_iter().map(|drawn| block("laboratory-plane", drawn, shows)).collect())
}

/// The share of positions solved against nodes.
pub(crate) fn solution(source: &Source) -> anyhow::Result<Vec<FigureBlock>> {
    let all = solutions(source.evidence)?;
    let Some(own) = all.iter().find(|own| own.of.run.name == SOLUTION) else {
        return Ok(Vec::new());
    };
    let curves = own.part.figures()?.into_iter().next();
    let shows =
        "A curve for each variant: the share of positions solved within N nodes, with intervals.";
    Ok(curves.into_iter().map(|drawn| block("to-solution", drawn, shows)).collect())
}

fn block(name: &str, drawn: Drawn, shows: &str) -> FigureBlock {
    FigureBlock::of(name, &drawn.picture, shows, drawn.csv)
}

/// All effects of a suite; `intervals` are those of all tables of the run.
pub(crate) fn of_suite(
    name: &str,
    suite: &OfSuite,
    intervals: usize,
) -> anyhow::Result<Vec<FigureBlock>> {
    forest(name, None, suite, intervals, |_| true)
}

/// A panel a response, a row an effect.
fn forest(
    name: &str,
    title: Option<String>,
    suite: &OfSuite,
    intervals: usize,
    is_drawn: impl Fn(&Effect) -> bool,
) -> anyhow::Result<Vec<FigureBlock>> {
    let nodes = "factor on the nodes at equal depth (log scale)";
    let solved = "percentage points of the positions, solved within 100,000 nodes";
    let (mut panels, mut data) = (Vec::new(), Vec::new());
    let firsts: BTreeSet<&str> =
        suite.effects.iter().filter(|effect| is_drawn(effect)).flat_map(firsts).collect();
    let against = match firsts.first() {
        Some(first) if firsts.len() == 1 => format!("against {first}"),
        _ => "of one level against the first of its factor".to_owned(),
    };
    let beside = "Nodes: interactions, the factor of one level beside the other";
    let mut found_certain = Vec::new();
    for (title, what, axis, changes, response) in [
        (format!("Nodes {against}"), "effects on nodes", nodes, 1, Response::Nodes),
        (format!("Solved at equal effort {against}"), "on positions solved", solved, 1, BUDGET),
        (beside.to_owned(), "interactions in nodes", nodes, 2, Response::Nodes),
    ] {
        let letter = char::from(b'A' + panels.len() as u8);
        let title = format!("{letter}. {title}");
        let own = suite.effects.iter().filter(|effect| effect.contrast.changes.len() == changes);
        let own = own.filter(|effect| is_drawn(effect));
        let found = own.filter_map(|effect| Some((effect, effect.of(response)?)));
        let drawn: Vec<(Datum, ForestRow)> =
            found.map(|(effect, found)| row(&title, effect, &found, response)).collect();
        if drawn.is_empty() {
            continue;
        }
        let values = extent(drawn.iter().map(|(datum, _)| datum));
        let (axis, boundary) = match response {
            Response::Nodes => (Axis::ratio(axis, values.into_iter().chain([1.0])), 1.0),
            _ => (Axis::linear(axis, values.into_iter().chain([0.0])), 0.0),
        };
        let (of_panel, rows): (Vec<_>, Vec<_>) = drawn.into_iter().unzip();
        let n = range(of_panel.iter().filter_map(|datum| datum.n));
        let count = |word: &str| of_panel.iter().filter(|datum| datum.verdict == word).count();
        found_certain.push(format!(
            "{} of {} {what}",
            count(Standing::Certain.sign().word),
            of_panel.len()
        ));
        let title = format!("{title} (n = {n})");
        panels.push(ForestPanel { title, axis, boundary, rows });
        data.extend(of_panel);
    }
    let subtitle = format!(
        "{}; n are those that count. Bars: 95 % intervals by Student's t over positions. {} \
         intervals in all tables of the run.",
        suite.title, intervals
    );
    let heading = title.unwrap_or_else(|| format!("Certain are {}", found_certain.join(", ")));
    let is_drawn =
        |one: &Standing| data.iter().any(|datum: &Datum| datum.verdict == one.sign().word);
    let key = Standing::ALL.into_iter().filter(is_drawn);
    let key = key.map(|standing| (standing.look(), standing.meaning().to_owned())).collect();
    let picture = Picture::new([heading, subtitle], key, Body::Forest(panels));
    let shows = "A row for each effect with its interval: on nodes, on positions solved at equal \
                 effort, and interactions.";
    figure(name, &picture, shows, data)
}

/// The first level of each factor that an effect changes.
fn firsts(effect: &Effect) -> impl Iterator<Item = &str> {
    effect.contrast.changes.iter().map(|change| change.from.as_str())
}

/// The cost and gain of verification.
fn title(suite: &OfSuite) -> String {
    match (primary(suite, Response::Nodes), primary(suite, BUDGET)) {
        (Some(cost), Some(gain)) => {
            let cost = cost.estimate.value.exp_m1() * 100.0;
            let more = if cost < 0.0 { "fewer" } else { "more" };
            format!(
                "{}: beside other pruning, verification needs {:.0} % {more} nodes than R = 3; at \
                 equal effort it is {}",
                suite.suite.to_uppercase(),
                cost.abs(),
                Answer::of(&gain).words()
            )
        }
        _ => "What null moves and other pruning rules change".to_owned(),
    }
}

/// The primary contrast: verified against standard R = 3.
pub(crate) fn primary(suite: &OfSuite, response: Response) -> Option<Found> {
    let is_primary = |effect: &&Effect| effect.contrast.name() == VERIFIED;
    suite.effects.iter().find(is_primary)?.of(response)
}

/// The answer to the laboratory's question, by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Yes,
    No,
    Undecided,
}

impl Answer {
    /// By the interval of what is solved at equal effort.
    pub(crate) fn of(gain: &Found) -> Answer {
        match gain.estimate.interval {
            Some(interval) if interval.low > 0.0 => Answer::Yes,
            Some(interval) if interval.high < 0.0 => Answer::No,
            _ => Answer::Undecided,
        }
    }

    /// As it completes "verification needs more nodes; it is".
    pub(crate) fn words(self) -> &'static str {
        match self {
            Answer::Yes => "worth that",
            Answer::No => "not worth that",
            Answer::Undecided => "undecided whether that is worth it",
        }
    }
}

/// How certain an effect is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    Certain,
    Alone,
    Open,
}

impl Standing {
    const ALL: [Standing; 3] = [Standing::Certain, Standing::Alone, Standing::Open];

    fn of(found: &Found) -> Standing {
        match found.estimate.interval {
            _ if found.survives => Standing::Certain,
            Some(interval) if !interval.contains(0.0) => Standing::Alone,
            _ => Standing::Open,
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Standing::Certain => "certain: survives Holm's procedure over all intervals",
            Standing::Alone => "alone: by its own interval only",
            Standing::Open => "open: the interval includes no effect at all",
        }
    }

    fn sign(self) -> Sign {
        let (word, marker, colour) = match self {
            Standing::Certain => ("certain", Marker::Circle, Colour(0, 105, 76)),
            Standing::Alone => ("alone", Marker::Square, Colour(122, 82, 0)),
            Standing::Open => ("open", Marker::Triangle, Colour(85, 85, 85)),
        };
        Sign { word, marker, colour }
    }

    fn look(self) -> Look {
        let Sign { marker, colour, .. } = self.sign();
        Look { colour, marker: Some(marker), hollow: false, stroke: None }
    }
}

fn row(panel: &str, effect: &Effect, found: &Found, response: Response) -> (Datum, ForestRow) {
    let show = |value: f64| match response {
        Response::Nodes => value.exp(),
        _ => value * 100.0,
    };
    let label = effect.contrast.name();
    let sign = Standing::of(found).sign();
    let datum = Datum::of(Some(found.estimate.map(show)));
    let datum = Datum { verdict: sign.word.to_owned(), ..datum };
    let (value, interval) = (datum.value, datum.ends());
    (datum.at(panel, &label, None), ForestRow { label, paper: None, value, interval, sign })
}

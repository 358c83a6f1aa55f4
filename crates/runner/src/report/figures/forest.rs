//! The verdicts as one picture: every claim with a panel in the claims file, the paper's value
//! next to ours.

use super::data::{Datum, ratio};
use super::{figure, range, suite_name, variant_name};
use crate::base::number::thousands;
use crate::play::matches::limit::MoveLimit;
use crate::report::claims::{Direction, Judged, Panel, Quantity, Question};
use crate::report::numbers::id;
use crate::report::page::{FigureBlock, Source};
use crate::show::canvas::INK;
use crate::show::canvas::palette::{Colour, Marker};
use crate::show::plot::{Axis, Body, ForestPanel, ForestRow, Look, Picture, Sign};

/// Title, axis and the value at which nothing differs.
fn layout(panel: Panel) -> (&'static str, &'static str, f64) {
    match panel {
        Panel::TreeR3 => {
            ("A. Tree against R = 3", "tree of R = 3 / tree of verified R = 3 (log scale)", 1.0)
        }
        Panel::TreeR2 => {
            ("B. Tree against R = 2", "tree of R = 2 / tree of verified R = 3 (log scale)", 1.0)
        }
        Panel::Solved => (
            "C. Positions solved and mates found",
            "verified R = 3 less the other, percentage points of the positions",
            0.0,
        ),
        Panel::Games => {
            ("D. Games against R = 2", "share of the points of verified R = 3, percent", 50.0)
        }
    }
}

/// The figure.
pub(crate) fn figures(source: &Source) -> anyhow::Result<Vec<FigureBlock>> {
    let groups = Panel::ALL.map(|panel| {
        let (title, axis, boundary) = layout(panel);
        let mut claims: Vec<&Judged> =
            source.judged.iter().filter(|one| one.claim.panel == Some(panel)).collect();
        claims.sort_by_key(|one| order(source, one));
        let is_ratio = boundary == 1.0;
        Group { title: title.to_owned(), axis, is_ratio, boundary, claims, label }
    });
    drawn(source, "forest", title, &groups)
}

/// Questions with their own figure: ratios by depth, Figure 4, the ladder.
const WITH_A_FIGURE: [&str; 3] = ["tree-r2", "shape", "games"];

/// The claims of every other question.
pub(crate) fn questions(source: &Source) -> anyhow::Result<Vec<FigureBlock>> {
    let questions = source.questions.questions.iter();
    let others = questions.filter(|one| !WITH_A_FIGURE.contains(&one.id.as_str()));
    Ok(others.map(|one| of_question(source, one)).collect::<Result<Vec<_>, _>>()?.concat())
}

/// The claims of a question: a panel for each unit and boundary, and within these for groups whose scales
/// differ much.
pub(crate) fn of_question(
    source: &Source,
    question: &Question,
) -> anyhow::Result<Vec<FigureBlock>> {
    let has_value = |one: &&Judged| source.numbers.get(&id::claim(one)).value.is_some();
    let mut panels: Vec<Group> = Vec::new();
    for group in &question.groups {
        let claims: Vec<&Judged> = group.judged(source.judged).filter(has_value).collect();
        let mut own: Vec<Group> = Vec::new();
        for one in claims {
            let (axis, boundary) = (axis(&one.claim.quantity), boundary(one));
            match own.iter_mut().find(|own| (own.axis, own.boundary) == (axis, boundary)) {
                Some(own) => own.claims.push(one),
                None => own.push(Group {
                    title: group.name.clone(),
                    axis,
                    is_ratio: axis == RATIO,
                    boundary,
                    claims: vec![one],
                    label: full_label,
                }),
            }
        }
        for group in own {
            match panels.iter_mut().find(|panel| panel.has_room_for(&group, source)) {
                Some(panel) => panel.join(group),
                None => panels.push(group),
            }
        }
    }
    let answer = question.answer(source.judged);
    let title = |own: &[Direction]| format!("{} {answer}: {}", question.question, counts(own));
    drawn(source, &format!("question-{}", question.id), title, &panels)
}

/// Panels are merged if each fills at least this part of the common scale.
const LEAST_PART: f64 = 0.3;

impl Group<'_> {
    /// From the smallest to the largest value drawn, on the scale of the axis.
    fn span(&self, source: &Source) -> [f64; 2] {
        let ends = self.claims.iter().flat_map(|one| {
            let number = source.numbers.get(&id::claim(one));
            [number.value, number.low, number.high, number.paper, number.paper_to]
        });
        let shown = |value: f64| if self.is_ratio { ratio(value).ln() } else { value };
        let boundary = if self.is_ratio { self.boundary.ln() } else { self.boundary };
        let ends = ends.flatten().map(shown).chain([boundary]);
        ends.fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], x| [a.min(x), b.max(x)])
    }

    fn has_room_for(&self, other: &Group, source: &Source) -> bool {
        let [a, b] = [self.span(source), other.span(source)];
        let all = a[1].max(b[1]) - a[0].min(b[0]);
        let fills = |span: [f64; 2]| span[1] - span[0] >= LEAST_PART * all;
        (self.axis, self.boundary) == (other.axis, other.boundary) && fills(a) && fills(b)
    }
}

impl<'a> Group<'a> {
    fn join(&mut self, other: Group<'a>) {
        self.title += &format!("; {}", other.title);
        self.claims.extend(other.claims);
    }
}

const RATIO: &str = "tree / tree (log scale)";

/// Title of the axis of a quantity.
fn axis(quantity: &Quantity) -> &'static str {
    match quantity {
        Quantity::NodeRatio { .. } => RATIO,
        Quantity::SolvedDifference { .. } => "difference in percentage points of the positions",
        Quantity::MatchScore { .. } => "share of the points, percent",
        Quantity::Rescued { .. } => {
            "solved, percent of those that R = 3 misses and a search without null moves solves"
        }
        Quantity::ResearchShare { .. } => "re-searches, percent of the verifications",
        Quantity::BelowBetaShare { .. } => "re-searches that stay below beta, percent of all",
        Quantity::Position { .. } => "place on the way from one tree, 0, to the other, 1",
        _ => "percent",
    }
}

/// The boundary of the claim, as drawn.
fn boundary(one: &Judged) -> f64 {
    let boundary = one.claim.expect.boundary();
    match axis(&one.claim.quantity) == RATIO {
        true if boundary > 0.0 => boundary,
        true => 1.0, // a claim of equality
        false => one.claim.quantity.unit().percent(boundary),
    }
}

/// Claims that share a panel.
struct Group<'a> {
    title: String,
    axis: &'static str,
    is_ratio: bool,
    /// The line of no difference, or the boundary of the claims.
    boundary: f64,
    claims: Vec<&'a Judged<'a>>,
    label: fn(&Source, &Judged) -> String,
}

/// The figure of groups, under a title made of the directions of their claims.
fn drawn(
    source: &Source,
    name: &str,
    title_of: impl Fn(&[Direction]) -> String,
    groups: &[Group],
) -> anyhow::Result<Vec<FigureBlock>> {
    let mut data: Vec<Datum> = Vec::new();
    let mut panels = Vec::new();
    let mut directions: Vec<Direction> = Vec::new();
    for Group { title, axis, is_ratio, boundary, claims, label } in groups {
        let (is_ratio, boundary) = (*is_ratio, *boundary);
        let mut rows = Vec::new();
        let mut values = vec![boundary];
        for one in claims {
            let number = source.numbers.get(&id::claim(one));
            let show = |value: f64| if is_ratio { ratio(value) } else { value };
            let direction = number.direction.unwrap_or(Direction::NeedsRun);
            let label = label(source, one);
            let ours = Datum::ours(Some(number), show).at(title, &label, None);
            let paper = Datum::paper(Some(number), show).at(title, &label, None);
            let paper = Datum {
                low: number.paper_to.and(paper.value),
                high: number.paper_to.map(show),
                ..paper
            };
            let row = ForestRow {
                label,
                paper: paper.value.map(|value| [value, paper.high.unwrap_or(value)]),
                value: ours.value,
                interval: ours.ends(),
                sign: sign(direction),
            };
            values.extend(super::extent([&ours, &paper]));
            rows.push(row);
            directions.push(direction);
            data.push(Datum { verdict: direction.id().to_owned(), ..ours });
            data.push(paper);
        }
        if rows.is_empty() {
            continue;
        }
        let axis = match is_ratio {
            true => Axis::ratio(axis, values),
            false => Axis::linear(axis, values),
        };
        panels.push(ForestPanel { title: title.clone(), axis, boundary, rows });
    }
    let heading = [title_of(&directions), subtitle(&data)];
    let picture = Picture::new(heading, key(&data, &directions), Body::Forest(panels));
    let shows = "A row for each claim: the paper's value, ours with its interval, the verdict.";
    figure(name, &picture, shows, data)
}

/// The kinds of marks that occur.
fn subtitle(data: &[Datum]) -> String {
    let n = data.iter().filter_map(|datum| datum.n);
    let any = |what: fn(&Datum) -> bool| data.iter().any(what);
    let mut text = match any(|datum| datum.source == "paper" && datum.value.is_some()) {
        true if any(|datum| datum.source == "paper" && datum.high.is_some()) => {
            "Hollow: the paper (a range is dashed). Filled: ours".to_owned()
        }
        true => "Hollow: the paper. Filled: ours".to_owned(),
        false => "Ours; the paper gives no number".to_owned(),
    };
    text += &format!(", n = {}; bars: 95 % intervals over positions or games.", range(n));
    if any(|datum| datum.source == "ours" && datum.value.is_some() && datum.low.is_none()) {
        text += " No bar: n is too small for an interval.";
    }
    if any(|datum| datum.series.contains('*')) {
        text += " * stands in for the paper's suite.";
    }
    text
}

fn title(directions: &[Direction]) -> String {
    format!("Of {} effects drawn: {}", directions.len(), counts(directions))
}

/// How many claims have which direction.
fn counts(directions: &[Direction]) -> String {
    let of = |wanted| directions.iter().filter(|&&direction| direction == wanted).count();
    let parts = Direction::ALL.map(|direction| (of(direction), sign(direction).word));
    let parts = parts.into_iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts.map(|(count, what)| format!("{count} {what}")).collect();
    parts.join(", ")
}

fn sign(direction: Direction) -> Sign {
    let (word, marker, colour) = match direction {
        Direction::AsClaimed => ("as claimed", Marker::Circle, Colour(0, 105, 76)),
        Direction::Opposite => ("opposite", Marker::Cross, Colour(176, 42, 0)),
        Direction::None => ("none", Marker::Square, Colour(122, 82, 0)),
        Direction::Undecided => ("undecided", Marker::Triangle, Colour(85, 85, 85)),
        Direction::NeedsRun => ("needs a run", Marker::Triangle, Colour(85, 85, 85)),
    };
    Sign { word, marker, colour }
}

/// The marks that are drawn.
fn key(data: &[Datum], drawn: &[Direction]) -> Vec<(Look, String)> {
    let paper = Look { colour: INK, marker: Some(Marker::Diamond), hollow: true, stroke: None };
    let has_paper = data.iter().any(|datum| datum.source == "paper" && datum.value.is_some());
    let all = [Direction::AsClaimed, Direction::Opposite, Direction::None, Direction::Undecided];
    let ours = all.into_iter().filter(|direction| drawn.contains(direction)).map(|direction| {
        let Sign { word, marker, colour } = sign(direction);
        (Look { colour, marker: Some(marker), hollow: false, stroke: None }, word.to_owned())
    });
    has_paper.then(|| (paper, "the paper".to_owned())).into_iter().chain(ours).collect()
}

/// On what a claim was tested: `ECM, depth 9`, `20,000 nodes a move, 1,000 games`.
fn label(source: &Source, one: &Judged) -> String {
    let name = one.measured.as_ref().map_or("", |measured| &measured.run);
    let of_searches = || {
        let (run, (suite, [_, to], depth)) =
            source.evidence.runs.get(name).zip(one.claim.quantity.pair())?;
        let suite = suite_name(run.part(suite)?.suite);
        let depth = depth.map_or(String::new(), |depth| format!(", depth {depth}"));
        let less = match one.claim.quantity {
            Quantity::SolvedDifference { .. } => format!(", less {}", variant_name(run, to)),
            _ => String::new(),
        };
        Some(format!("{suite}{depth}{less}"))
    };
    let of_games = || {
        let game = source.evidence.matches.get(name)?;
        Some(format!("{}, {} games", limit(&game.limit), thousands(game.games().into())))
    };
    of_searches().or_else(of_games).unwrap_or_else(|| one.claim.id.clone())
}

/// The same with both variants that are compared.
fn full_label(source: &Source, one: &Judged) -> String {
    let name = one.measured.as_ref().map_or("", |measured| &measured.run);
    let Some(run) = source.evidence.runs.get(name) else { return label(source, one) };
    let on = |suite: Option<&str>, depth: Option<u8>| {
        let suite = run.part(suite).map_or(String::new(), |part| suite_name(part.suite));
        depth.map_or(suite.clone(), |depth| format!("{suite} d{depth}"))
    };
    // `vrfd R = 3`, `no re-search`, `Reduce by 1`: their distinguishing part.
    let short = |variant: &str| {
        let name = variant_name(run, variant).replace("verified", "vrfd");
        match name.split_once(", ") {
            Some((first, rest)) if rest.starts_with("R = ") => first.to_owned(),
            Some((_, rest)) => rest.to_owned(),
            None => name,
        }
    };
    match &one.claim.quantity {
        Quantity::NodeRatio { suite, variant, to, depth } => {
            format!("{}: {} / {}", on(suite.as_deref(), Some(*depth)), short(variant), short(to))
        }
        Quantity::SolvedDifference { suite, variant, to, depth } => {
            format!("{}: {} − {}", on(suite.as_deref(), *depth), short(variant), short(to))
        }
        Quantity::Rescued { variant, depth, .. } => {
            format!("{}: {}", on(None, *depth), short(variant))
        }
        Quantity::ResearchShare { variant, depth }
        | Quantity::BelowBetaShare { variant, depth } => {
            format!("{}: {}", on(None, Some(*depth)), short(variant))
        }
        _ => one.claim.id.clone(),
    }
}

/// By suite, then by what is compared, then by depth; games stay as they are in the file.
fn order(source: &Source, one: &Judged) -> (String, String, u8) {
    let name = one.measured.as_ref().map_or("", |measured| &measured.run);
    let Some((suite, [_, to], depth)) = one.claim.quantity.pair() else {
        return Default::default();
    };
    let part = source.evidence.runs.get(name).and_then(|run| run.part(suite));
    let suite = part.map_or(String::new(), |part| suite_name(part.suite));
    (suite, to.to_owned(), depth.unwrap_or_default())
}

/// A limit in words.
pub(super) fn limit(text: &str) -> String {
    match MoveLimit::parse(text) {
        Ok(MoveLimit::Nodes(nodes)) => format!("{} nodes a move", thousands(nodes)),
        Ok(MoveLimit::Depth(depth)) => format!("depth {depth}"),
        Ok(MoveLimit::MoveTime(time)) => format!("{} s a move", time.as_secs_f64()),
        Ok(MoveLimit::Clock(clock)) => {
            format!("{} s + {} s", clock.time.as_secs_f64(), clock.increment.as_secs_f64())
        }
        Err(_) => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_counts_what_the_rows_show() {
        let directions = [Direction::AsClaimed, Direction::AsClaimed, Direction::Undecided];
        assert_eq!(title(&directions), "Of 3 effects drawn: 2 as claimed, 1 undecided");
        assert_eq!(title(&[]), "Of 0 effects drawn: ");
    }

    #[test]
    fn the_key_and_the_subtitle_mention_only_what_is_drawn() {
        let datum =
            |source, value, low| Datum { source, value, low, n: Some(9), ..Datum::default() };
        let ours = [datum("ours", Some(2.0), Some(1.0))];
        assert_eq!(key(&ours, &[Direction::None]).len(), 1);
        let text =
            "Ours; the paper gives no number, n = 9; bars: 95 % intervals over positions or games.";
        assert_eq!(subtitle(&ours), text);
        let both = [datum("ours", Some(2.0), None), datum("paper", Some(3.0), None)];
        let words: Vec<String> =
            key(&both, &[Direction::Opposite]).into_iter().map(|(_, word)| word).collect();
        assert_eq!(words, ["the paper", "opposite"]);
        assert!(subtitle(&both).ends_with("No bar: n is too small for an interval."));
        assert!(subtitle(&both).starts_with("Hollow: the paper. Filled: ours, n = 9"));
    }

    #[test]
    fn a_place_between_trees_is_no_percentage() {
        let [variant, near, far] = ["v", "a", "b"].map(str::to_owned);
        let place = Quantity::Position { variant, near, far, depth: 9 };
        assert!(!axis(&place).contains("percent"), "{}", axis(&place));
    }

    #[test]
    fn verdicts_differ_in_word_and_shape() {
        let signs =
            [Direction::AsClaimed, Direction::Opposite, Direction::None, Direction::Undecided]
                .map(sign);
        for (i, a) in signs.iter().enumerate() {
            assert!(signs[..i].iter().all(|b| a.word != b.word && a.marker != b.marker));
        }
        assert_eq!(limit("nodes=20000"), "20,000 nodes a move");
        assert_eq!(limit("tc=1+0.01"), "1 s + 0.01 s");
    }
}

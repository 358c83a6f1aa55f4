//! The matches as a ladder: the score against the limit for a move, nodes or a clock.

use super::data::Datum;
use super::{extent, figure, places, range};
use crate::experiment::paper as published;
use crate::play::matches::limit::MoveLimit;
use crate::report::evidence::MatchScore;
use crate::report::numbers::id;
use crate::report::page::{FigureBlock, Source};
use crate::show::canvas::GREY;
use crate::show::plot::{Axis, Body, Look, Mark, Panel, Picture, Rule, Series};

/// What limits a move, and the axis for it.
const LIMITS: [(&str, &str); 2] = [
    ("At fixed nodes", "nodes a move (log scale)"),
    ("On a clock", "base time in seconds (log scale)"),
];

/// The opponent in every match that the figure shows.
const OPPONENT: &str = "std:r=2";

/// The figure.
pub(crate) fn figures(source: &Source) -> anyhow::Result<Vec<FigureBlock>> {
    let self_play = published::self_play()?;
    let mut data: Vec<Datum> = Vec::new();
    let mut players: Vec<&str> = Vec::new();
    for (name, game) in &source.evidence.matches {
        let Some((panel, x)) = rung(game).filter(|_| game.second == OPPONENT) else { continue };
        if !players.contains(&game.first.as_str()) {
            players.push(&game.first);
        }
        let number = source.numbers.get(&format!("{}.score", id::game(name)));
        data.push(Datum::ours(Some(number), |score| score).at(panel, &game.first, x));
    }
    data.sort_by(|a, b| a.x.partial_cmp(&b.x).unwrap_or(std::cmp::Ordering::Equal));
    if data.iter().any(|datum| datum.series == self_play.player) {
        let value = self_play.score / f64::from(self_play.games) * 100.0;
        let n = Some(self_play.games.into());
        let datum = Datum { source: "paper", value: Some(value), n, ..Datum::default() };
        let seconds = f64::from(self_play.minutes_per_game) * 60.0;
        data.push(datum.at(LIMITS[1].0, &self_play.player, seconds));
    }
    let scale: Vec<f64> = extent(&data).into_iter().chain([50.0]).collect();
    let panels = LIMITS.iter().filter_map(|(title, axis)| {
        let own = || data.iter().filter(|datum| datum.panel == *title);
        let room: Vec<f64> =
            own().filter_map(|datum| datum.x).flat_map(|x| [x / 2.0, x * 2.0]).collect();
        let ends = room.iter().copied().reduce(f64::max).zip(room.iter().copied().reduce(f64::min));
        let aside = ends.map_or(1.0, |(high, low)| (high / low).powf(0.025));
        let mut taken: Vec<f64> = Vec::new();
        let series = players.iter().flat_map(|player| {
            let mut of = |look: Look, from: &'static str| {
                let mut points = places(own().filter(|d| d.series == *player && d.source == from));
                // Side by side where the limits are the same.
                for point in &mut points {
                    let before = taken.iter().filter(|&&x| x == point.x).count();
                    taken.push(point.x);
                    point.x *= aside.powf(before as f64);
                }
                // Matches are no steps of one scale: no line joins them.
                Series::new(Look { stroke: None, ..look }, Mark::Bars, "", points)
            };
            [of(Look::ours(player), "ours"), of(Look::paper(player), "paper")]
        });
        let series: Vec<Series> = series.filter(|series| !series.points.is_empty()).collect();
        let panel = Panel {
            title: (*title).to_owned(),
            x: Axis::counts(axis, room),
            y: Axis::linear("", scale.iter().copied()),
            rules: vec![Rule::new(50.0, "", GREY)],
            series,
        };
        (!panel.series.is_empty()).then_some(panel)
    });
    let panels: Vec<Panel> = panels.collect();
    let n = data.iter().filter(|datum| datum.source == "ours").filter_map(|datum| datum.n);
    let subtitle = format!(
        "Share of the points against {}, percent; bars: 95 % intervals over pairs of games, n = \
         {} games. Matches with one limit stand side by side. The paper: {} games of {} minutes.",
        name(OPPONENT),
        range(n),
        self_play.games,
        self_play.minutes_per_game
    );
    let body = Body::Panels { columns: panels.len().max(1), panels, height: 240.0 };
    let look = |look: Look| Look { stroke: None, ..look };
    let mut key: Vec<(Look, String)> =
        players.iter().map(|player| (look(Look::ours(player)), name(player))).collect();
    if data.iter().any(|datum| datum.source == "paper") {
        key.push((look(Look::paper(&self_play.player)), "the paper".to_owned()));
    }
    let picture = Picture::new([heading(&data, &self_play.player), subtitle], key, body);
    let shows = "Points of matches with intervals against nodes a move and seconds a game.";
    figure("ladder", &picture, shows, data)
}

/// The panel of a match and where it stands on its axis.
fn rung(game: &MatchScore) -> Option<(&'static str, f64)> {
    match MoveLimit::parse(&game.limit).ok()? {
        MoveLimit::Nodes(nodes) => Some((LIMITS[0].0, nodes as f64)),
        MoveLimit::Clock(clock) => Some((LIMITS[1].0, clock.time.as_secs_f64())),
        MoveLimit::Depth(_) | MoveLimit::MoveTime(_) => None,
    }
}

/// A variant in words.
fn name(variant: &str) -> String {
    match variant.split_once(":r=") {
        Some(("std", r)) => format!("R = {r}"),
        Some(("vrfd", r)) => format!("verified R = {r}"),
        _ => variant.to_owned(),
    }
}

/// The range of a player's scores, and the paper's score.
fn heading(data: &[Datum], player: &str) -> String {
    let of = |source: &str| -> Vec<f64> {
        let own = data.iter().filter(|d| d.series == player && d.source == source);
        own.filter_map(|datum| datum.value).collect()
    };
    let (ours, paper) = (of("ours"), of("paper"));
    let (Some(least), Some(most)) =
        (ours.iter().copied().reduce(f64::min), ours.iter().copied().reduce(f64::max))
    else {
        return "Matches".to_owned();
    };
    let range = match least < most {
        true => format!("{least:.1} to {most:.1} %"),
        false => format!("{least:.1} %"),
    };
    let matches =
        if ours.len() == 1 { "1 match".to_owned() } else { format!("{} matches", ours.len()) };
    let paper = paper.first().map_or(String::new(), |paper| format!("; {paper:.1} % in the paper"));
    format!(
        "{} scores {range} against {} in {matches}{paper}",
        capital(&name(player)),
        name(OPPONENT)
    )
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_says_from_what_to_what_the_score_goes() {
        let datum = |source, value| {
            let datum = Datum { source, value: Some(value), ..Datum::default() };
            datum.at("", "vrfd:r=3", 1.0)
        };
        let data = [datum("ours", 53.2), datum("ours", 45.0), datum("paper", 68.5)];
        assert_eq!(
            heading(&data, "vrfd:r=3"),
            "Verified R = 3 scores 45.0 to 53.2 % against R = 2 in 2 matches; 68.5 % in the paper"
        );
        let one = "Verified R = 3 scores 53.2 % against R = 2 in 1 match";
        assert_eq!(heading(&data[..1], "vrfd:r=3"), one);
        assert_eq!(heading(&[], "vrfd:r=3"), "Matches");
    }
}

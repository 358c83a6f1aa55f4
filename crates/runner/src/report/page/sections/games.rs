//! Self-play: the match of verified R = 3 against standard R = 2.

use crate::experiment::paper;
use crate::report::numbers::{Number, id};
use crate::report::page::{Block, Grid, Source};

/// The score of every match but the laboratory's, beside the paper's.
pub(crate) fn blocks(source: &Source) -> anyhow::Result<Vec<Block>> {
    let mut grid = scores(source, |name| !name.starts_with(super::laboratory::GAMES));
    if grid.rows.is_empty() {
        return Ok(Vec::new());
    }
    let published = paper::self_play()?;
    grid.rows.push(vec![
        "paper".into(),
        published.player.clone().into(),
        published.opponent.clone().into(),
        format!("{} minutes a game", published.minutes_per_game).into(),
        published.games.to_string().into(),
        "–".into(),
        share(Some(published.score / f64::from(published.games) * 100.0)).into(),
        "–".into(),
        "–".into(),
    ]);
    Ok(vec![Block::Section("Self-play".into()), Block::Grid(grid)])
}

fn share(value: Option<f64>) -> String {
    value.map_or("–".into(), |value| format!("{value:.1} %"))
}

/// `+27 [+21, +33]`.
fn elo(number: &Number) -> String {
    let shown = |value: f64| format!("{value:+.0}").replace('-', "−");
    let interval = number.interval().map(|i| format!(" [{}, {}]", shown(i.low), shown(i.high)));
    number.value.map_or("–".into(), shown) + &interval.unwrap_or_default()
}

/// The score of each match whose name is wanted.
pub(crate) fn scores(source: &Source, is_wanted: impl Fn(&str) -> bool) -> Grid {
    let head = [
        "Match",
        "First",
        "Second",
        "Limit",
        "Games",
        "Won, drawn, lost",
        "Score",
        "95 % interval",
        "Elo",
    ];
    let mut grid = Grid::new(&head, 4);
    for (name, game) in source.evidence.matches.iter().filter(|(name, _)| is_wanted(name)) {
        let number = |what: &str| source.numbers.get(&format!("{}.{what}", id::game(name)));
        let count = |what: &str| super::count(Some(number(what)));
        let score = number("score");
        grid.rows.push(vec![
            name.as_str().into(),
            game.first.clone().into(),
            game.second.clone().into(),
            game.limit.clone().into(),
            count("games").into(),
            format!("{} – {} – {}", count("wins"), count("draws"), count("losses")).into(),
            share(score.value).into(),
            format!("{} to {}", share(score.low), share(score.high)).into(),
            elo(number("elo")).into(),
        ]);
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::numbers::Unit;

    #[test]
    fn elo_has_its_interval_where_there_is_one() {
        let number = Number::of(27.2, Unit::Elo, "m");
        assert_eq!(elo(&number), "+27");
        let number = Number { low: Some(-0.6), high: Some(32.6), ..number };
        assert_eq!(elo(&number), "+27 [−1, +33]");
    }
}

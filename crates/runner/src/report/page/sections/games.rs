//! Self-play: the match of verified R = 3 against standard R = 2.

use crate::experiment::paper;
use crate::report::numbers::id;
use crate::report::page::{Block, Grid, Source};

/// The score of every match, beside the paper's.
pub(crate) fn blocks(source: &Source) -> anyhow::Result<Vec<Block>> {
    if source.evidence.matches.is_empty() {
        return Ok(Vec::new());
    }
    let mut grid = scores(source);
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
    ]);
    Ok(vec![Block::Section("Self-play".into()), Block::Grid(grid)])
}

fn share(value: Option<f64>) -> String {
    value.map_or("–".into(), |value| format!("{value:.1} %"))
}

/// The score of every match.
pub(crate) fn scores(source: &Source) -> Grid {
    let head = [
        "Match",
        "First",
        "Second",
        "Limit",
        "Games",
        "Won, drawn, lost",
        "Score",
        "95 % interval",
    ];
    let mut grid = Grid::new(&head, 4);
    for (name, game) in &source.evidence.matches {
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
        ]);
    }
    grid
}

//! Self-play: the match of verified R = 3 against standard R = 2.

use crate::experiment::paper;
use crate::report::page::{Block, Grid, PageError, Source};

/// The score of every match, beside the paper's.
pub(crate) fn blocks(source: &Source) -> Result<Vec<Block>, PageError> {
    if source.evidence.matches.is_empty() {
        return Ok(Vec::new());
    }
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
    let published = paper::self_play()?;
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    for (name, score) in &source.evidence.matches {
        grid.rows.push(vec![
            name.as_str().into(),
            score.first.clone().into(),
            score.second.clone().into(),
            score.limit.clone().into(),
            score.games().to_string().into(),
            format!("{} – {} – {}", score.wins, score.draws, score.losses).into(),
            percent(score.score).into(),
            format!("{} to {}", percent(score.score_low), percent(score.score_high)).into(),
        ]);
    }
    grid.rows.push(vec![
        "paper".into(),
        published.player.clone().into(),
        published.opponent.clone().into(),
        format!("{} minutes a game", published.minutes_per_game).into(),
        published.games.to_string().into(),
        "–".into(),
        percent(published.score / f64::from(published.games)).into(),
        "–".into(),
    ]);
    Ok(vec![Block::Section("Self-play".into()), Block::Grid(grid)])
}

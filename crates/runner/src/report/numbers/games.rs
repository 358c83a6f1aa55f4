//! Scores of matches, from the first side's point of view.

use super::{Number, Numbers, Unit, id};
use crate::experiment::paper;
use crate::report::evidence::Evidence;

/// The standing of every match, beside the paper's where the sides are the same.
pub(super) fn add(numbers: &mut Numbers, evidence: &Evidence) -> anyhow::Result<()> {
    let published = paper::self_play()?;
    for (name, game) in &evidence.matches {
        let mut insert =
            |what: &str, number| numbers.insert(format!("{}.{what}", id::game(name)), number);
        let same = (&game.first, &game.second) == (&published.player, &published.opponent);
        let paper = same.then(|| published.score / f64::from(published.games) * 100.0);
        let counts = [
            ("games", game.games()),
            ("wins", game.tally.wins),
            ("draws", game.tally.draws),
            ("losses", game.tally.losses),
        ];
        for (what, count) in counts {
            insert(what, Number::count(count.into(), Unit::Games, name));
        }
        let score = Number::estimate(&game.score, Unit::Percent, name, |share| share * 100.0);
        insert("score", score.beside(paper));
        let elo = Number::estimate(&game.elo, Unit::Elo, name, |elo| elo);
        insert(
            "elo",
            elo.beside(paper.map(|percent| 400.0 * (percent / (100.0 - percent)).log10())),
        );
    }
    Ok(())
}

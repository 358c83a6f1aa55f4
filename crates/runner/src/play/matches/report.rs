//! The result of a match for people.

use std::fmt::Write;

use super::sprt::Verdict;
use super::summary::{SprtLine, Standing, Summary};

impl Summary<'_> {
    /// The report as text.
    pub(crate) fn to_text(&self) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let [first, second] = &self.setting.names;
        writeln!(out, "{} ({first} v {second}), {}", self.title, self.setting.limit)?;
        writeln!(
            out,
            "\n{:>6} {:>6} {:>6} {:>6} {:>8} {:>7}  {:<28} {:>10}",
            "games", "won", "drawn", "lost", "points", "score", "Elo [95 % interval]", "superior"
        )?;
        for standing in &self.standings {
            write_standing(out, standing)?;
        }
        if self.standings.is_empty() {
            writeln!(out, "no pair of games is complete")?;
        }
        if let Some(last) = self.standings.last() {
            let [a, b, c, d, e] = last.tally.pairs;
            writeln!(out, "\nPairs with 0, 1/2, 1, 1 1/2, 2 points: {a}, {b}, {c}, {d}, {e}")?;
        }
        let ends: Vec<String> = self.ends.iter().map(|(why, n)| format!("{why} {n}")).collect();
        writeln!(out, "Ends: {}", ends.join(", "))?;
        if let Some(plies) = self.mean_plies {
            writeln!(out, "Mean length: {plies:.1} plies after the opening")?;
        }
        if let Some(sprt) = &self.sprt {
            writeln!(out, "SPRT {}", sprt.text())?;
        }
        if let Some(paper) = &self.paper {
            let (points, games, minutes) = (paper.points, paper.games, paper.minutes_per_game);
            writeln!(out, "The paper: {points} of {games} points at {minutes} minutes a game")?;
            writeln!(out, "Verdict: {}", paper.verdict.text())?;
        }
        if self.all_forfeited {
            writeln!(out, "Every game was forfeited: this says nothing about playing strength")?;
        }
        for failure in &self.failures {
            let (side, games, first) = (&failure.side, failure.games, failure.first_game);
            let plural = if games == 1 { "game" } else { "games" };
            writeln!(
                out,
                "FAILED: {side} in {games} {plural}, first game {first}: {}",
                failure.what
            )?;
        }
        Ok(())
    }
}

impl SprtLine {
    /// The hypotheses, the ratio between its bounds, and what it decides.
    pub(crate) fn text(&self) -> String {
        let SprtLine { elo0, elo1, ratio, bounds: (low, high), verdict } = self;
        let verdict = match verdict {
            Verdict::Undecided => "undecided".to_owned(),
            Verdict::Elo0 => format!("elo0 = {elo0} accepted"),
            Verdict::Elo1 => format!("elo1 = {elo1} accepted"),
        };
        format!(
            "elo0 = {elo0}, elo1 = {elo1}: log-likelihood ratio {ratio:+.2} \
             [{low:+.2}, {high:+.2}], {verdict}"
        )
    }
}

fn write_standing(out: &mut String, standing: &Standing) -> std::fmt::Result {
    let tally = &standing.tally;
    write!(
        out,
        "{:>6} {:>6} {:>6} {:>6} {:>8.1}",
        standing.games, tally.wins, tally.draws, tally.losses, standing.points
    )?;
    let Some(estimate) = &standing.estimate else { return writeln!(out, "      no Elo") };
    let interval = estimate.elo_text(1);
    writeln!(
        out,
        " {:>6.1}%  {interval:<28} {:>9.1}%",
        100.0 * estimate.score,
        100.0 * estimate.superiority
    )
}

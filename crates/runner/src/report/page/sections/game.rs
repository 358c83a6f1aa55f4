//! A match of a user's own: its result, course and sides.

use std::collections::BTreeMap;

use serde_json::Value;
use vnmp_engine::SearchSettings;

use crate::base::number::thousands;
use crate::play::matches::chart::chart;
use crate::play::matches::run::Games;
use crate::play::matches::summary::{Summary, standings};
use crate::record::manifest::Manifest;
use crate::report::page::{Block, FigureBlock, Grid};

/// Two columns: what, and the figure. They fit every screen.
type Fact = [String; 2];

/// Result and course.
pub(crate) fn blocks(summary: &Summary, games: &Games) -> anyhow::Result<Vec<Block>> {
    let mut blocks = vec![Block::Section("Result".into())];
    blocks.extend(summary.says_nothing().map(Block::Note));
    let failed = summary.failures.iter().map(|line| {
        format!(
            "{} failed in {} games, first in {}: {}",
            line.side, line.games, line.first_game, line.what
        )
    });
    blocks.extend(failed.map(Block::Note));
    blocks.push(grid("The match", result(summary)));
    let pairs = summary.standings.last().map_or(0, |last| last.games / 2);
    if let Some(drawn) = chart(summary, &standings(games, pairs))? {
        let shows = "A line of Elo against games, with its band.";
        blocks.push(Block::Figure(FigureBlock::of("elo", &drawn.picture, shows, drawn.csv)));
    }
    Ok(blocks)
}

fn result(summary: &Summary) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut fact = |name: &str, text: String| facts.push([name.to_owned(), text]);
    let [first, second] = &summary.setting.names;
    fact("First side", first.clone());
    fact("Second side", second.clone());
    fact("Limit of each", summary.setting.limit.clone());
    let played = summary.standings.last().map_or(0, |last| last.games);
    let of = format!("{} of {}", thousands(played.into()), thousands(summary.games_planned.into()));
    fact("Games", of);
    for standing in &summary.standings {
        let (tally, after) =
            (standing.tally, format!("After {} games", thousands(standing.games.into())));
        fact(&after, format!("{} won, {} drawn, {} lost", tally.wins, tally.draws, tally.losses));
        let Some(one) = &standing.estimate else { continue };
        let [score, low, high] =
            [one.score, one.score_low, one.score_high].map(|part| 100.0 * part);
        fact("Score, with 95 % interval over pairs", format!("{score:.1} % [{low:.1}, {high:.1}]"));
        fact("Elo", one.elo_text(1).replace('-', "−"));
        fact(
            "Likelihood that the first side is better",
            format!("{:.1} %", 100.0 * one.superiority),
        );
    }
    if let Some(last) = summary.standings.last() {
        fact(
            "Pairs with 0, ½, 1, 1½, 2 points",
            last.tally.pairs.map(|n| n.to_string()).join(", "),
        );
    }
    if let Some(sprt) = &summary.sprt {
        fact("Sequential test", sprt.text().replace(" -", " −").replace("[-", "[−"));
    }
    let ends: Vec<String> = summary.ends.iter().map(|(why, n)| format!("{why} {n}")).collect();
    fact("Ends", ends.join(", "));
    if let Some(plies) = summary.mean_plies {
        fact("Mean length", format!("{plies:.1} plies after the opening"));
    }
    facts
}

/// How to repeat it.
pub(crate) fn about(manifest: &Manifest, summary: &Summary, command: Option<String>) -> Vec<Block> {
    let [first, second] = &summary.setting.sides;
    let facts = [
        ("First side", side(first)),
        ("Second side", side(second)),
        ("Openings", words(&summary.setting.openings)),
        ("Engine source", manifest.engine_source.clone()),
        ("Fingerprint", manifest.fingerprint.clone()),
        ("Command", command.unwrap_or_default()),
    ];
    let facts = facts.into_iter().filter(|(_, text)| !text.is_empty());
    let facts = facts.map(|(name, text)| [name.to_owned(), text]).collect();
    vec![Block::Section("The run".into()), grid("", facts)]
}

/// A variant with the settings that are not the reproduction's, or all that is known of an engine.
fn side(entry: &BTreeMap<String, String>) -> String {
    let usual: BTreeMap<_, _> = SearchSettings::default().describe().into_iter().collect();
    let own = |name: &str, value: &str| {
        name != "variant" && usual.get(name).is_none_or(|usual| usual != value)
    };
    let changed = entry.iter().filter(|(name, value)| own(name, value));
    let changed = changed.map(|(name, value)| format!("{name}={value}"));
    entry.get("variant").cloned().into_iter().chain(changed).collect::<Vec<_>>().join(" ")
}

/// A JSON value without its punctuation.
fn words(value: &Value) -> String {
    match value {
        Value::Object(parts) => {
            let parts = parts.iter().map(|(name, part)| format!("{name} {}", words(part)));
            parts.collect::<Vec<_>>().join(", ")
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn grid(title: &str, facts: Vec<Fact>) -> Block {
    let mut grid = Grid::new(&["", title], 2);
    grid.rows = facts.into_iter().map(|fact| fact.map(Into::into).into()).collect();
    Block::Grid(grid)
}

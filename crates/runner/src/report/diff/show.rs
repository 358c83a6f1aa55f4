//! A comparison in every format.

use std::collections::BTreeSet;

use serde::Serialize;

use super::{Diff, Missing, MissingVariants, Question};
use crate::base::json;
use crate::base::number::{p_value, thousands};
use crate::report::numbers::Number;
use crate::report::page::percent;
use crate::show::grid::{self, ABSENT, Caption, Grid, Sheet, Show};

/// Ids that a sentence names; JSON has all.
const NAMED: usize = 12;

/// Differences between the sides other than results.
pub(super) fn notes(question: &Question, missing: &[MissingVariants]) -> Vec<String> {
    let (a, Some(b)) = (question.a, question.b) else { return Vec::new() };
    let missing = missing.iter();
    let missing =
        missing.map(|m| format!("Only {} has variants {}.", m.only, m.variants.join(", ")));
    let mut notes: Vec<String> = missing.collect();
    for note in [&a.note, &b.note].into_iter().flatten() {
        if !notes.contains(note) {
            notes.push(note.clone());
        }
    }
    for (side, own, other) in [("A", a, b), ("B", b, a)] {
        let names = |own: &&super::SuiteSide| other.suites.iter().all(|s| s.name != own.name);
        let only: Vec<&str> = own.suites.iter().filter(names).map(|s| s.name.as_str()).collect();
        if !only.is_empty() && !only.contains(&"") && other.manifest.is_some() {
            notes.push(format!("Only {side} has suite {}.", only.join(", ")));
        }
    }
    let (Some(a), Some(b)) = (&a.manifest, &b.manifest) else { return notes };
    if a.engine_source != b.engine_source {
        let short = |source: &str| match source.get(..8) {
            Some(short) => short.to_owned(),
            None => "not recorded".to_owned(),
        };
        notes.push(format!(
            "Engine source: A {}, B {}.",
            short(&a.engine_source),
            short(&b.engine_source)
        ));
    }
    let names: BTreeSet<&String> = a.settings.keys().chain(b.settings.keys()).collect();
    let value = |value: Option<&String>| value.map_or(ABSENT.to_owned(), Clone::clone);
    let changed = names.into_iter().filter(|name| a.settings.get(*name) != b.settings.get(*name));
    let changed = changed.map(|name| {
        let (a, b) = (value(a.settings.get(name)), value(b.settings.get(name)));
        format!("{name} (A {a}, B {b})")
    });
    let changed: Vec<String> = changed.collect();
    if !changed.is_empty() {
        notes.push(format!("Settings differ: {}.", changed.join(", ")));
    }
    for own in &a.suites {
        let other = b.suites.iter().find(|other| other.name == own.name);
        if other.is_some_and(|other| other.sha256 != own.sha256) {
            notes.push(format!("The files of suite {} differ.", own.name));
        }
    }
    notes
}

/// The first ids of a list.
fn named(ids: &[String]) -> String {
    let more = ids.len().saturating_sub(NAMED);
    let first = ids[..ids.len() - more].join(", ");
    if more > 0 { format!("{first} and {more} more") } else { first }
}

fn positions(count: usize) -> String {
    if count == 1 {
        "1 position".to_owned()
    } else {
        format!("{} positions", thousands(count as u64))
    }
}

impl Missing {
    fn sentence(&self) -> String {
        let Missing { suite, only, ids } = self;
        let of = if suite.is_empty() { String::new() } else { format!(" of {suite}") };
        let count = positions(ids.len());
        match *only {
            "both" => {
                format!("{count}{of} left out, as the FEN under the id differs: {}.", named(ids))
            }
            side => format!("{count}{of} only in {side}: {}.", named(ids)),
        }
    }
}

/// `vrfd:r=3`, or `std:r=2 against vrfd:r=3`.
fn pair(a: &str, b: &str) -> String {
    match (a, b) {
        _ if a == b || b.is_empty() => a.to_owned(),
        ("", _) => b.to_owned(),
        _ => format!("{b} against {a}"),
    }
}

fn depth(depth: Option<u8>) -> String {
    depth.map_or(ABSENT.to_owned(), |depth| depth.to_string())
}

fn count(count: Option<impl TryInto<u64>>) -> String {
    count.and_then(|count| count.try_into().ok()).map_or(ABSENT.to_owned(), thousands)
}

impl Diff {
    fn rows_grid(&self) -> Grid {
        let suites: BTreeSet<&str> = self.rows.iter().map(|row| row.suite.as_str()).collect();
        let has_tasks = self.rows.iter().any(|row| row.tasks > 0);
        let mut head = vec!["Variant", "Depth", "Positions", "Nodes A", "Nodes B", "B to A"];
        if suites.len() > 1 {
            head.insert(0, "Suite");
        }
        if has_tasks {
            head.extend(["Solved A", "Solved B", "Gained", "Lost", "p"]);
        }
        let mut grid = Grid::new(&head, if suites.len() > 1 { 3 } else { 2 });
        for row in &self.rows {
            let ratio = row.ratio.as_ref().map(|ratio| Number::ratio(ratio, ""));
            let mut cells = vec![
                pair(&row.variant_a, &row.variant_b),
                depth(row.depth),
                thousands(row.positions as u64),
                count(row.nodes_a),
                count(row.nodes_b),
                percent(ratio.as_ref()),
            ];
            if suites.len() > 1 {
                cells.insert(0, row.suite.clone());
            }
            if has_tasks {
                let of_task = |n: usize| count((row.tasks > 0).then_some(n as u64));
                let p = row.mcnemar_p.map(p_value);
                cells.extend([
                    count(row.solved_a.map(|n| n as u64)),
                    count(row.solved_b.map(|n| n as u64)),
                    of_task(row.gained.len()),
                    of_task(row.lost.len()),
                    p.map_or(ABSENT.to_owned(), |p| p.trim_start_matches("= ").to_owned()),
                ]);
            }
            grid.rows.push(cells.into_iter().map(From::from).collect());
        }
        grid
    }

    fn worst_grid(&self) -> Option<(Option<String>, Grid)> {
        let mut grid =
            Grid::new(&["Position", "Variant", "Depth", "Nodes A", "Nodes B", "B / A"], 3);
        grid.rows.extend(self.worst.iter().map(|worst| {
            let cells = [
                worst.id.clone(),
                worst.variant.clone(),
                depth(worst.depth),
                thousands(worst.nodes_a),
                thousands(worst.nodes_b),
                format!("{:.3}", worst.ratio),
            ];
            cells.into_iter().map(From::from).collect()
        }));
        (!grid.rows.is_empty()).then(|| (Some("Largest ratios".to_owned()), grid))
    }

    fn sentences(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for row in self.rows.iter().filter(|row| !row.gained.is_empty() || !row.lost.is_empty()) {
            let of =
                format!("{} at depth {}", pair(&row.variant_a, &row.variant_b), depth(row.depth));
            if !row.gained.is_empty() {
                lines.push(format!("Gained, {of}: {}.", named(&row.gained)));
            }
            if !row.lost.is_empty() {
                lines.push(format!("Lost, {of}: {}.", named(&row.lost)));
            }
        }
        for parting in &self.partings {
            let nodes = match parting.nodes_a == parting.nodes_b {
                true => thousands(parting.nodes_a),
                false => {
                    format!("A {}, B {}", thousands(parting.nodes_a), thousands(parting.nodes_b))
                }
            };
            lines.push(format!(
                "{} first differs at depth {} in {} on '{}' (nodes: {nodes}); {} of {} positions differ.",
                parting.variant,
                parting.depth,
                parting.column,
                parting.id,
                thousands(parting.positions as u64),
                thousands(parting.of as u64),
            ));
        }
        if !self.same.is_empty() && self.partings.is_empty() {
            lines.push(format!("Every iteration is the same: {}.", self.same.join(", ")));
        }
        lines.push(match self.different.is_empty() {
            true => "No difference that counts.".to_owned(),
            false => format!("Different: {}.", self.different.join("; ")),
        });
        lines
    }
}

/// A line of the CSV.
#[derive(Default, Serialize)]
struct Line<'a> {
    suite: &'a str,
    depth: Option<u8>,
    variant_a: &'a str,
    variant_b: &'a str,
    positions: usize,
    nodes_a: Option<u64>,
    nodes_b: Option<u64>,
    ratio: Option<f64>,
    ratio_low: Option<f64>,
    ratio_high: Option<f64>,
    nodes_differ: usize,
    tasks: usize,
    solved_a: Option<usize>,
    solved_b: Option<usize>,
    gained: String,
    lost: String,
    mcnemar_p: Option<f64>,
}

impl Show for Diff {
    fn sheet(&self) -> Sheet {
        let notes = self.notes.iter().cloned().chain(self.missing.iter().map(Missing::sentence));
        let title = format!("B = {} against A = {}", self.b, self.a);
        Sheet {
            caption: Caption { title, notes: notes.collect(), ..Caption::default() },
            grids: [(None, self.rows_grid())].into_iter().chain(self.worst_grid()).collect(),
            closing: self.sentences(),
        }
    }

    fn csv(&self) -> anyhow::Result<String> {
        grid::csv(self.rows.iter().map(|row| {
            let interval = row.ratio.and_then(|ratio| ratio.interval);
            Line {
                suite: &row.suite,
                depth: row.depth,
                variant_a: &row.variant_a,
                variant_b: &row.variant_b,
                positions: row.positions,
                nodes_a: row.nodes_a,
                nodes_b: row.nodes_b,
                ratio: row.ratio.map(|ratio| ratio.value),
                ratio_low: interval.map(|interval| interval.low),
                ratio_high: interval.map(|interval| interval.high),
                nodes_differ: row.nodes_differ,
                tasks: row.tasks,
                solved_a: row.solved_a,
                solved_b: row.solved_b,
                gained: row.gained.join("; "),
                lost: row.lost.join("; "),
                mcnemar_p: row.mcnemar_p,
            }
        }))
    }

    fn json(&self) -> String {
        json::pretty(self)
    }
}

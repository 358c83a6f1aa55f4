//! The verdicts, first: which of the paper's claims to believe.

use crate::report::claims::{Judged, Verdict};
use crate::report::page::{Block, Cell, Grid, Source};

/// Counts, the table of claims, the rules.
pub(crate) fn blocks(source: &Source) -> Vec<Block> {
    vec![
        Block::Section("Verdicts".into()),
        Block::Text(format!(
            "{} checkable claims of the paper. The rules stand below and are the same for all. \
             They were written before the claims were tested, but for one: the interval of \
             differences in solved positions was exchanged after a first look, because the \
             exact one had no width where no position differed.",
            source.judged.len()
        )),
        counts(source.judged),
        table("Paper", source.judged),
        Block::Details("The rules".into(), vec![Block::List(source.claims.rules.clone())]),
    ]
}

/// How many claims have each verdict.
pub(crate) fn counts(judged: &[Judged]) -> Block {
    let mut counts = Grid::new(&["Verdict", "Claims"], 1);
    for verdict in Verdict::ALL {
        let count = judged.iter().filter(|one| one.verdict == verdict).count();
        counts.rows.push(vec![cell(verdict), count.to_string().into()]);
    }
    Block::Grid(counts)
}

/// A row for each verdict; `from` is the heading of the published figures.
pub(crate) fn table(from: &str, judged: &[Judged]) -> Block {
    let head = ["Claim", "Verdict", from, "Ours", "95 % interval", "Where"];
    let mut grid = Grid::new(&head, 2);
    grid.rows.extend(judged.iter().map(row));
    Block::Grid(grid)
}

fn row(one: &Judged) -> Vec<Cell> {
    let claim = one.claim;
    let basis = one.measured.as_ref().map(|m| format!("{}: {}; {}", m.run, m.basis, m.detail));
    let section = match claim.section.chars().next() {
        Some(c) if c.is_ascii_digit() => format!("§ {}", claim.section),
        _ => claim.section.clone(),
    };
    vec![
        Cell { small: basis, ..claim.text.clone().into() },
        cell(one.verdict),
        dash(claim.published_text()),
        dash(one.ours_text()),
        dash(one.interval_text()),
        Cell { small: claim.place.clone(), ..section.into() },
    ]
}

fn cell(verdict: Verdict) -> Cell {
    Cell { text: verdict.to_string(), class: Some(verdict.id()), small: None }
}

fn dash(text: String) -> Cell {
    if text.is_empty() { "–".into() } else { text.into() }
}

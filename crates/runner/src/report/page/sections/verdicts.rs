//! The verdicts, first: which of the paper's claims to believe.

use crate::report::claims::{Judged, Verdict};
use crate::report::numbers::id;
use crate::report::page::{Block, Cell, Grid, Source};

/// Counts, the table of claims, the rules, and what was decided when.
pub(crate) fn blocks(source: &Source) -> Vec<Block> {
    vec![
        Block::Section("Verdicts".into()),
        Block::Text(format!(
            "{} checkable claims of the paper. The rules stand below and are the same for all.",
            super::count(Some(source.numbers.get(&format!("{}.all", id::PAPER))))
        )),
        counts(source, id::PAPER),
        table(source, "Paper", source.judged),
        Block::Details("The rules".into(), vec![Block::List(source.claims.rules.clone())]),
        Block::Heading("What was decided when".into()),
        Block::Text(source.decided.introduction.clone()),
        Block::Grid(decided(source)),
    ]
}

/// The rules, claims and samples that were changed when results were known.
fn decided(source: &Source) -> Grid {
    let mut grid = Grid::new(&["When", "Decision", "Known by then", "Reason"], 4);
    grid.rows.extend(source.decided.changes.iter().map(|change| {
        let commit = Some(change.commit.clone()).filter(|commit| !commit.is_empty());
        let when = Cell { small: commit, ..change.date.clone().into() };
        let [what, known, reason] = [&change.what, &change.known, &change.reason];
        vec![when, what.clone().into(), known.clone().into(), reason.clone().into()]
    }));
    grid
}

/// How many claims have each verdict; `of` as in [`id`].
pub(crate) fn counts(source: &Source, of: &str) -> Block {
    let mut counts = Grid::new(&["Verdict", "Claims"], 1);
    for verdict in Verdict::ALL {
        let count = super::count(Some(source.numbers.get(&id::verdict(of, verdict))));
        counts.rows.push(vec![cell(verdict), count.into()]);
    }
    Block::Grid(counts)
}

/// A row for each verdict; `from` is the heading of the published figures.
pub(crate) fn table(source: &Source, from: &str, judged: &[Judged]) -> Block {
    let head = ["Claim", "Verdict", from, "Ours", "95 % interval", "Where"];
    let mut grid = Grid::new(&head, 2);
    grid.rows.extend(judged.iter().map(|one| row(source, one)));
    Block::Grid(grid)
}

fn row(source: &Source, one: &Judged) -> Vec<Cell> {
    let claim = one.claim;
    let basis = one.measured.as_ref().map(|m| format!("{}: {}; {}", m.run, m.basis, m.detail));
    let section = match claim.section.chars().next() {
        Some(c) if c.is_ascii_digit() => format!("§ {}", claim.section),
        _ => claim.section.clone(),
    };
    let Stated { published, ours, interval, verdict } = stated(source, one);
    vec![
        Cell { small: basis, ..claim.text.clone().into() },
        verdict.map_or("–".into(), cell),
        dash(published),
        dash(ours),
        dash(interval),
        Cell { small: claim.place.clone(), ..section.into() },
    ]
}

/// A claim's numbers as text; empty where there is none.
pub(crate) struct Stated {
    /// The published figure.
    pub(crate) published: String,
    /// Ours.
    pub(crate) ours: String,
    /// Its 95 % interval.
    pub(crate) interval: String,
    /// The verdict.
    pub(crate) verdict: Option<Verdict>,
}

/// What the numbers say of a claim.
pub(crate) fn stated(source: &Source, one: &Judged) -> Stated {
    let (number, unit) = (source.numbers.get(&id::claim(one)), one.claim.quantity.unit());
    let text = |percent: Option<f64>| percent.map_or(String::new(), |p| unit.text(p));
    let interval = number.interval();
    Stated {
        published: text(number.paper),
        ours: text(number.value),
        interval: interval
            .map_or(String::new(), |i| format!("[{}, {}]", unit.text(i.low), unit.text(i.high))),
        verdict: number.verdict,
    }
}

fn cell(verdict: Verdict) -> Cell {
    Cell { text: verdict.to_string(), class: Some(verdict.id()), small: None }
}

fn dash(text: String) -> Cell {
    if text.is_empty() { "–".into() } else { text.into() }
}

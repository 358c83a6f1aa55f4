//! The verdicts, first: which of the paper's claims to believe.

use crate::report::claims::{Direction, Judged, Size};
use crate::report::numbers::id;
use crate::report::page::{Block, Cell, Grid, Source};

/// Counts, the table of claims, the rules, and what was decided when.
pub(crate) fn blocks(source: &Source) -> Vec<Block> {
    vec![
        Block::Section("Verdicts".into()),
        Block::Text(format!(
            "{} checkable claims of the paper. Each has a direction and, where the \
             paper prints a value, a size. The rules stand below and are the same for all.",
            super::count(Some(source.numbers.get(&format!("{}.all", id::PAPER))))
        )),
        counts(source, id::PAPER),
        table(source, "Paper", source.judged),
        Block::Details("The rules".into(), vec![Block::List(source.rules.lines())]),
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

/// How many claims have each direction, and how many the published size; `of` as in [`id`].
pub(crate) fn counts(source: &Source, of: &str) -> Block {
    let mut counts = Grid::new(&["Direction", "Claims"], 1);
    for direction in Direction::ALL {
        let count = super::count(Some(source.numbers.get(&id::direction(of, direction))));
        counts.rows.push(vec![cell(direction), count.into()]);
    }
    let inside = super::out_of(Some(source.numbers.get(&id::inside(of))));
    counts.rows.push(vec!["published size in our interval".into(), inside.into()]);
    Block::Grid(counts)
}

/// A row for each claim; `from` is the heading of the published figures.
pub(crate) fn table(source: &Source, from: &str, judged: &[Judged]) -> Block {
    let head = ["Claim", "Direction", "Size", from, "Ours", "95 % interval", "Where"];
    let mut grid = Grid::new(&head, 3);
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
    let Stated { published, ours, interval, direction, size } = stated(source, one);
    vec![
        Cell { small: basis, ..claim.text.clone().into() },
        direction.map_or("–".into(), cell),
        dash(size),
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
    /// The direction.
    pub(crate) direction: Option<Direction>,
    /// The size.
    pub(crate) size: String,
}

/// What the numbers say of a claim.
pub(crate) fn stated(source: &Source, one: &Judged) -> Stated {
    let (number, unit) = (source.numbers.get(&id::claim(one)), one.claim.quantity.unit());
    let text = |percent: Option<f64>| percent.map_or(String::new(), |p| unit.text(p));
    let interval = number.interval().map(|i| [i.low, i.high]);
    let size = number.inside.map(|inside| Size { inside, factor: number.factor });
    Stated {
        published: number
            .paper
            .map_or(String::new(), |low| unit.text_of_range([low, number.paper_to.unwrap_or(low)])),
        ours: text(number.value),
        interval: number.value.map_or(String::new(), |_| unit.text_of_interval(interval)),
        direction: number.direction,
        size: size.map_or(String::new(), |size| size.to_string()),
    }
}

fn cell(direction: Direction) -> Cell {
    Cell { class: Some(direction.id()), ..direction.to_string().into() }
}

fn dash(text: String) -> Cell {
    if text.is_empty() { "–".into() } else { text.into() }
}

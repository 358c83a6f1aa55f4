//! The table on paper: times, shares within a budget, the profile, and pairs.

use super::{BUDGETS, FACTORS, Pair, Part, QUARTERS, Times, ToSolution};
use crate::base::number::thousands;
use crate::base::progress;
use crate::show::grid::{ABSENT, Cell, Grid, Sheet};
use crate::stats::Estimate;
use crate::stats::survival::Quantile;

/// With more variants than this only pairs with the reference are shown.
const ALL_PAIRS: usize = 6;

const CLOSING: [&str; 3] = [
    "Solved: from this iteration on the solution is held to the last one. A search that ends unsolved is censored \
     at the nodes of its last iteration. Quartiles and shares within N nodes are Kaplan and Meier's, intervals 95 %, \
     from Greenwood's variance on the log-log scale; – where fewer than a tenth of the positions are still searched. \
     The estimate takes the end of a search to say nothing of how hard the position is, which at a fixed depth is \
     true only roughly.",
    "Profile: positions solved within a multiple of the fewest nodes of any variant, Clopper and Pearson's intervals. \
     Unsolved counts as not within; undecided are those whose search ended before the smallest and the largest multiple.",
    "Pairs: on the same position; ties count half, intervals are Tango's. Cut short: one solves, and the \
     search of the other ended before it had spent as many nodes.",
];

/// Lays the table out.
pub(super) fn sheet(table: &ToSolution) -> Sheet {
    let several = table.parts.len() > 1;
    let mut grids = Vec::new();
    for part in table.parts.iter().filter(|part| part.positions > 0) {
        let heading = |text: &str| {
            let suite = if several { format!("{}: ", part.suite) } else { String::new() };
            Some(format!("{suite}{text}"))
        };
        grids.push((heading("Nodes to solution"), times(part)));
        grids.push((heading("Solved within N nodes (%)"), within(part)));
        grids.push((heading("Solved within a multiple of the fewest nodes (%)"), profile(part)));
        let pairs = pairs(part, part.reference(table));
        let title = match (part.variants.len() > ALL_PAIRS, part.reference(table)) {
            (true, Some(with)) => format!("Which needs fewer nodes, with {}", with.title),
            _ => "Which needs fewer nodes".to_owned(),
        };
        grids.extend((!pairs.rows.is_empty()).then(|| (heading(&title), pairs)));
    }
    Sheet {
        caption: table.caption.clone(),
        closing: match grids.is_empty() {
            true => Vec::new(),
            false => CLOSING.map(str::to_owned).to_vec(),
        },
        grids,
    }
}

fn times(part: &Part) -> Grid {
    let mut grid = Grid::new(&["Variant", "Positions", "Solved"], 1);
    grid.head.extend(QUARTERS.map(|share| format!("{:.0} % solved", 100.0 * share)));
    grid.rows.extend(part.variants.iter().map(|times| {
        let mut row = vec![Cell::from(times.title.as_str())];
        row.extend([part.positions, times.solved].map(|count| Cell::from(thousands(count))));
        row.extend(times.quantiles.map(|quantile| Cell::from(nodes(&quantile))));
        row
    }));
    grid
}

fn within(part: &Part) -> Grid {
    let mut grid = Grid::new(&["Variant"], 1);
    grid.head.extend(BUDGETS.map(short));
    grid.rows.extend(part.variants.iter().map(|times| row(times, &times.within)));
    grid
}

fn profile(part: &Part) -> Grid {
    let mut grid = Grid::new(&["Variant"], 1);
    grid.head.extend(FACTORS.map(|factor| format!("{factor}×")));
    grid.head.push("Undecided".to_owned());
    grid.rows.extend(part.variants.iter().map(|times| {
        let mut row = row(times, &times.profile);
        let [least, .., most] = times.undecided;
        row.push(format!("{least} to {most}").into());
        row
    }));
    grid
}

fn row(times: &Times, shares: &[Option<Estimate>]) -> Vec<Cell> {
    let shares = shares.iter().map(|&estimate| Cell::from(share(estimate)));
    [Cell::from(times.title.as_str())].into_iter().chain(shares).collect()
}

impl Part {
    /// The table's reference, or the first variant.
    fn reference(&self, table: &ToSolution) -> Option<&Times> {
        let is_it = |times: &&Times| Some(&times.variant) == table.reference.as_ref();
        self.variants.iter().find(is_it).or(self.variants.first())
    }
}

fn pairs(part: &Part, reference: Option<&Times>) -> Grid {
    let head = ["A", "B", "A fewer", "Equal", "B fewer", "Neither", "Cut short", "P(A fewer) %"];
    let mut grid = Grid::new(&head, 2);
    let title = |variant: &str| {
        let found = part.variants.iter().find(|times| times.variant == variant);
        Cell::from(found.map_or(variant, |times| times.title.as_str()))
    };
    let is_shown = |pair: &&Pair| {
        let of = [&pair.first, &pair.second];
        part.variants.len() <= ALL_PAIRS || reference.is_some_and(|own| of.contains(&&own.variant))
    };
    grid.rows.extend(part.pairs.iter().filter(is_shown).map(|pair| {
        let found = &pair.found;
        let counts =
            [found.first, found.ties, found.second, found.neither, found.cut_short].map(thousands);
        let mut row = vec![title(&pair.first), title(&pair.second)];
        row.extend(counts.map(Cell::from));
        row.push(share(found.probability).into());
        row
    }));
    grid
}

/// `12.3 k [10.1 k, 14.9 k]`.
fn nodes(Quantile { value, low, high }: &Quantile) -> String {
    let shown = |end: &Option<u64>| end.map_or(ABSENT.to_owned(), short);
    match (value, low, high) {
        (None, None, None) => ABSENT.to_owned(),
        _ => format!("{} [{}, {}]", shown(value), shown(low), shown(high)),
    }
}

/// `43.2 [40.1, 46.3]` in percent.
fn share(estimate: Option<Estimate>) -> String {
    let Some(Estimate { value, interval, .. }) = estimate else { return ABSENT.to_owned() };
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    match interval {
        Some(ends) => format!("{} [{}, {}]", percent(value), percent(ends.low), percent(ends.high)),
        None => percent(value),
    }
}

/// A count with three digits: `950`, `12.3 k`, `100 k`, `1.65 M`.
pub(super) fn short(count: u64) -> String {
    let text = progress::short(count as f64);
    match text.split_once(' ') {
        Some((value, unit)) if value.contains('.') => {
            format!("{} {unit}", value.trim_end_matches('0').trim_end_matches('.'))
        }
        _ => text,
    }
}

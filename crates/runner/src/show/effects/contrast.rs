//! The contrasts of a design: which cells are compared. No figure is computed here.

use crate::experiment::factors::Factor;

/// A level of a factor against its first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    /// Of the factor.
    pub(crate) factor: String,
    /// The level.
    pub(crate) level: String,
    /// The factor's first level.
    pub(crate) from: String,
}

/// A main effect (one change) or an interaction (two), with the cells that it compares.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Contrast {
    /// What is changed.
    pub(crate) changes: Vec<Change>,
    /// A combination of the other factors each: cells with the sign of their response. Empty for a
    /// hole in the design.
    pub(crate) combinations: Vec<Vec<(usize, f64)>>,
}

impl Contrast {
    /// Its name: `lmr`, `vrfd:r=3 x lmr`.
    pub(crate) fn name(&self) -> String {
        let levels: Vec<&str> = self.changes.iter().map(|change| change.level.as_str()).collect();
        levels.join(" x ")
    }

    /// Part of ids: `null-move.vrfd:r=3.lmr.lmr`.
    pub(crate) fn id(&self) -> String {
        let parts = self.changes.iter().map(|c| format!("{}.{}", c.factor, c.level));
        parts.collect::<Vec<_>>().join(".")
    }
}

/// All main effects, then all two-way interactions; `cells` are the levels of each column.
pub(crate) fn contrasts(factors: &[Factor], cells: &[&[String]]) -> Vec<Contrast> {
    let levels = |factor: usize| 1..factors[factor].levels.len();
    let all = 0..factors.len();
    let mains = all.clone().flat_map(|f| levels(f).map(move |level| vec![(f, level)]));
    let pairs = all.clone().flat_map(|f| (f + 1..all.end).map(move |g| (f, g)));
    let twos = pairs.flat_map(|(f, g)| {
        levels(f).flat_map(move |l| levels(g).map(move |m| vec![(f, l), (g, m)]))
    });
    mains.chain(twos).map(|changed| contrast(factors, cells, &changed)).collect()
}

/// The cells with the changed levels, each with those that differ from it in one or both of them.
fn contrast(factors: &[Factor], cells: &[&[String]], changed: &[(usize, usize)]) -> Contrast {
    let is_top = |cell: &&&[String]| {
        changed.iter().all(|&(factor, level)| cell[factor] == factors[factor].levels[level])
    };
    let combinations = cells.iter().filter(is_top).filter_map(|top| {
        (0..1_usize << changed.len())
            .map(|reset| corner(factors, cells, top, changed, reset))
            .collect()
    });
    let change = |&(factor, level): &(usize, usize)| {
        let Factor { name, levels } = &factors[factor];
        let (factor, level, from) = (name.clone(), levels[level].clone(), levels[0].clone());
        Change { factor, level, from }
    };
    Contrast { changes: changed.iter().map(change).collect(), combinations: combinations.collect() }
}

/// The cell that has the first level of the factors in `reset`, a bit each, and else those of `top`;
/// `None` for a hole.
fn corner(
    factors: &[Factor],
    cells: &[&[String]],
    top: &[String],
    changed: &[(usize, usize)],
    reset: usize,
) -> Option<(usize, f64)> {
    let mut wanted = top.to_vec();
    for (bit, &(factor, _)) in changed.iter().enumerate() {
        if reset >> bit & 1 == 1 {
            wanted[factor].clone_from(&factors[factor].levels[0]);
        }
    }
    let cell = cells.iter().position(|cell| **cell == wanted)?;
    Some((cell, if reset.count_ones().is_multiple_of(2) { 1.0 } else { -1.0 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factor(name: &str, levels: &[&str]) -> Factor {
        let levels = levels.iter().map(|&level| level.to_owned()).collect();
        Factor { name: name.to_owned(), levels }
    }

    fn named(cells: &[&str]) -> Vec<Vec<String>> {
        cells.iter().map(|cell| cell.split(' ').map(str::to_owned).collect()).collect()
    }

    #[test]
    fn an_effect_compares_what_differs_in_its_factor_only_and_an_interaction_four_cells() {
        let factors = [factor("n", &["a", "b"]), factor("m", &["off", "x"])];
        let cells = named(&["a off", "a x", "b off", "b x"]);
        let cells: Vec<&[String]> = cells.iter().map(Vec::as_slice).collect();
        let found = contrasts(&factors, &cells);
        let names: Vec<String> = found.iter().map(Contrast::name).collect();
        assert_eq!(names, ["b", "x", "b x x"]);
        assert_eq!(found[0].combinations, [[(2, 1.0), (0, -1.0)], [(3, 1.0), (1, -1.0)]]);
        assert_eq!(found[1].combinations, [[(1, 1.0), (0, -1.0)], [(3, 1.0), (2, -1.0)]]);
        assert_eq!(found[2].combinations, [[(3, 1.0), (1, -1.0), (2, -1.0), (0, 1.0)]]);
        assert_eq!(found[2].id(), "n.b.m.x");
    }

    #[test]
    fn a_hole_removes_its_combination_and_the_interactions_with_it() {
        let factors = [factor("n", &["a", "b"]), factor("m", &["off", "x"])];
        let cells = named(&["a off", "a x", "b off"]);
        let cells: Vec<&[String]> = cells.iter().map(Vec::as_slice).collect();
        let found = contrasts(&factors, &cells);
        assert_eq!(found[0].combinations, [[(2, 1.0), (0, -1.0)]], "not 'b x' against 'a x'");
        assert_eq!(found[1].combinations, [[(1, 1.0), (0, -1.0)]]);
        assert!(found[2].combinations.is_empty());
    }
}

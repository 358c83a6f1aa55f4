//! When two sides count as different: the basis of `vnmp diff`'s exit code.

use super::Diff;

/// A difference that counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Condition {
    /// An iteration of the same variant differs in any count, score or move
    Records,
    /// A total of nodes differs by more than the tolerance
    Nodes,
    /// A position is solved by one side only
    Solved,
    /// A position is solved by A only
    Lost,
    /// A position or a variant is on one side only
    Missing,
    /// Nothing counts
    Nothing,
}

impl Diff {
    /// Notes what counts as different; node totals may differ by `tolerance` percent.
    pub(crate) fn judge(&mut self, conditions: &[Condition], tolerance: f64) {
        let (gained, lost) = self
            .rows
            .iter()
            .fold((0, 0), |(gained, lost), row| (gained + row.gained.len(), lost + row.lost.len()));
        let missing: usize = self.missing.iter().map(|missing| missing.ids.len()).sum();
        let variants: usize = self.missing_variants.iter().map(|one| one.variants.len()).sum();
        let beyond = self.rows.iter().filter(|row| match row.ratio {
            Some(ratio) => {
                (ratio.value - 1.0).abs() * 100.0 > tolerance
                    || tolerance == 0.0 && row.nodes_differ > 0
            }
            None => row.nodes_differ > 0,
        });
        let beyond = beyond.count();
        let rows = self.rows.len();
        let mut add = |condition, is_so: bool, what: String| {
            if is_so && conditions.contains(&condition) {
                self.different.push(what);
            }
        };
        let parted = self.partings.len();
        add(Condition::Records, parted > 0, "iterations of the same variant".to_owned());
        add(Condition::Nodes, beyond > 0, format!("nodes in {beyond} of {rows} rows"));
        let solved = format!("positions solved ({gained} gained, {lost} lost, over all rows)");
        add(Condition::Solved, gained + lost > 0, solved);
        let is_new = !conditions.contains(&Condition::Solved);
        add(Condition::Lost, lost > 0 && is_new, format!("{lost} positions lost, over all rows"));
        add(Condition::Missing, missing > 0, format!("{missing} positions not compared"));
        let s = if variants == 1 { "" } else { "s" };
        let what = format!("{variants} variant{s} not compared; --variants chooses some");
        add(Condition::Missing, variants > 0, what);
    }
}

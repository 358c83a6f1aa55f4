//! How a search takes part in a census of errors: it reports sampled fail-highs, and searches the
//! node of a sample again. Only a composed search has a listener.

use crate::census::{Claim, Claimant, Sample};
use crate::position::Position;
use crate::score::{Depth, Score, Window};
use crate::settings::SearchSettings;
use crate::table::TranspositionTable;

use super::{Composed, Limits, Mode, Plain, PruningVariant, Rules, Search, is_plain};

/// Searches the node of a sample from an empty table: to its full depth and in the minimal window
/// below beta, on the same path and with the same clocks. The variant makes no null move at the
/// node itself, and no rule is asked. Of the limits only nodes and stop count; `None` if they end the search.
pub fn search_again<V: PruningVariant>(
    variant: &V,
    rules: &Rules,
    sample: &Sample,
    settings: &SearchSettings,
    limits: &Limits,
    table: &mut TranspositionTable,
) -> Option<Score> {
    let limits = Limits { nodes: limits.nodes, stop: limits.stop, ..Limits::default() };
    let position = &sample.position;
    if is_plain(rules, settings, &limits) {
        let search = Search::<V, Plain>::new(variant, rules, position, settings, &limits, table);
        search.test(sample)
    } else {
        let search = Search::<V, Composed>::new(variant, rules, position, settings, &limits, table);
        search.test(sample)
    }
}

impl<V: PruningVariant, M: Mode> Search<'_, V, M> {
    /// The sample's node, iteration by iteration, without a cutoff by the table.
    fn test(mut self, sample: &Sample) -> Option<Score> {
        self.ply = sample.ply;
        self.keys.clone_from(&sample.keys);
        let mut value = None;
        for depth in 1..=sample.depth {
            value = Some(self.pvs(sample.test_window(), depth, self.variant.root()));
            if self.stopped() {
                return None;
            }
        }
        value
    }

    /// Remembers how a node was entered.
    #[inline(always)]
    pub(super) fn note_entry(&mut self, window: Window, depth: Depth, flags: u8) {
        if M::COMPOSED && self.limits.census.is_some() {
            self.frames[self.ply].claimant = Claimant { window, depth, flags, ..Claimant::NONE };
        }
    }

    /// Remembers the null move of the node.
    #[inline(always)]
    pub(super) fn note_null(&mut self, depth: Depth, value: Score) {
        if M::COMPOSED {
            self.frames[self.ply].claimant.null = (depth, value);
        }
    }

    /// Reports the fail-high that was just counted, if it is drawn.
    #[inline(always)]
    pub(super) fn tell_claim(&self, claim: Claim) {
        if !M::COMPOSED || self.stopped() {
            return;
        }
        let Some(census) = self.limits.census else { return };
        if census.draws(self.counts.null_cut + self.counts.verifications) {
            (census.listener)(&self.sample(claim));
        }
    }

    fn sample(&self, claim: Claim) -> Sample {
        let Claimant { window, depth, flags, null: (below, value) } =
            self.frames[self.ply].claimant;
        let position: Position = *self.position();
        let (keys, ply, r) = (self.keys.clone(), self.ply, depth - 1 - below);
        Sample { claim, position, keys, ply, window, depth, flags, r, value }
    }
}

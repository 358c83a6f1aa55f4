//! How a search takes part in a census of errors: it reports sampled claims, and searches the node of
//! a sample again. Only a composed search has a listener.

use crate::census::{Claim, Claimant, Fails, Place, Sample};
use crate::position::Position;
use crate::score::{Depth, Score, Window};
use crate::settings::SearchSettings;
use crate::table::TranspositionTable;
use crate::types::Move;

use super::places::MoveRules;
use super::{Composed, Limits, Mode, Plain, PruningVariant, Rules, Search, is_plain};

/// Searches the node of a sample from an empty table: to its full depth and in the minimal window
/// of its claim, on the same path and with the same clocks. The variant makes no null move at the
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
        self.frames[self.ply].mv = sample.mv;
        if self.is_draw() {
            return Some(Score::DRAW);
        }
        if sample.depth == 0 {
            return Some(self.leaf(sample.test_window()));
        }
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
        self.here(claim, Fails::High, (window, depth, flags), depth - 1 - below, value)
    }

    /// A claim of the current node.
    fn here(
        &self,
        claim: Claim,
        fails: Fails,
        (window, depth, flags): (Window, Depth, u8),
        r: Depth,
        value: Score,
    ) -> Sample {
        let (position, mv): (Position, Move) = (*self.position(), self.frames[self.ply].mv);
        let (keys, ply) = (self.keys.clone(), self.ply);
        Sample { claim, fails, mv, position, keys, ply, window, depth, flags, r, value }
    }

    /// Reports a claim of a rule, if it is drawn.
    fn tell(&mut self, sample: impl FnOnce(&Self) -> Option<Sample>) {
        let Some(census) = self.limits.census else { return };
        if self.stopped() {
            return;
        }
        self.rule_claims += 1;
        if census.draws(self.rule_claims) {
            sample(self).iter().for_each(census.listener);
        }
    }

    /// Reports a node that a rule has cut off; a value within the window claims no bound.
    pub(super) fn tell_cut(
        &mut self,
        (place, index): (Place, usize),
        entry: (Window, Depth, u8),
        score: Score,
    ) {
        let (Window { alpha, beta }, claim) = (entry.0, Claim::Rule(place, index));
        let fails = match score {
            high if high >= beta => Fails::High,
            low if low <= alpha => Fails::Low,
            _ => return,
        };
        self.tell(|search| Some(search.here(claim, fails, entry, 0, score)));
    }

    /// Reports a late move that failed low at reduced depth; the current node is the one after it.
    #[inline(always)]
    pub(super) fn tell_reduced(&mut self, entry: (Window, Depth, u8), r: Depth, value: Score) {
        if M::COMPOSED {
            let claim = Claim::Rule(Place::Reduce, 0);
            self.tell(|search| Some(search.here(claim, Fails::High, entry, r, value)));
        }
    }

    /// Reports a move that is left out, of which at most `most` is expected.
    #[inline(always)]
    pub(super) fn tell_skip(
        &mut self,
        rules: &Option<MoveRules>,
        (mv, searched, alpha, most): (Move, usize, Score, Score),
        (depth, flags): (Depth, u8),
    ) {
        if !M::COMPOSED {
            return;
        }
        self.tell(|search| {
            let index = search.skipping(rules.as_ref()?, mv, searched, alpha)?;
            let position = search.position().make(mv);
            let mut keys = search.keys.clone();
            keys.push(position.key());
            Some(Sample {
                claim: Claim::Rule(Place::Skip, index),
                fails: Fails::High,
                mv,
                position,
                keys,
                ply: search.ply + 1,
                window: -Window::minimal(alpha),
                depth: depth - 1,
                flags,
                r: 0,
                value: -most,
            })
        });
    }
}

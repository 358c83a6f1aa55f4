//! The building blocks of variants, under the paper's names.

use crate::census::Claim;
use crate::evaluation::{Weights, evaluate};
use crate::position::Position;
use crate::score::{Depth, Score, Window};
use crate::settings::{NullDepth, NullStored, Reprobe, Verification};
use crate::trace::Event;
use crate::types::Move;

use super::{Mode, PruningVariant, Search};

impl<V: PruningVariant, M: Mode> Search<'_, V, M> {
    /// "If it is legal and desired": not in check, not directly after a null move, and the side
    /// to move has a piece; the settings can add conditions.
    #[inline(always)]
    pub fn null_ok(&self, w: Window, depth: Depth) -> bool {
        !self.frames[self.ply].mv.is_null() && self.null_ok_after_null(w, depth)
    }

    /// The same, but allowed directly after a null move.
    #[inline(always)]
    pub fn null_ok_after_null(&self, w: Window, depth: Depth) -> bool {
        let position = self.position();
        !position.in_check()
            && position.board().has_piece(position.turn())
            && depth >= self.settings.null_min_depth as Depth
            && (self.settings.null_in_pv || w.is_minimal())
            && (!self.settings.null_needs_eval || self.evaluation() >= w.beta)
            && self.prunes_here()
    }

    /// Do null moves and rules act at the nodes of the side to move?
    #[inline(always)]
    pub(super) fn prunes_here(&self) -> bool {
        self.alternatives().pruning_side.acts_at(self.ply)
    }

    /// Are both of the last two moves null moves?
    pub fn after_two_nulls(&self) -> bool {
        self.ply >= 2
            && self.frames[self.ply].mv.is_null()
            && self.frames[self.ply - 1].mv.is_null()
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.frames[self.ply].position
    }

    /// Distance from the root.
    #[inline(always)]
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// The static value of the current position.
    pub fn evaluation(&self) -> Score {
        let (position, weights) = (self.position(), Weights::of(self.alternatives()));
        Score(evaluate(self.settings.evaluation, weights, position.board(), position.turn()))
    }

    /// Makes a null move and searches with a minimal window around beta. A setting can require
    /// remaining depth for it; a null move with too little is not tried and fails low.
    pub fn null_search(&mut self, beta: Score, depth: Depth, flags: V::Flags) -> Score {
        let enough = match self.alternatives().null_depth_above {
            NullDepth::Any => true,
            NullDepth::R => depth >= 0, // the node's depth is R + 1 more
            NullDepth::RPlusOne => depth >= 1,
        };
        if !enough {
            return -Score::INFINITE;
        }
        self.counts.null_tried += 1;
        self.trace(Event::NullTried { depth });
        self.enter_null();
        let value = -self.search(-Window::new(beta - 1, beta), depth, flags);
        self.leave();
        self.note_null(depth, value);
        value
    }

    /// Cuts off on the null move's value, which is not stored in the table unless a setting says so.
    #[inline(always)]
    pub fn cutoff(&mut self, value: Score) -> Score {
        self.counts.null_cut += 1;
        self.trace(Event::NullCut);
        self.tell_claim(Claim::Cutoff);
        let stored = self.alternatives().null_stored;
        let frame = &mut self.frames[self.ply];
        frame.unstored = stored == NullStored::No;
        if stored == NullStored::Bound {
            frame.best = Move::NULL;
        }
        value
    }

    /// The value of this node at a reduced depth: `pvs`, or quiescence if no depth is left.
    pub fn reduced(&mut self, w: Window, depth: Depth, flags: V::Flags) -> Score {
        if depth > 0 {
            return self.pvs(w, depth, flags);
        }
        self.quiescence.effort.nodes -= 1; // no move was made to get here
        self.leaf(w)
    }

    /// Counts a fail-high that leads to a search at reduced depth.
    #[inline(always)]
    pub fn count_verification(&mut self) {
        self.counts.verifications += 1;
        self.trace(Event::Verification);
        self.tell_claim(Claim::Reduction);
    }

    /// The value of this node at the depth of a verification: by its moves, or by a call of
    /// its own if that setting is on.
    #[inline(always)]
    pub fn verify(&mut self, w: Window, depth: Depth, flags: V::Flags) -> Score {
        match self.alternatives().verification {
            Verification::InPlace => self.pvs(w, depth, flags),
            Verification::Recursive => self.verify_by_call(w, depth, flags),
        }
    }

    /// Steps 4 to 6 of a call at the same position that tries no null move and makes no move.
    /// Nothing but its own entry is stored, unless a re-search follows.
    fn verify_by_call(&mut self, w: Window, depth: Depth, flags: V::Flags) -> Score {
        self.frames[self.ply].unstored = true;
        let hit = self.table.probe(self.position().key(), self.ply);
        if let Some(score) = hit.and_then(|hit| self.table_cutoff(hit, w, depth, flags)) {
            return score;
        }
        let score = self.pvs(w, depth, flags);
        let score = self.within(w, score);
        if !self.stopped() {
            self.store(score, w, depth, flags);
        }
        score
    }

    /// Counts a re-search at the original depth, whose value is the node's.
    pub fn count_research(&mut self) {
        self.counts.researches += 1;
        self.trace(Event::Research);
        if M::COMPOSED {
            self.frames[self.ply].unstored = false;
        }
    }

    /// Counts a re-search that stayed below beta.
    pub fn count_research_below_beta(&mut self) {
        self.counts.researches_below_beta += 1;
    }

    /// Probes the table once more after a reduction, if that setting is on (it is not by default).
    /// Its result is not stored unless a setting says so: at the depth of entry it would look
    /// like a search that was never made, and the next iteration would find it again.
    pub fn probe_again(&mut self, w: Window, depth: Depth, flags: V::Flags) -> Option<Score> {
        let reprobe = self.settings.reprobe_after_reduction;
        if reprobe == Reprobe::Off {
            return None;
        }
        let hit = self.table.probe(self.frames[self.ply].position.key(), self.ply)?;
        let score = self.table_cutoff(hit, w, depth, flags)?;
        self.frames[self.ply].unstored = reprobe != Reprobe::Stored;
        Some(score)
    }
}

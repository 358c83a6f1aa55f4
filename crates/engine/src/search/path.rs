//! The path from the root to the current node: making and taking back moves, draws by repetition
//! and by the fifty-move rule.

use crate::census::Claimant;
use crate::position::Position;
use crate::score::MAX_PLY;
use crate::types::Move;

use super::{Mode, PruningVariant, Search};

/// One position of the path.
pub(super) struct Frame {
    pub(super) position: Position,
    /// The move that led here.
    pub(super) mv: Move,
    /// Best move of `pvs` here, for the table.
    pub(super) best: Move,
    /// Did the node end without searching its moves? Then its value is not stored.
    pub(super) unstored: bool,
    /// Is a fail-high expected? Only a composed search asks.
    pub(super) expected_cut: bool,
    /// Start of this node's moves on the stack.
    pub(super) base: usize,
    /// For a census of errors.
    pub(super) claimant: Claimant,
    pub(super) pv: Vec<Move>,
}

impl Frame {
    pub(super) fn new(position: &Position) -> Frame {
        Frame {
            position: *position,
            mv: Move::NULL,
            best: Move::NULL,
            unstored: false,
            expected_cut: false,
            base: 0,
            claimant: Claimant::NONE,
            pv: Vec::with_capacity(MAX_PLY),
        }
    }
}

impl<V: PruningVariant, M: Mode> Search<'_, V, M> {
    /// Makes a move; the next node's moves may be stored on the stack from `base`.
    #[inline(always)]
    pub(super) fn enter(&mut self, mv: Move, base: usize) {
        let (upper, lower) = self.frames.split_at_mut(self.ply + 1);
        let next = &mut lower[0];
        upper[self.ply].position.make_into(mv, &mut next.position);
        self.entered(mv, base);
    }

    pub(super) fn enter_null(&mut self) {
        let frame = &self.frames[self.ply];
        let (next, base) = (frame.position.make_null(), frame.base);
        self.frames[self.ply + 1].position = next;
        self.entered(Move::NULL, base);
    }

    #[inline(always)]
    fn entered(&mut self, mv: Move, base: usize) {
        self.ply += 1;
        let frame = &mut self.frames[self.ply];
        frame.mv = mv;
        frame.base = base;
        frame.pv.clear();
        self.keys.push(frame.position.key());
    }

    #[inline(always)]
    pub(super) fn leave(&mut self) {
        self.keys.pop();
        self.ply -= 1;
    }

    /// Repetition within game and path, or the fifty-move rule (which mate precedes).
    #[inline(always)]
    pub(super) fn is_draw(&self) -> bool {
        let position = &self.frames[self.ply].position;
        let back = position.reversible_plies() as usize;
        back >= 4 && self.is_repetition(back)
            || position.halfmove_clock() >= 100 && self.is_fifty_move_draw()
    }

    fn is_repetition(&self, back: usize) -> bool {
        let now = self.keys.len() - 1;
        (4..=back.min(now)).step_by(2).any(|plies| self.keys[now - plies] == self.keys[now])
    }

    fn is_fifty_move_draw(&self) -> bool {
        let position = &self.frames[self.ply].position;
        !position.in_check() || position.has_legal_move()
    }
}

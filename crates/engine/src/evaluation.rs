//! The static value of a board: the running sums, mobility where it counts, and the weights that
//! a composed search may change.

use crate::board::Board;
use crate::psqt::Sums;
use crate::see::mobility;
use crate::settings::{Alternatives, Evaluation};
use crate::types::Color;

/// Centipawns for each square that a side's pieces attack more than the other's.
const MOBILITY_WEIGHT: i32 = 3;

/// Additions to the sums; none in a plain search.
#[derive(Clone, Copy)]
pub(crate) struct Weights {
    /// Centipawns for the right to move.
    tempo: i32,
    /// Percentage of the piece-square part.
    positional: i32,
}

impl Weights {
    pub(crate) const PLAIN: Weights = Weights::of(&Alternatives::DEFAULT);

    pub(crate) const fn of(alternatives: &Alternatives) -> Weights {
        let Alternatives { tempo, positional_percent, .. } = alternatives;
        Weights { tempo: *tempo as i32, positional: positional_percent.0 as i32 }
    }

    /// Material and piece squares. Rounded towards zero, so that exchanging colours only changes the sign.
    #[inline(always)]
    fn tapered(self, sums: Sums, us: Color) -> i32 {
        if self.positional == 100 {
            return sums.tapered(us);
        }
        let material = sums.material(us);
        material + (sums.tapered(us) - material) * self.positional / 100
    }
}

/// The static value of a board for the side to move.
#[inline(always)]
pub(crate) fn evaluate(kind: Evaluation, weights: Weights, board: &Board, us: Color) -> i32 {
    value_by_sums(kind, weights, board.sums(), us) + value_by_mobility(kind, board, us)
}

/// The part of the value that the running sums give: all of it, unless mobility counts.
#[inline(always)]
pub(crate) fn value_by_sums(kind: Evaluation, weights: Weights, sums: Sums, us: Color) -> i32 {
    weights.tempo
        + match kind {
            Evaluation::Material => sums.material(us),
            Evaluation::PieceSquare | Evaluation::Mobility => weights.tapered(sums, us),
        }
}

/// The rest of the value.
#[inline(always)]
pub(crate) fn value_by_mobility(kind: Evaluation, board: &Board, us: Color) -> i32 {
    match kind {
        Evaluation::Material | Evaluation::PieceSquare => 0,
        Evaluation::Mobility => {
            MOBILITY_WEIGHT * (mobility(board, us) - mobility(board, us.other()))
        }
    }
}

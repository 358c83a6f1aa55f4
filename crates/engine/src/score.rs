//! Scores, windows and plies, as types of their own.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The deepest ply from the root; a node there is evaluated whatever its depth.
pub const MAX_PLY: usize = 128;

/// Remaining depth in plies; zero or less is a leaf.
pub type Depth = i32;

/// Centipawns seen from the side to move, or a mate score: [`Score::MATE`] less the plies to mate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Default)]
#[repr(transparent)]
pub struct Score(pub i32);

impl Score {
    /// A draw.
    pub const DRAW: Score = Score(0);
    /// Mate on the board.
    pub const MATE: Score = Score(32_000);
    /// Above every score.
    pub const INFINITE: Score = Score(32_001);
    /// Scores beyond this are mates.
    pub const MATE_BOUND: Score = Score(32_000 - MAX_PLY as i32);

    /// The side to move is mated, `ply` plies from the root.
    #[inline(always)]
    pub fn mated(ply: usize) -> Score {
        Score(ply as i32 - Score::MATE.0)
    }

    /// Moves to mate, negative if the side to move is mated; `None` if it is no mate score.
    pub fn mate_in(self) -> Option<i32> {
        if self > Score::MATE_BOUND {
            Some((Score::MATE.0 - self.0 + 1) / 2)
        } else if self < -Score::MATE_BOUND {
            Some(-(Score::MATE.0 + self.0) / 2)
        } else {
            None
        }
    }

    /// From "plies from the root" to "plies from this node", for the table.
    #[inline(always)]
    pub(crate) fn to_table(self, ply: usize) -> i16 {
        let shift = if self > Score::MATE_BOUND {
            ply as i32
        } else if self < -Score::MATE_BOUND {
            -(ply as i32)
        } else {
            0
        };
        (self.0 + shift) as i16
    }

    /// From "plies from this node" to "plies from the root".
    #[inline(always)]
    pub(crate) fn from_table(stored: i16, ply: usize) -> Score {
        let score = Score(stored as i32);
        if score > Score::MATE_BOUND {
            score - ply as i32
        } else if score < -Score::MATE_BOUND {
            score + ply as i32
        } else {
            score
        }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline(always)]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    #[inline(always)]
    fn add(self, centipawns: i32) -> Score {
        Score(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    #[inline(always)]
    fn sub(self, centipawns: i32) -> Score {
        Score(self.0 - centipawns)
    }
}

/// `+0.35`, `-12.00`, `#4`, `#-2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.mate_in() {
            Some(moves) if *self == -Score::MATE => write!(f, "#-{moves}"),
            Some(moves) => write!(f, "#{moves}"),
            None => write!(
                f,
                "{}{}.{:02}",
                if self.0 < 0 { '-' } else { '+' },
                self.0.abs() / 100,
                self.0.abs() % 100
            ),
        }
    }
}

/// The alpha-beta window: values in `alpha < value < beta` are exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Lower bound: what the side to move already has.
    pub alpha: Score,
    /// Upper bound: what the opponent allows.
    pub beta: Score,
}

impl Window {
    /// Everything.
    pub const FULL: Window = Window { alpha: Score(-32_001), beta: Score(32_001) };

    /// A window.
    #[inline(always)]
    pub const fn new(alpha: Score, beta: Score) -> Window {
        Window { alpha, beta }
    }

    /// The minimal window `(value, value + 1)`.
    #[inline(always)]
    pub fn minimal(value: Score) -> Window {
        Window { alpha: value, beta: value + 1 }
    }

    /// The score clamped to the window.
    #[inline(always)]
    pub fn clamp(self, score: Score) -> Score {
        score.max(self.alpha).min(self.beta)
    }

    /// Is it minimal, with no value inside?
    #[inline(always)]
    pub fn is_minimal(self) -> bool {
        self.beta.0 - self.alpha.0 == 1
    }
}

/// The window as the opponent sees it.
impl Neg for Window {
    type Output = Window;
    #[inline(always)]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_scores_count_moves_of_the_mating_side() {
        assert_eq!((Score::MATE - 1).mate_in(), Some(1));
        assert_eq!((Score::MATE - 7).mate_in(), Some(4));
        assert_eq!(Score::mated(0).mate_in(), Some(0));
        assert_eq!(Score::mated(2).mate_in(), Some(-1));
        assert_eq!(Score::mated(8).mate_in(), Some(-4));
        assert_eq!(Score(31_000).mate_in(), None);
    }

    #[test]
    fn scores_print_as_pawns_and_mates() {
        assert_eq!(Score(-35).to_string(), "-0.35");
        assert_eq!(Score(1205).to_string(), "+12.05");
        assert_eq!((Score::MATE - 3).to_string(), "#2");
        assert_eq!(Score::mated(4).to_string(), "#-2");
        assert_eq!(Score::mated(0).to_string(), "#-0");
    }

    #[test]
    fn the_table_keeps_mates_relative_to_its_node() {
        for ply in [0, 3, 100] {
            for score in [Score::MATE - 5 - ply as i32, Score::mated(ply + 6), Score(123)] {
                assert_eq!(Score::from_table(score.to_table(ply), ply), score);
            }
        }
    }
}

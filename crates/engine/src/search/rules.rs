//! Pruning rules that combine with any variant: what a rule knows about a node, what it may search
//! there, and what it can answer. No rule is known by name here. `places.rs` asks them, below the root:
//! 5a before the null move, 5b on its R, 5c before the moves, 5d on each move.

use crate::position::Position;
use crate::psqt::PIECE_VALUE;
use crate::score::{Depth, Score, Window};
use crate::types::{Move, MoveKind, PieceType};

/// What a rule knows about a node.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The window at entry.
    pub window: Window,
    /// Remaining depth in plies, at least 1.
    pub depth: Depth,
    /// Is the side to move in check?
    pub in_check: bool,
    /// The static value of the position.
    pub value: Score,
    /// Is the node expected to fail high? So is every other node below the principal variation.
    pub expected_cut: bool,
}

impl Node {
    /// Is the window open, as it is along the principal variation?
    pub fn is_open(&self) -> bool {
        !self.window.is_minimal()
    }
}

/// The searches that a rule may run at its node.
pub trait Subsearch {
    /// The position at the node.
    fn position(&self) -> &Position;
    /// The node's own value within a window at another depth; quiescence if none is left.
    fn value(&mut self, window: Window, depth: Depth) -> Score;
    /// The first moves in the order of the search, at most `most`.
    fn first_moves(&mut self, most: usize) -> Vec<Move>;
    /// The value of a move of the node, by a minimal window below `beta`, with `depth` left after it.
    fn move_value(&mut self, mv: Move, beta: Score, depth: Depth) -> Score;
}

/// A rule's answer for a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is searched as if there were no rule.
    SearchOn,
    /// It is worth this; the value is not stored in the table.
    CutOff(Score),
    /// It is searched with this much less depth, but at least one ply.
    Reduce(Depth),
}

/// A rule that judges a node as a whole.
pub trait NodeRule: Send + Sync {
    /// Judges the node.
    fn judge(&self, node: &Node, s: &mut dyn Subsearch) -> Verdict;
}

/// A rule on the depth reduction of null moves.
pub trait NullMoveRule: Send + Sync {
    /// Plies added to R.
    fn more(&self, node: &Node) -> Depth;
}

/// A move that is about to be made.
pub struct Candidate<'a> {
    pub(crate) position: &'a Position,
    /// The move.
    pub mv: Move,
    /// How many moves of the node were searched before it.
    pub searched: usize,
    /// The best value so far, or the lower end of the window.
    pub alpha: Score,
}

impl Candidate<'_> {
    /// Is it neither capture nor promotion?
    pub fn is_quiet(&self) -> bool {
        crate::ordering::is_quiet(self.position.board(), self.mv)
    }

    /// Does it give check?
    pub fn gives_check(&self) -> bool {
        self.position.gives_check(self.mv)
    }

    /// The material that it captures, in centipawns.
    pub fn gain(&self) -> i32 {
        let value = |kind: PieceType| PIECE_VALUE[kind as usize];
        let victim = self.position.board().piece_at(self.mv.to()).get();
        let victim = victim.map_or(0, |(_, kind)| value(kind));
        match self.mv.kind() {
            MoveKind::EnPassant => value(PieceType::Pawn),
            MoveKind::Promotion(kind) => victim + value(kind) - value(PieceType::Pawn),
            _ => victim,
        }
    }
}

/// A rule that leaves moves out. It is not asked in check, nor before a way out of mate is known.
pub trait SkipRule: Send + Sync {
    /// Can it leave out any move of this node? Asked once per node, so that other nodes cost nothing.
    fn acts_at(&self, node: &Node) -> bool;
    /// An upper bound of the move's value if it is left out; `-Score::INFINITE` if there is none.
    fn skips(&self, node: &Node, candidate: &Candidate) -> Option<Score>;
}

/// A rule that searches moves with less depth. Those that exceed alpha are searched again.
pub trait ReduceRule: Send + Sync {
    /// Can it reduce any move of this node? Asked once per node, so that other nodes cost nothing.
    fn acts_at(&self, node: &Node) -> bool;
    /// Plies by which the move's depth is reduced; one is always left.
    fn reduction(&self, node: &Node, candidate: &Candidate) -> Depth;
}

/// The rules of a search by the place where they act, each list in the order of evaluation.
#[derive(Default)]
pub struct Rules {
    /// 5a. Before the null move.
    pub before_null_move: Vec<Box<dyn NodeRule>>,
    /// 5b. On the null move's R.
    pub null_move: Vec<Box<dyn NullMoveRule>>,
    /// 5c. After the null move, before the moves.
    pub before_moves: Vec<Box<dyn NodeRule>>,
    /// 5d. On each move: is it searched?
    pub skip: Vec<Box<dyn SkipRule>>,
    /// 5d. On each move: how deep?
    pub reduce: Vec<Box<dyn ReduceRule>>,
}

impl Rules {
    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.before_null_move.is_empty()
            && self.null_move.is_empty()
            && self.before_moves.is_empty()
            && self.skip.is_empty()
            && self.reduce.is_empty()
    }
}

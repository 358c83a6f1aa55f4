//! Pruning rules that compose with any variant, and where a composed search asks them: before the
//! variant's node (step 5), and at each later move of `pvs` before it is searched.
//! The engine knows rules only as this trait.

use crate::position::Position;
use crate::score::{Depth, Score, Window};
use crate::types::Move;

use super::{Mode, PruningVariant, Search};

/// A pruning rule. What it does not define, it leaves to the others and to the variant.
pub trait Rule: Send + Sync {
    /// Before the variant: a value that ends the node without a search of its moves. It is not
    /// stored in the table.
    fn cut(&self, _node: &mut dyn Node) -> Option<Score> {
        None
    }

    /// Is this move left out? The first move of a node never is.
    fn skips(&self, _candidate: &Candidate) -> bool {
        false
    }

    /// Plies that the first search of this move loses; a fail-high is searched again without the
    /// reduction. The first move of a node is never reduced.
    fn reduction(&self, _candidate: &Candidate) -> Depth {
        0
    }
}

/// The rules of a search, in the order in which they are asked; none in a plain search.
pub type Rules<'a> = &'a [Box<dyn Rule>];

/// A node as a rule sees it, and the searches that a rule can make there.
pub trait Node {
    /// The position.
    fn position(&self) -> &Position;
    /// Distance from the root.
    fn ply(&self) -> usize;
    /// The window.
    fn window(&self) -> Window;
    /// Remaining depth.
    fn depth(&self) -> Depth;
    /// The static value.
    fn evaluation(&self) -> Score;
    /// Searches the node's moves with another window and depth, by quiescence if none is left.
    fn search(&mut self, w: Window, depth: Depth) -> Score;
}

/// A move that has been made and is about to be searched.
pub struct Candidate<'a> {
    /// The position in which it was made.
    pub before: &'a Position,
    /// The position after it.
    pub after: &'a Position,
    /// The move.
    pub mv: Move,
    /// How many moves of the node were searched before it; at least 1.
    pub number: usize,
    /// Remaining depth of the node.
    pub depth: Depth,
    /// The node's window, with alpha as raised by the moves before.
    pub window: Window,
}

/// A node of a search with the variant's flags there.
struct AtNode<'s, 'a, V: PruningVariant, M: Mode> {
    search: &'s mut Search<'a, V, M>,
    window: Window,
    depth: Depth,
    flags: V::Flags,
}

impl<V: PruningVariant, M: Mode> Node for AtNode<'_, '_, V, M> {
    fn position(&self) -> &Position {
        self.search.position()
    }
    fn ply(&self) -> usize {
        self.search.ply
    }
    fn window(&self) -> Window {
        self.window
    }
    fn depth(&self) -> Depth {
        self.depth
    }
    fn evaluation(&self) -> Score {
        self.search.evaluation()
    }
    fn search(&mut self, w: Window, depth: Depth) -> Score {
        self.search.reduced(w, depth, self.flags)
    }
}

/// Where the rules are asked. In a plain search all of this compiles to nothing.
impl<V: PruningVariant, M: Mode> Search<'_, V, M> {
    /// The first value by which a rule ends the node.
    #[inline(always)]
    pub(super) fn cut_by_rule(&mut self, w: Window, depth: Depth, f: V::Flags) -> Option<Score> {
        if !M::COMPOSED {
            return None;
        }
        let rules = self.rules;
        let mut node = AtNode { search: self, window: w, depth, flags: f };
        let score = rules.iter().find_map(|rule| rule.cut(&mut node))?;
        self.frames[self.ply].unstored = true;
        Some(score)
    }

    /// The plies that the move just made loses in its first search; `None` if it is left out.
    #[inline(always)]
    pub(super) fn judge(&self, mv: Move, number: usize, w: Window, depth: Depth) -> Option<Depth> {
        if !M::COMPOSED || number == 0 {
            return Some(0);
        }
        let (before, after) = (&self.frames[self.ply - 1].position, self.position());
        let candidate = Candidate { before, after, mv, number, depth, window: w };
        if self.rules.iter().any(|rule| rule.skips(&candidate)) {
            return None;
        }
        Some(self.rules.iter().map(|rule| rule.reduction(&candidate)).max().unwrap_or(0))
    }
}

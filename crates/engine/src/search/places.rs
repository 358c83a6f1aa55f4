//! The places of a node where a composed search asks its rules. In a plain search all of this
//! compiles to nothing. The root is searched without rules.

use std::ops::ControlFlow;

use crate::census::Place;
use crate::ordering::Picker;
use crate::position::Position;
use crate::score::{Depth, Score, Window};
use crate::types::Move;

use super::rules::{Candidate, Node, NodeRule, Subsearch, Verdict};
use super::{Flags, Mode, PruningVariant, Search};

/// A rule's answer: a value, or the depth (of a node) or reduction (of a move) to search with.
///
pub(super) type Judged = ControlFlow<Score, Depth>;

impl<V: PruningVariant, M: Mode> Search<'_, V, M> {
    /// Step 5a: the depth at which the variant searches the node, or a value without a search.
    #[inline(always)]
    pub(super) fn before_null_move(&mut self, w: Window, depth: Depth, flags: V::Flags) -> Judged {
        if !M::COMPOSED {
            return ControlFlow::Continue(depth);
        }
        self.frames[self.ply].expected_cut =
            w.is_minimal() && !self.frames[self.ply - 1].expected_cut;
        let rules = self.rules;
        self.judge_node((Place::BeforeNullMove, &rules.before_null_move), w, depth, flags)
    }

    /// Step 5b: R of the node's null move, unless a rule makes it grow.
    #[inline(always)]
    pub fn grown(&self, r: Depth, w: Window, depth: Depth) -> Depth {
        if !M::COMPOSED || self.rules.null_move.is_empty() {
            return r;
        }
        let node = self.facts(w, depth);
        r + self.rules.null_move.iter().map(|rule| rule.more(&node)).sum::<Depth>()
    }

    /// Step 5c: the depth at which the moves are searched, or a value without that.
    #[inline(always)]
    pub(super) fn before_moves(&mut self, w: Window, depth: Depth, flags: V::Flags) -> Judged {
        if !M::COMPOSED || self.ply == 0 {
            return ControlFlow::Continue(depth);
        }
        let rules = self.rules;
        self.judge_node((Place::BeforeMoves, &rules.before_moves), w, depth, flags)
    }

    /// What the rules on moves know about the node; `None` if none acts here.
    #[inline(always)]
    pub(super) fn move_rules(&self, w: Window, depth: Depth) -> Option<MoveRules> {
        let rules = self.rules;
        let none = !M::COMPOSED || rules.skip.is_empty() && rules.reduce.is_empty();
        if none || self.ply == 0 || !self.prunes_here() {
            return None;
        }
        let node = self.facts(w, depth);
        let skip = !node.in_check && rules.skip.iter().any(|rule| rule.acts_at(&node));
        let reduce = depth > 2 && rules.reduce.iter().any(|rule| rule.acts_at(&node));
        (skip || reduce).then_some(MoveRules { node, skip, reduce })
    }

    /// Step 5d: plies by which the first search of a move is reduced, or, if it is left out, what
    /// it is worth at most. `best` is the best value so far.
    #[inline(always)]
    pub(super) fn judge_move(
        &self,
        rules: &Option<MoveRules>,
        mv: Move,
        searched: usize,
        best: Score,
        alpha: Score,
    ) -> Judged {
        match rules {
            Some(rules) if M::COMPOSED => {
                let position = self.position();
                self.ask_about_move(rules, &Candidate { position, mv, searched, alpha }, best)
            }
            _ => ControlFlow::Continue(0),
        }
    }

    fn ask_about_move(&self, rules: &MoveRules, candidate: &Candidate, best: Score) -> Judged {
        let node = &rules.node;
        let mated = -Score::INFINITE < best && best < -Score::MATE_BOUND;
        if rules.skip && !mated {
            let most = self.rules.skip.iter().find_map(|rule| rule.skips(node, candidate));
            if let Some(most) = most {
                return ControlFlow::Break(most);
            }
        }
        if !rules.reduce || candidate.searched == 0 {
            return ControlFlow::Continue(0); // the first move is never reduced
        }
        let plies = self.rules.reduce.iter().map(|rule| rule.reduction(node, candidate)).sum();
        ControlFlow::Continue(Depth::clamp(plies, 0, node.depth - 2))
    }

    /// Which rule leaves this move out?
    pub(super) fn skipping(
        &self,
        rules: &MoveRules,
        mv: Move,
        searched: usize,
        alpha: Score,
    ) -> Option<usize> {
        let candidate = Candidate { position: self.position(), mv, searched, alpha };
        self.rules.skip.iter().position(|rule| rule.skips(&rules.node, &candidate).is_some())
    }

    fn judge_node(
        &mut self,
        (place, rules): (Place, &[Box<dyn NodeRule>]),
        w: Window,
        depth: Depth,
        flags: V::Flags,
    ) -> Judged {
        if rules.is_empty() || !self.prunes_here() {
            return ControlFlow::Continue(depth);
        }
        let mut node = self.facts(w, depth);
        for (index, rule) in rules.iter().enumerate() {
            match rule.judge(&node, &mut Here { search: self, flags }) {
                Verdict::SearchOn => {}
                Verdict::Reduce(plies) => node.depth = (node.depth - plies).max(1),
                Verdict::CutOff(score) => {
                    self.frames[self.ply].unstored = true;
                    self.tell_cut((place, index), (w, depth, flags.bits()), score);
                    return ControlFlow::Break(score);
                }
            }
        }
        ControlFlow::Continue(node.depth)
    }

    fn facts(&self, window: Window, depth: Depth) -> Node {
        Node {
            window,
            depth,
            in_check: self.position().in_check(),
            value: self.evaluation(),
            expected_cut: self.frames[self.ply].expected_cut,
        }
    }
}

/// What rules on moves know about a node, and whether any of each kind acts there.
pub(super) struct MoveRules {
    node: Node,
    skip: bool,
    reduce: bool,
}

/// The current node as rules may search it.
struct Here<'s, 'a, V: PruningVariant, M: Mode> {
    search: &'s mut Search<'a, V, M>,
    flags: V::Flags,
}

impl<V: PruningVariant, M: Mode> Subsearch for Here<'_, '_, V, M> {
    fn position(&self) -> &Position {
        self.search.position()
    }

    fn value(&mut self, w: Window, depth: Depth) -> Score {
        let s = &mut *self.search;
        let (variant, ply) = (s.variant, s.ply);
        let claimant = s.frames[ply].claimant;
        s.note_entry(w, depth, self.flags.bits());
        let value = match depth > 0 {
            true => variant.node(s, w, depth, self.flags),
            false => s.reduced(w, depth, self.flags),
        };
        s.frames[ply].claimant = claimant;
        s.frames[ply].unstored = false; // that search may have ended by a cutoff
        value
    }

    fn first_moves(&mut self, most: usize) -> Vec<Move> {
        let s = &mut *self.search;
        let frame = &s.frames[s.ply];
        let mut picker = Picker::new(frame.best, frame.base);
        std::iter::from_fn(|| s.pick(&mut picker)).take(most).collect()
    }

    fn move_value(&mut self, mv: Move, beta: Score, depth: Depth) -> Score {
        let s = &mut *self.search;
        s.enter(mv, s.frames[s.ply].base);
        let value = -s.search(-Window::new(beta - 1, beta), depth, self.flags);
        s.leave();
        value
    }
}

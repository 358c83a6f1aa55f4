//! The search around the pruning variant: leaf, draw, table, then the variant's `node`, then store.
//! A variant decides what happens before `pvs` searches the moves; it is known only as a trait.
//! A search is a pure function of (position, settings, variant, limits): no clock, no threads.

mod census;
mod helpers;
mod mode;
mod moves;
mod path;
mod places;
mod report;
mod rules;
mod variant;

use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use crate::effort::Effort;
use crate::ordering::{History, Killers};
use crate::position::Position;
use crate::quiescence::Quiescence;
use crate::score::{Depth, MAX_PLY, Score, Window};
use crate::settings::{Alternatives, NullHorizon, QuiescenceCounted, SearchSettings};
use crate::table::{Bound, Hit, TranspositionTable};
use crate::trace::Event;
use crate::types::Move;

pub use census::search_again;
pub use mode::{Composed, Mode, Plain};
use path::Frame;
pub use report::{Counts, Iteration, Limits, Unfinished};
pub use rules::{
    Candidate, Node, NodeRule, NullMoveRule, ReduceRule, Rules, SkipRule, Subsearch, Verdict,
};
pub use variant::{Flags, PruningVariant};

/// A running search.
pub struct Search<'a, V: PruningVariant, M: Mode> {
    variant: &'a V,
    rules: &'a Rules,
    mode: PhantomData<M>,
    settings: &'a SearchSettings,
    limits: &'a Limits<'a>,
    table: &'a mut TranspositionTable,
    quiescence: Quiescence<'a>,
    history: History,
    killers: Killers,
    frames: Vec<Frame>,
    /// Keys of the game and of the path.
    keys: Vec<u64>,
    ply: usize,
    root_best: Move,
    /// All but the quiescence nodes, which are the rest of the effort.
    counts: Counts,
    /// Claims of rules, counted for a census.
    rule_claims: u64,
}

/// Searches `position` by iterative deepening; `report` gets each finished iteration.
/// The table starts empty: nothing carries over from an earlier search.
pub fn search<V: PruningVariant>(
    variant: &V,
    rules: &Rules,
    position: &Position,
    settings: &SearchSettings,
    limits: &Limits,
    table: &mut TranspositionTable,
    report: &mut dyn FnMut(&Iteration),
) -> Vec<Iteration> {
    if is_plain(rules, settings, limits) {
        Search::<V, Plain>::new(variant, rules, position, settings, limits, table).run(report)
    } else {
        Search::<V, Composed>::new(variant, rules, position, settings, limits, table).run(report)
    }
}

/// Is nothing needed beyond the variant's figure?
fn is_plain(rules: &Rules, settings: &SearchSettings, limits: &Limits) -> bool {
    rules.is_empty() && settings.alternatives == Alternatives::DEFAULT && limits.census.is_none()
}

impl<'a, V: PruningVariant, M: Mode> Search<'a, V, M> {
    fn new(
        variant: &'a V,
        rules: &'a Rules,
        position: &Position,
        settings: &'a SearchSettings,
        limits: &'a Limits<'a>,
        table: &'a mut TranspositionTable,
    ) -> Search<'a, V, M> {
        table.start_search(settings);
        let mut keys = limits.game.to_vec();
        keys.push(position.key());
        Search {
            variant,
            rules,
            mode: PhantomData,
            settings,
            limits,
            table,
            quiescence: Quiescence::new(settings, Effort::new(limits.nodes, limits.stop)),
            history: History::new(),
            killers: Killers::new(),
            frames: (0..MAX_PLY + 2).map(|_| Frame::new(position)).collect(),
            keys,
            ply: 0,
            root_best: Move::NULL,
            counts: Counts::default(),
            rule_claims: 0,
        }
    }

    fn run(mut self, report: &mut dyn FnMut(&Iteration)) -> Vec<Iteration> {
        let mut iterations = Vec::new();
        for depth in 1..=self.limits.depth {
            if depth > 1 {
                self.between_iterations();
            }
            let Some(iteration) = self.iterate(depth) else { break };
            report(&iteration);
            iterations.push(iteration);
            if self.limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                break; // told by `report`, perhaps
            }
        }
        iterations
    }

    /// What an iteration passes on to the next: everything, unless the settings say otherwise.
    fn between_iterations(&mut self) {
        if self.alternatives().history_halved {
            self.history.halve();
        }
        if self.alternatives().hash_cleared {
            self.table.start_search(self.settings);
        }
        if !self.alternatives().iterative_deepening {
            self.start_again();
        }
    }

    /// Forgets the iterations before, and what they have counted.
    fn start_again(&mut self) {
        self.table.start_search(self.settings);
        self.history = History::new();
        self.killers = Killers::new();
        self.root_best = Move::NULL;
        self.counts = Counts::default();
        self.quiescence.effort = Effort::new(self.limits.nodes, self.limits.stop);
    }

    /// One iteration at the root: full window, no null move, no cutoff by the table.
    fn iterate(&mut self, depth: u8) -> Option<Iteration> {
        let flags = self.variant.root();
        self.trace_entry(Window::FULL, depth as Depth, flags);
        let score = self.pvs(Window::FULL, depth as Depth, flags);
        if self.stopped() {
            let pv = self.frames[0].pv.clone();
            let found = Unfinished { depth, counts: self.counts(), pv };
            if let Some(place) = self.limits.unfinished {
                let _ = place.set(found); // the caller's place is new for every search
            }
            return None;
        }
        self.trace(Event::Leave { score, by_table: false });
        let root = &self.frames[0];
        let hit = Hit {
            best: root.best,
            score,
            depth: depth as Depth,
            bound: Bound::Exact,
            flags: flags.bits(),
        };
        self.table.store(root.position.key(), 0, hit);
        self.root_best = root.best;
        Some(Iteration {
            depth,
            counts: self.counts(),
            score,
            best_move: root.pv.first().copied(),
            pv: root.pv.clone(),
            hash_per_mille: self.table.per_mille_used(),
        })
    }

    /// The counts so far.
    pub fn counts(&self) -> Counts {
        Counts { quiescence: self.quiescence.effort.nodes - self.counts.main, ..self.counts }
    }

    /// Searches the position just moved to.
    pub fn search(&mut self, w: Window, depth: Depth, flags: V::Flags) -> Score {
        let ply = self.ply;

        // Step 1. Draws.
        if self.is_draw() {
            self.count_main_node();
            return Score::DRAW;
        }

        // Step 2. Leaf: a check extends it by one ply, else quiescence.
        let in_check = self.frames[ply].position.in_check();
        let extends_all = self.alternatives().check_extension;
        let extended = in_check && (self.settings.leaf_check_extension || extends_all);
        if depth <= 0 && !extended {
            return self.leaf(w);
        }
        let depth = if extends_all && in_check { depth.max(0) + 1 } else { depth.max(1) };
        self.count_main_node();

        // Step 3. Limits, the deepest ply.
        if self.quiescence.effort.is_spent() {
            return Score::DRAW;
        }
        if ply >= MAX_PLY {
            return self.evaluation();
        }

        // Step 4. Transposition table.
        let key = self.frames[ply].position.key();
        let hit = self.table.probe(key, ply);
        self.frames[ply].best = hit.map_or(Move::NULL, |hit| hit.best);
        self.trace_entry(w, depth, flags);
        if let Some(score) = hit.and_then(|hit| self.table_cutoff(hit, w, depth, flags)) {
            self.trace(Event::Leave { score, by_table: true });
            return score;
        }

        // Step 5. Rules, if any, then the variant: null move, then the moves.
        self.frames[ply].unstored = false;
        let variant = self.variant;
        let score = match self.before_null_move(w, depth, flags) {
            ControlFlow::Continue(depth) => {
                self.note_entry(w, depth, flags.bits());
                variant.node(self, w, depth, flags)
            }
            ControlFlow::Break(score) => score,
        };
        if self.stopped() {
            return Score::DRAW;
        }

        // Step 6. Store, with depth and flags as they were at entry.
        let score = self.within(w, score);
        if !self.frames[ply].unstored {
            self.store(score, w, depth, flags);
        }
        self.trace(Event::Leave { score, by_table: false });
        score
    }

    /// The value of a node with this window: the score, or the nearest bound if the search fails
    /// hard.
    #[inline(always)]
    fn within(&self, w: Window, score: Score) -> Score {
        if self.alternatives().fail_hard { w.clamp(score) } else { score }
    }

    /// The value of a leaf: quiescence, which may depend on the move that leads here.
    #[inline(always)]
    fn leaf(&mut self, w: Window) -> Score {
        let frame = &self.frames[self.ply];
        if frame.mv.is_null() && self.alternatives().null_horizon == NullHorizon::Evaluation {
            self.quiescence.effort.nodes += 1;
            return self.evaluation();
        }
        if M::COMPOSED {
            self.quiescence.reached_by(frame.mv);
        }
        let before = self.quiescence.effort.nodes;
        let score = self.quiescence.search(&frame.position, w, frame.base);
        if self.alternatives().quiescence_counted == QuiescenceCounted::Leaf {
            self.quiescence.effort.nodes = before + 1;
        }
        score
    }

    /// Stores a value of this node.
    #[inline(always)]
    fn store(&mut self, score: Score, w: Window, depth: Depth, flags: V::Flags) {
        let frame = &self.frames[self.ply];
        let bound = if score >= w.beta {
            Bound::Lower
        } else if score > w.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let hit = Hit { best: frame.best, score, depth, bound, flags: flags.bits() };
        self.table.store(frame.position.key(), self.ply, hit);
    }

    /// The alternatives to the reproduction's decisions: in a plain search none, known when it is
    /// compiled.
    #[inline(always)]
    fn alternatives(&self) -> &Alternatives {
        if M::COMPOSED { &self.settings.alternatives } else { const { &Alternatives::DEFAULT } }
    }

    /// Reports what happens at this node to the listener, if there is one.
    #[inline(always)]
    fn trace(&self, event: Event) {
        if let Some(trace) = self.limits.trace {
            trace(event);
        }
    }

    #[inline(always)]
    fn trace_entry(&self, window: Window, depth: Depth, flags: V::Flags) {
        if self.limits.trace.is_some() {
            let (mv, ply) = (self.frames[self.ply].mv, self.ply);
            self.trace(Event::Enter { mv, ply, depth, window, flags: flags.bits() });
        }
    }

    fn table_cutoff(&self, hit: Hit, w: Window, depth: Depth, flags: V::Flags) -> Option<Score> {
        let equal = self.alternatives().hash_equal_depth;
        let deep_enough = if equal { hit.depth == depth } else { hit.depth >= depth };
        let usable =
            deep_enough && (flags.served_by(hit.flags) || !self.settings.hash_respects_flags);
        let cuts = match hit.bound {
            Bound::Exact => true,
            Bound::Lower => hit.score >= w.beta,
            Bound::Upper => hit.score <= w.alpha,
        };
        (usable && cuts).then_some(self.within(w, hit.score))
    }

    #[inline(always)]
    fn count_main_node(&mut self) {
        self.counts.main += 1;
        self.quiescence.effort.nodes += 1;
    }

    /// Has the search been stopped? Values are then meaningless.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.quiescence.effort.stopped
    }
}

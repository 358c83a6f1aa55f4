//! The search around the pruning variant: leaf, draw, table, then the variant's `node`, then store.
//! A variant decides what happens before `pvs` searches the moves; it is known only as a trait.
//! A search is a pure function of (position, settings, variant, limits): no clock, no threads.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::effort::Effort;
use crate::ordering::{History, Killers, Picker, Sources, is_quiet};
use crate::position::Position;
use crate::quiescence::{Quiescence, evaluate};
use crate::score::{Depth, MAX_PLY, Score, Window};
use crate::settings::SearchSettings;
use crate::table::{Bound, Hit, TranspositionTable};
use crate::trace::{Event, Trace};
use crate::types::Move;

/// What a variant hands down the tree with every call, such as the paper's `verify`.
pub trait Flags: Copy {
    /// Six bits for the table.
    fn bits(self) -> u8;
    /// May a table entry made under `stored` be used at a node with these flags?
    fn served_by(self, stored: u8) -> bool;
}

/// A variant that hands nothing down.
impl Flags for () {
    fn bits(self) -> u8 {
        0
    }
    fn served_by(self, _: u8) -> bool {
        true
    }
}

/// `verify`: an entry made with verification serves both kinds of node,
/// one made without serves only nodes without.
impl Flags for bool {
    #[inline(always)]
    fn bits(self) -> u8 {
        self as u8
    }
    #[inline(always)]
    fn served_by(self, stored: u8) -> bool {
        stored != 0 || !self
    }
}

/// A pruning variant: what is done at a node before (and after) its moves are searched.
pub trait PruningVariant: Sized {
    /// What is handed down the tree.
    type Flags: Flags;
    /// The flags at the root.
    fn root(&self) -> Self::Flags;
    /// Searches the node at hand: null move, verification, and [`Search::pvs`] for its moves.
    fn node(&self, s: &mut Search<Self>, w: Window, depth: Depth, flags: Self::Flags) -> Score;
}

/// Node and event counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Nodes of the main search, null moves included.
    pub main: u64,
    /// Nodes of the quiescence search.
    pub quiescence: u64,
    /// Null moves tried.
    pub null_tried: u64,
    /// Null moves whose fail-high cut the node off.
    pub null_cut: u64,
    /// Fail-highs that led to a search with reduced depth instead.
    pub verifications: u64,
    /// Verifications below beta, searched again at the original depth.
    pub researches: u64,
    /// Re-searches that stayed below beta.
    pub researches_below_beta: u64,
}

impl Counts {
    /// Main and quiescence nodes: one for each move made.
    pub fn nodes(&self) -> u64 {
        self.main + self.quiescence
    }
}

/// The result of one iteration of iterative deepening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// Nominal depth in plies.
    pub depth: u8,
    /// Counts since the first iteration.
    pub counts: Counts,
    /// Value of the root for the side to move.
    pub score: Score,
    /// Best move; `None` in a position without moves.
    pub best_move: Option<Move>,
    /// Principal variation; shorter than the depth where the table cut it off.
    pub pv: Vec<Move>,
    /// Share of the table in use, per mille of a sample.
    pub hash_per_mille: u32,
}

/// What an iteration had found when the search was stopped in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfinished {
    /// Nominal depth in plies.
    pub depth: u8,
    /// Counts since the first iteration.
    pub counts: Counts,
    /// Principal variation of the best move so far; empty if no move was finished.
    pub pv: Vec<Move>,
}

/// When to stop.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    /// The deepest iteration, from 1.
    pub depth: u8,
    /// Stop after so many nodes.
    pub nodes: Option<u64>,
    /// Stop when this becomes true (checked every few thousand nodes).
    pub stop: Option<&'a AtomicBool>,
    /// Keys of earlier positions of the game, oldest first, for repetitions.
    pub game: &'a [u64],
    /// Only these moves at the root; all if empty.
    pub root_moves: &'a [Move],
    /// Where an iteration that is stopped leaves what it has found, for play.
    pub unfinished: Option<&'a OnceLock<Unfinished>>,
    /// Who is told of every main node; nobody in a measurement.
    pub trace: Option<Trace<'a>>,
}

/// One position of the path.
struct Frame {
    position: Position,
    /// The move that led here.
    mv: Move,
    /// Best move of `pvs` here, for the table.
    best: Move,
    /// Did the node end without a search of its moves? Its value is not stored then.
    unstored: bool,
    /// Where this node's moves begin on the stack.
    base: usize,
    pv: Vec<Move>,
}

/// A running search.
pub struct Search<'a, V: PruningVariant> {
    variant: &'a V,
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
}

/// Searches `position` by iterative deepening; `report` gets each finished iteration.
/// The table is started anew: nothing carries over from an earlier search.
pub fn search<V: PruningVariant>(
    variant: &V,
    position: &Position,
    settings: &SearchSettings,
    limits: &Limits,
    table: &mut TranspositionTable,
    report: &mut dyn FnMut(&Iteration),
) -> Vec<Iteration> {
    table.start_search(settings);
    let frame = |_| Frame {
        position: *position,
        mv: Move::NULL,
        best: Move::NULL,
        unstored: false,
        base: 0,
        pv: Vec::with_capacity(MAX_PLY),
    };
    let mut keys = limits.game.to_vec();
    keys.push(position.key());
    let mut search = Search {
        variant,
        settings,
        limits,
        table,
        quiescence: Quiescence::new(settings, Effort::new(limits.nodes, limits.stop)),
        history: History::new(),
        killers: Killers::new(),
        frames: (0..MAX_PLY + 2).map(frame).collect(),
        keys,
        ply: 0,
        root_best: Move::NULL,
        counts: Counts::default(),
    };
    let mut iterations = Vec::new();
    for depth in 1..=limits.depth {
        let Some(iteration) = search.iterate(depth) else { break };
        report(&iteration);
        iterations.push(iteration);
        if limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            break; // told by `report`, perhaps
        }
    }
    iterations
}

impl<V: PruningVariant> Search<'_, V> {
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
        let frame = &self.frames[ply];
        let extended = frame.position.in_check() && self.settings.leaf_check_extension;
        if depth <= 0 && !extended {
            return self.quiescence.search(&frame.position, w, frame.base);
        }
        let depth = depth.max(1);
        self.count_main_node();

        // Step 3. Limits, the deepest ply.
        if self.quiescence.effort.is_spent() {
            return Score::DRAW;
        }
        if ply >= MAX_PLY {
            let position = &self.frames[ply].position;
            return Score(evaluate(self.settings.evaluation, position.board(), position.turn()));
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

        // Step 5. The variant: null move, then the moves.
        self.frames[ply].unstored = false;
        let variant = self.variant;
        let score = variant.node(self, w, depth, flags);
        if self.stopped() {
            return Score::DRAW;
        }

        // Step 6. Store, with depth and flags as they were at entry.
        let frame = &self.frames[ply];
        if !frame.unstored {
            let bound = if score >= w.beta {
                Bound::Lower
            } else if score > w.alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let hit = Hit { best: frame.best, score, depth, bound, flags: flags.bits() };
            self.table.store(key, ply, hit);
        }
        self.trace(Event::Leave { score, by_table: false });
        score
    }

    /// Tells whoever listens what happens at the node at hand.
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
        let usable = hit.depth >= depth
            && (flags.served_by(hit.flags) || !self.settings.hash_respects_flags);
        let cuts = match hit.bound {
            Bound::Exact => true,
            Bound::Lower => hit.score >= w.beta,
            Bound::Upper => hit.score <= w.alpha,
        };
        (usable && cuts).then_some(hit.score)
    }

    /// Probes the table once more after a reduction, if that setting is on (it is not by default).
    /// What it gives is not stored: at the depth of entry it would pass for a search that was never
    /// made, and the next iteration would find it again.
    pub fn probe_again(&mut self, w: Window, depth: Depth, flags: V::Flags) -> Option<Score> {
        if !self.settings.reprobe_after_reduction {
            return None;
        }
        let hit = self.table.probe(self.frames[self.ply].position.key(), self.ply)?;
        let score = self.table_cutoff(hit, w, depth, flags)?;
        self.frames[self.ply].unstored = true;
        Some(score)
    }

    /// NegaScout/PVS over the moves of the node at hand: the first with the whole window, the
    /// others with a minimal one, searched again if they fall inside.
    pub fn pvs(&mut self, w: Window, depth: Depth, flags: V::Flags) -> Score {
        let ply = self.ply;
        let table_move = if ply == 0 { self.root_best } else { self.frames[ply].best };
        let mut picker = Picker::new(table_move, self.frames[ply].base);
        let mut best = -Score::INFINITE;
        let mut best_move = Move::NULL;
        let mut alpha = w.alpha;
        let mut searched = 0;
        self.frames[ply].pv.clear();
        while let Some(mv) = self.pick(&mut picker) {
            self.enter(mv, picker.end());
            let value = if searched == 0 {
                -self.search(-Window::new(alpha, w.beta), depth - 1, flags)
            } else {
                let value = -self.search(-Window::minimal(alpha), depth - 1, flags);
                if alpha < value && value < w.beta {
                    -self.search(-Window::new(alpha, w.beta), depth - 1, flags)
                } else {
                    value
                }
            };
            self.leave();
            if self.stopped() {
                return Score::DRAW;
            }
            searched += 1;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = mv;
                    self.keep_pv(mv);
                    if alpha >= w.beta {
                        break;
                    }
                }
            }
        }
        if searched == 0 {
            self.frames[ply].best = Move::NULL;
            let in_check = self.frames[ply].position.in_check();
            return if in_check { Score::mated(ply) } else { Score::DRAW };
        }
        if best_move != Move::NULL {
            self.frames[ply].best = best_move;
            self.reward(best_move, depth, best >= w.beta);
        }
        best
    }

    #[inline(always)]
    fn pick(&mut self, picker: &mut Picker) -> Option<Move> {
        loop {
            let mut sources = Sources {
                position: &self.frames[self.ply].position,
                moves: &mut self.quiescence.moves,
                history: self.settings.history.then_some(&self.history),
                killers: self.settings.killers.then_some(&self.killers),
                capture_order: self.settings.capture_order,
                ply: self.ply,
            };
            let mv = picker.next(&mut sources)?;
            let allowed = self.limits.root_moves;
            if self.ply > 0 || allowed.is_empty() || allowed.contains(&mv) {
                return Some(mv);
            }
        }
    }

    /// A quiet move that cut off or is the exact best one counts in history and killers.
    fn reward(&mut self, mv: Move, depth: Depth, cutoff: bool) {
        let position = &self.frames[self.ply].position;
        if is_quiet(position.board(), mv) {
            self.history.reward(position.turn(), mv, depth);
            if cutoff {
                self.killers.add(self.ply, mv);
            }
        }
    }

    fn keep_pv(&mut self, mv: Move) {
        let (upper, lower) = self.frames.split_at_mut(self.ply + 1);
        let pv = &mut upper[self.ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&lower[0].pv);
    }

    /// Makes a move; the next node's moves may lie on the stack from `base`.
    #[inline(always)]
    fn enter(&mut self, mv: Move, base: usize) {
        let (upper, lower) = self.frames.split_at_mut(self.ply + 1);
        let next = &mut lower[0];
        upper[self.ply].position.make_into(mv, &mut next.position);
        self.entered(mv, base);
    }

    fn enter_null(&mut self) {
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
    fn leave(&mut self) {
        self.keys.pop();
        self.ply -= 1;
    }

    /// Repetition within game and path, or the fifty-move rule (which mate precedes).
    #[inline(always)]
    fn is_draw(&self) -> bool {
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

    #[inline(always)]
    fn count_main_node(&mut self) {
        self.counts.main += 1;
        self.quiescence.effort.nodes += 1;
    }

    /// Has the search been told to stop? Values are then meaningless.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.quiescence.effort.stopped
    }
}

/// What variants are made of, under the paper's names.
impl<V: PruningVariant> Search<'_, V> {
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
    }

    /// Are both of the last two moves null moves?
    pub fn after_two_nulls(&self) -> bool {
        self.ply >= 2
            && self.frames[self.ply].mv.is_null()
            && self.frames[self.ply - 1].mv.is_null()
    }

    /// The position at hand.
    pub fn position(&self) -> &Position {
        &self.frames[self.ply].position
    }

    /// The static value of the position at hand.
    pub fn evaluation(&self) -> Score {
        let position = self.position();
        Score(evaluate(self.settings.evaluation, position.board(), position.turn()))
    }

    /// Makes a null move and searches with a minimal window around beta.
    pub fn null_search(&mut self, beta: Score, depth: Depth, flags: V::Flags) -> Score {
        self.counts.null_tried += 1;
        self.trace(Event::NullTried { depth });
        self.enter_null();
        let value = -self.search(-Window::new(beta - 1, beta), depth, flags);
        self.leave();
        value
    }

    /// Cuts off on the null move's value, which is not stored in the table.
    #[inline(always)]
    pub fn cutoff(&mut self, value: Score) -> Score {
        self.counts.null_cut += 1;
        self.trace(Event::NullCut);
        self.frames[self.ply].unstored = true;
        value
    }

    /// The value of the node at hand at a reduced depth: `pvs`, or quiescence when none is left.
    pub fn reduced(&mut self, w: Window, depth: Depth, flags: V::Flags) -> Score {
        if depth > 0 {
            return self.pvs(w, depth, flags);
        }
        let frame = &self.frames[self.ply];
        self.quiescence.effort.nodes -= 1; // no move was made to get here
        self.quiescence.search(&frame.position, w, frame.base)
    }

    /// Counts a fail-high that leads to a search at reduced depth.
    #[inline(always)]
    pub fn count_verification(&mut self) {
        self.counts.verifications += 1;
        self.trace(Event::Verification);
    }

    /// Counts a re-search at the original depth.
    pub fn count_research(&mut self) {
        self.counts.researches += 1;
        self.trace(Event::Research);
    }

    /// Counts a re-search that stayed below beta.
    pub fn count_research_below_beta(&mut self) {
        self.counts.researches_below_beta += 1;
    }
}

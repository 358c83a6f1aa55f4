//! What all methods of the survey share: the path of positions, the supply of moves, the horizon,
//! the memory tables and the counts. The methods call it by the names of the survey's pseudo-code.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::Ordering;

use crate::effort::Effort;
use crate::evaluation::{Weights, evaluate};
use crate::ordering::History;
use crate::position::Position;
use crate::quiescence::Quiescence;
use crate::score::{Depth, MAX_PLY, Score, Window};
use crate::settings::SearchSettings;
use crate::table::{Hit, TranspositionTable};
use crate::types::Move;

use super::counts::SurveyCounts;
use super::iterate::SurveyLimits;
use super::killers::Killers;
use super::node::{Node, RootMove};
use super::refutation::Refutations;
use super::settings::{Horizon, SurveySettings};
use super::{forward, history, ordering, transposition};

/// Best moves by position and depth, for the tree with the best move first.
pub(super) type Memory = HashMap<(u64, Depth), Move>;

/// The call of a method at a node.
pub(super) type MethodFn = fn(&mut Searcher, Score, Score, Depth) -> Score;

/// A running search.
pub(super) struct Searcher<'a> {
    pub(super) settings: &'a SurveySettings,
    pub(super) root: Vec<RootMove>,
    pub(super) root_best: Move,
    pub(super) refutations: Refutations,
    pub(super) memory: Option<Memory>,
    pub(super) ply: usize,
    pub(super) stopped: bool,
    method: MethodFn,
    limits: &'a SurveyLimits<'a>,
    table: &'a mut TranspositionTable,
    quiescence: Quiescence<'a>,
    history: History,
    killers: Killers,
    nodes: Vec<Node>,
    keys: Vec<(u64, Move)>,
    counts: SurveyCounts,
}

/// How many interior nodes lie between two looks at the limits.
const POLL_INTERVAL: u64 = 1024;

impl<'a> Searcher<'a> {
    pub(super) fn new(
        position: &Position,
        settings: &'a SurveySettings,
        limits: &'a SurveyLimits<'a>,
        table: &'a mut TranspositionTable,
    ) -> Searcher<'a> {
        let engine = SearchSettings {
            hash_entries: settings.table_entries,
            evaluation: settings.evaluation,
            quiescence: settings.horizon != Horizon::Static,
            ..SearchSettings::default()
        };
        table.start_search(&engine);
        let mut searcher = Searcher {
            settings,
            root: Vec::new(),
            root_best: Move::NULL,
            refutations: Refutations::new(),
            memory: None,
            ply: 0,
            stopped: false,
            method: settings.method.node(),
            limits,
            table,
            quiescence: Quiescence::new(&engine, Effort::new(limits.nodes, limits.stop)),
            history: History::new(),
            killers: Killers::new(),
            nodes: vec![Node::at(position); MAX_PLY + 2],
            keys: Vec::new(),
            counts: SurveyCounts::default(),
        };
        searcher.order_root();
        searcher
    }

    /// "An extensive static analysis is done at the root node": its moves by the value of a
    /// quiescence search after each, equal ones as generated; without it the provisional order.
    fn order_root(&mut self) {
        self.generate();
        let mut moves = std::mem::take(&mut self.nodes[0].moves);
        if self.settings.root_presort {
            let mut valued: Vec<(Score, Move)> =
                moves.iter().map(|&mv| (self.immediate_value(mv), mv)).collect();
            valued.sort_by_key(|&(value, _)| Reverse(value));
            moves = valued.into_iter().map(|(_, mv)| mv).collect();
        }
        let root = |(rank, mv)| RootMove { mv, value: -Score::INFINITE, rank };
        self.root = moves.into_iter().enumerate().map(root).collect();
        self.counts = SurveyCounts::default(); // the tree begins with the search
    }

    /// The counts so far.
    pub(super) fn counts(&self) -> SurveyCounts {
        let quiescence = self.quiescence.effort.nodes.saturating_sub(self.counts.horizon);
        SurveyCounts { quiescence, ..self.counts }
    }

    /// The recursive call of the survey's functions: the value of the position just moved to.
    pub(super) fn search(&mut self, alpha: Score, beta: Score, mut depth: Depth) -> Score {
        let ply = self.ply;
        self.nodes[ply].line.clear();
        self.nodes[ply].table_move = Move::NULL;
        if ply >= MAX_PLY {
            return self.evaluate(alpha, beta);
        }
        if depth == 0 && self.settings.leaf_extension && self.position().in_check() {
            depth = 1;
        }
        let score = if let Some(score) = forward::omitted(self, beta, depth) {
            score
        } else if !self.table.is_empty() {
            transposition::with_table(self, alpha, beta, depth)
        } else if depth == 0 {
            self.evaluate(alpha, beta) // horizon node, maximum depth
        } else {
            self.node(alpha, beta, depth)
        };
        self.nodes[ply].value = score;
        score
    }

    /// The moves of this node by the chosen method, and what history and killers learn.
    pub(super) fn node(&mut self, alpha: Score, beta: Score, depth: Depth) -> Score {
        self.look_at_limits();
        self.counts.interior += 1;
        let ply = self.ply;
        let first = self.first_move(depth);
        let node = &mut self.nodes[ply];
        node.first = first;
        node.first_given = first == Move::NULL;
        node.generated = false;
        node.next = 0;
        node.best = Move::NULL;
        node.score = -Score::INFINITE;
        let score = (self.method)(self, alpha, beta, depth);
        let node = &self.nodes[ply];
        let best = node.best;
        if self.stopped || best == Move::NULL || score <= alpha {
            return score;
        }
        history::reward(&mut self.history, self.settings, &node.position, best, depth);
        if score >= beta {
            self.killers.add(ply, best);
        }
        if let Some(memory) = &mut self.memory {
            memory.insert((node.position.key(), depth), best);
        }
        score
    }

    /// The move that a memory gives; it is tried before others are generated.
    fn first_move(&self, depth: Depth) -> Move {
        let node = &self.nodes[self.ply];
        let remembered = self
            .memory
            .as_ref()
            .and_then(|memory| memory.get(&(node.position.key(), depth)).copied());
        let of_line = || match self.ply {
            0 => Some(self.root_best),
            ply => self.refutations.get(node.follows?, ply),
        };
        let usable = |mv: &Move| node.position.is_legal(*mv);
        remembered
            .filter(usable)
            .or_else(|| Some(node.table_move).filter(usable))
            .or_else(|| of_line().filter(usable))
            .unwrap_or(Move::NULL)
    }

    /// The next successor; `None` after the last.
    pub(super) fn next_move(&mut self) -> Option<Move> {
        if self.stopped {
            return None;
        }
        let ply = self.ply;
        if !self.nodes[ply].first_given {
            self.nodes[ply].first_given = true;
            return Some(self.nodes[ply].first);
        }
        if !self.nodes[ply].generated {
            self.generate();
        }
        let node = &mut self.nodes[ply];
        loop {
            let mv = *node.moves.get(node.next)?;
            node.next += 1;
            if mv != node.first {
                return Some(mv);
            }
        }
    }

    /// Generate: the moves of this node in the order in which they are tried.
    fn generate(&mut self) {
        let ply = self.ply;
        let node = &mut self.nodes[ply];
        node.generated = true;
        let mut moves = std::mem::take(&mut node.moves);
        moves.clear();
        if ply == 0 && !self.root.is_empty() {
            moves.extend(self.root.iter().map(|root| root.mv));
        } else {
            node.position.for_each_legal(|mv| moves.push(mv));
            let killers = self.killers.get(ply);
            let (position, settings) = (&node.position, self.settings);
            ordering::sort(&mut moves, &mut self.keys, position, settings, &self.history, killers);
        }
        self.counts.expanded += 1;
        self.counts.generated += moves.len() as u64;
        self.nodes[ply].moves = moves;
        forward::keep_best(self);
    }

    /// Is this node a leaf, without any move?
    pub(super) fn has_no_moves(&self) -> bool {
        let node = &self.nodes[self.ply];
        node.generated && node.moves.is_empty() && !self.stopped
    }

    /// Makes a move.
    pub(super) fn make(&mut self, mv: Move) {
        let ply = self.ply;
        let node = &self.nodes[ply];
        let follows = match ply {
            0 => self.refutations.find(mv),
            _ => node.follows.filter(|&line| self.refutations.get(line, ply) == Some(mv)),
        };
        let position = node.position.make(mv);
        self.ply += 1;
        let next = &mut self.nodes[ply + 1];
        next.position = position;
        next.made = mv;
        next.follows = follows;
    }

    /// Retracts the current move. At the root its value and continuation are kept for the next
    /// iteration.
    pub(super) fn undo(&mut self) {
        self.ply -= 1;
        if self.ply > 0 || self.stopped {
            return;
        }
        let child = &self.nodes[1];
        if let Some(root) = self.root.iter_mut().find(|root| root.mv == child.made) {
            root.value = -child.value;
        }
        if self.settings.refutation {
            self.refutations.set(child.made, &child.line);
        }
    }

    /// Notes a new best score and its continuation.
    pub(super) fn note_best(&mut self, mv: Move, score: Score) {
        let (upper, lower) = self.nodes.split_at_mut(self.ply + 1);
        let node = &mut upper[self.ply];
        node.best = mv;
        node.score = score;
        node.line.clear();
        node.line.push(mv);
        node.line.extend_from_slice(&lower[0].line);
    }

    /// Evaluate at a horizon node. The survey's function knows no bounds; by default they are
    /// handed to the quiescence search.
    pub(super) fn evaluate(&mut self, alpha: Score, beta: Score) -> Score {
        self.counts.horizon += 1;
        let window = match self.settings.horizon {
            Horizon::Bounded => Window::new(alpha, beta),
            Horizon::Exact | Horizon::Static => Window::FULL,
        };
        let value = self.quiescence.search(&self.nodes[self.ply].position, window, 0);
        self.stopped |= self.quiescence.effort.stopped;
        value
    }

    /// Evaluate at a node without moves: mate or stalemate.
    pub(super) fn evaluate_leaf(&self) -> Score {
        if self.position().in_check() { Score::mated(self.ply) } else { Score::DRAW }
    }

    fn look_at_limits(&mut self) {
        if !self.counts.interior.is_multiple_of(POLL_INTERVAL) {
            return;
        }
        let told = self.limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        let spent = self.limits.nodes.is_some_and(|limit| self.counts().nodes() >= limit);
        self.stopped |= told || spent;
    }
}

/// Access for the single techniques.
impl Searcher<'_> {
    /// The current position.
    pub(super) fn position(&self) -> &Position {
        &self.nodes[self.ply].position
    }

    /// Re-searches happen only at a greater remaining depth.
    pub(super) fn research_above(&self) -> Depth {
        Depth::from(self.settings.research_above)
    }

    pub(super) fn count_research(&mut self) {
        self.counts.researches += 1;
    }

    pub(super) fn count_aspiration_research(&mut self) {
        self.counts.aspiration_researches += 1;
    }

    pub(super) fn count_omitted(&mut self) {
        self.counts.omitted += 1;
    }

    /// Retrieve: the table's entry for the current position.
    pub(super) fn retrieve(&self) -> Option<Hit> {
        self.table.probe(self.position().key(), self.ply)
    }

    /// Store. A stopped search knows nothing worth keeping.
    pub(super) fn store(&mut self, hit: Hit) {
        if !self.stopped {
            let key = self.position().key();
            self.table.store(key, self.ply, hit);
        }
    }

    pub(super) fn set_table_move(&mut self, mv: Move) {
        self.nodes[self.ply].table_move = mv;
    }

    /// The table ended the search of this position; its move is all that is known of the line.
    pub(super) fn note_table_cutoff(&mut self, best: Move) {
        self.counts.table_cutoffs += 1;
        let node = &mut self.nodes[self.ply];
        if best != Move::NULL {
            node.line.push(best);
        }
    }

    /// Best move of this node.
    pub(super) fn best_move(&self) -> Move {
        self.nodes[self.ply].best
    }

    /// Best value found so far among the moves tried before the last one.
    pub(super) fn best_before(&self) -> Option<Score> {
        let parent = &self.nodes[self.ply.checked_sub(1)?];
        (parent.best != Move::NULL).then_some(parent.score)
    }

    /// Static value of the current position.
    pub(super) fn static_value(&self) -> Score {
        let position = self.position();
        let (board, us) = (position.board(), position.turn());
        Score(evaluate(self.settings.evaluation, Weights::PLAIN, board, us))
    }

    /// Value of a move by a quiescence search of the position after it.
    pub(super) fn immediate_value(&mut self, mv: Move) -> Score {
        let next = self.position().make(mv);
        -self.quiescence.search(&next, Window::FULL, 0)
    }

    /// The generated moves of this node.
    pub(super) fn moves(&self) -> &[Move] {
        &self.nodes[self.ply].moves
    }

    /// Keeps the generated moves with these ascending numbers.
    pub(super) fn retain_moves(&mut self, kept: &[usize]) {
        let moves = &mut self.nodes[self.ply].moves;
        for (to, &from) in kept.iter().enumerate() {
            moves[to] = moves[from];
        }
        moves.truncate(kept.len());
    }

    /// Main line of the root.
    pub(super) fn root_line(&self) -> Vec<Move> {
        self.nodes[0].line.clone()
    }

    pub(super) fn set_root_line(&mut self, line: Vec<Move>) {
        self.nodes[0].line = line;
    }
}

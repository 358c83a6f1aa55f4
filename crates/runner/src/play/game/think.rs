//! How a variant chooses a move in a game: an iterative search under limits, ended by depth,
//! nodes, a found mate, the clock or a stop from outside. There is always a move if one is legal.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use vnmp_engine::{Iteration, Limits, Move, SearchSettings, TranspositionTable, Unfinished};
use vnmp_variants::Variant;

use super::alarm::Alarm;
use super::{Budget, Game};

/// The deepest iteration of a search in play, in plies.
pub(crate) const DEEPEST: u8 = 120;

/// When to stop thinking; all that are given hold at once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Limit {
    /// Deepest iteration in plies.
    pub(crate) depth: Option<u8>,
    /// Nodes; the search ends a few beyond.
    pub(crate) nodes: Option<u64>,
    /// Time for the move.
    pub(crate) time: Option<Budget>,
    /// Until a mate in at most this many moves is found.
    pub(crate) mate: Option<u32>,
    /// Only these moves; all if empty.
    pub(crate) moves: Vec<Move>,
}

/// The result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Thought {
    /// The move; `None` if there is none.
    pub(crate) best: Option<Move>,
    /// The last finished iteration, if there is one.
    pub(crate) last: Option<Iteration>,
    /// Nodes of all iterations, the unfinished one included.
    pub(crate) nodes: u64,
}

/// A variant with its settings and its table.
pub(crate) struct Thinker {
    /// How it prunes.
    pub(crate) variant: Variant,
    /// Its other settings.
    pub(crate) settings: SearchSettings,
    table: TranspositionTable,
    /// Started with the first search.
    alarm: Option<Alarm>,
}

impl Thinker {
    /// A thinker; its table is allocated at the first search, or by [`Thinker::get_ready`].
    pub(crate) fn new(variant: Variant, settings: SearchSettings) -> Thinker {
        Thinker { variant, settings, table: TranspositionTable::new(0), alarm: None }
    }

    /// Allocates the table's memory before the clock runs, so that the first search need not.
    pub(crate) fn get_ready(&mut self) {
        if self.table.len() != self.settings.hash_entries {
            self.table.get_ready(self.settings.hash_entries);
        }
    }

    /// Chooses a move. `report` gets every finished iteration. The result depends on nothing but
    /// variant, settings, game and limit, unless the clock, `stop` or an interrupt ends the search. `stop` is for
    /// this search alone: it is set at its end, or later.
    pub(crate) fn think(
        &mut self,
        game: &Game,
        limit: &Limit,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(&Iteration),
    ) -> Thought {
        let begun = Instant::now();
        let mut candidates = game.position().legal_moves();
        candidates.retain(|mv| limit.moves.is_empty() || limit.moves.contains(mv));
        if candidates.is_empty() {
            return Thought { best: None, last: None, nodes: 0 };
        }
        let forced = candidates.len() == 1;
        let mut watch = |iteration: &Iteration| {
            report(iteration);
            if enough(limit, iteration, begun.elapsed(), forced) {
                stop.store(true, Ordering::Relaxed);
            }
        };
        self.set_alarm(limit.time.map(|budget| budget.limit), stop);
        let (iterations, unfinished) = self.search(game, limit, stop, &mut watch);
        let cut_short = unfinished.as_ref().and_then(|found| found.pv.first().copied());
        let last = iterations.into_iter().next_back();
        let finished = last.as_ref().and_then(|iteration| iteration.best_move);
        let counted = last.as_ref().map_or(0, |iteration| iteration.counts.nodes());
        Thought {
            best: cut_short.or(finished).or(candidates.first().copied()),
            nodes: unfinished.map_or(counted, |found| found.counts.nodes()),
            last,
        }
    }

    fn set_alarm(&mut self, time: Option<Duration>, stop: &Arc<AtomicBool>) {
        if self.alarm.is_none() {
            self.alarm = Alarm::start().ok();
        }
        match &self.alarm {
            Some(alarm) => alarm.set(time, stop),
            None if time.is_some() => stop.store(true, Ordering::Relaxed), // any move in time
            None => {}
        }
    }

    fn search(
        &mut self,
        game: &Game,
        limit: &Limit,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Iteration),
    ) -> (Vec<Iteration>, Option<Unfinished>) {
        let unfinished = OnceLock::new();
        let limits = Limits {
            depth: limit.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST),
            nodes: limit.nodes,
            stop: Some(stop),
            game: game.earlier_keys(),
            root_moves: &limit.moves,
            unfinished: Some(&unfinished),
            trace: None,
            census: None,
        };
        let Thinker { variant, settings, table, .. } = self;
        let iterations = variant.search(game.position(), settings, &limits, table, report);
        (iterations, unfinished.into_inner())
    }
}

/// Is there no point in another iteration?
fn enough(limit: &Limit, iteration: &Iteration, elapsed: Duration, forced: bool) -> bool {
    let mate = iteration.score.mate_in().filter(|moves| *moves > 0);
    let mated = limit.mate.is_some_and(|most| mate.is_some_and(|m| m.unsigned_abs() <= most));
    let decided = forced || mate == Some(1); // nothing is better
    mated || limit.time.is_some_and(|budget| decided || elapsed >= budget.aim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vnmp_engine::{Position, START_FEN};

    fn thinker() -> Thinker {
        let settings = SearchSettings { hash_entries: 1 << 16, ..SearchSettings::default() };
        Thinker::new(Variant::parse("v3").unwrap(), settings)
    }

    fn think(game: &Game, limit: &Limit) -> Thought {
        thinker().think(game, limit, &Arc::default(), &mut |_| {})
    }

    #[test]
    fn a_search_that_is_stopped_before_it_begins_still_gives_a_legal_move() {
        // Not even depth 1 is finished; in the second position the only legal move gives check.
        for (fen, finished) in [(START_FEN, 0), ("7R/8/3b4/8/8/8/k6q/7K w - - 0 1", 0)] {
            let game = Game::new(Position::from_fen(fen).unwrap());
            let stop = Arc::new(AtomicBool::new(true));
            let thought = thinker().think(&game, &Limit::default(), &stop, &mut |_| {});
            assert!(game.position().is_legal(thought.best.unwrap()));
            assert_eq!(thought.last.map_or(0, |last| last.depth), finished, "{fen}");
        }
    }

    #[test]
    fn a_node_limit_is_kept_within_a_quiescence_search_and_is_repeatable() {
        let limit = Limit { nodes: Some(10_000), ..Limit::default() };
        let thought = think(&Game::default(), &limit);
        assert!((10_000..11_000).contains(&thought.nodes), "{}", thought.nodes);
        assert_eq!(thought, think(&Game::default(), &limit));
    }

    #[test]
    fn without_time_left_or_with_the_mate_found_no_other_iteration_begins() {
        let game = Game::new(Position::from_fen("7k/8/5KQ1/8/8/8/8/8 w - - 0 1").unwrap());
        let none = Budget { aim: Duration::ZERO, limit: Duration::from_secs(60) };
        for limit in [
            Limit { time: Some(none), ..Limit::default() },
            Limit { mate: Some(1), ..Limit::default() },
        ] {
            let thought = think(&game, &limit);
            let last = thought.last.unwrap();
            assert_eq!((last.depth, thought.nodes), (1, last.counts.nodes()), "{limit:?}");
        }
    }

    #[test]
    fn a_time_limit_is_kept_without_any_finished_depth() {
        let budget = Budget { aim: Duration::from_secs(3600), limit: Duration::from_millis(60) };
        let limit = Limit { time: Some(budget), ..Limit::default() };
        let begun = Instant::now();
        let thought = think(&Game::default(), &limit);
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
        assert!(thought.best.is_some());
    }

    #[test]
    fn the_table_is_there_before_the_first_search_and_changes_nothing() {
        let limit = Limit { depth: Some(4), ..Limit::default() };
        let mut ready = thinker();
        assert_eq!(ready.table.len(), 0);
        ready.get_ready();
        assert_eq!(ready.table.len(), 1 << 16);
        let game = Game::default();
        let thought = ready.think(&game, &limit, &Arc::default(), &mut |_| {});
        assert_eq!(thought, think(&game, &limit));
    }

    #[test]
    fn a_mate_ends_the_search_when_a_mate_was_asked_for() {
        let game = Game::new(Position::from_fen("7k/8/5KQ1/8/8/8/8/8 w - - 0 1").unwrap());
        let limit = Limit { mate: Some(1), ..Limit::default() };
        let thought = think(&game, &limit);
        assert_eq!(thought.best.unwrap().to_string(), "g6g7");
    }

    #[test]
    fn only_the_named_moves_are_searched_even_when_stopped_at_once() {
        let game = Game::default();
        let only = game.position().legal_uci("a2a3").unwrap();
        let limit = Limit { moves: vec![only], depth: Some(3), ..Limit::default() };
        assert_eq!(think(&game, &limit).best, Some(only));
        let limit = Limit { nodes: Some(0), ..limit };
        assert_eq!(think(&game, &limit).best, Some(only));
    }

    #[test]
    fn a_repetition_of_the_game_is_a_draw_in_the_search() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"; // a queen down
        let mut game = Game::new(Position::from_fen(fen).unwrap());
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            let mv = game.position().legal_uci(text).unwrap();
            game.play(mv);
        }
        let limit = Limit { depth: Some(1), ..Limit::default() };
        let thought = think(&game, &limit);
        assert_eq!(thought.best.unwrap().to_string(), "g1f3");
        assert_eq!(thought.last.unwrap().score, vnmp_engine::Score::DRAW);
        let without_history = think(&Game::new(*game.position()), &limit);
        assert!(without_history.last.unwrap().score.0 < -500);
    }
}

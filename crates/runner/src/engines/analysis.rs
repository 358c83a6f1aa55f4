//! A fixed-depth search by another engine, divided into iterations by its info lines.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use vnmp_engine::{Move, Position};

use super::{Client, Failure, Info};
use crate::base::notation;

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Analysis {
    /// One row for each depth from 1, if the engine did not fail.
    pub(crate) rows: Vec<AnalysisRow>,
    /// What the engine did wrong.
    pub(crate) failure: Option<String>,
    /// Did a second search, by a new process, give the same counts? `None` if there was none.
    pub(crate) repeatable: Option<bool>,
}

impl Analysis {
    /// A search without results.
    pub(crate) fn failed(failure: &Failure) -> Analysis {
        Analysis { rows: Vec::new(), failure: Some(failure.to_string()), repeatable: None }
    }
}

/// An iteration; values that the engine did not report are absent.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalysisRow {
    /// Nodes from the beginning of the search, as last told in this iteration.
    pub(crate) nodes: Option<u64>,
    /// Processor time of the engine when it told them, in microseconds.
    pub(crate) cpu_us: Option<u64>,
    /// Centipawns for the side to move.
    pub(crate) score_cp: Option<i32>,
    /// Moves to mate.
    pub(crate) mate: Option<i32>,
    /// Best move in SAN.
    pub(crate) best_move: Option<String>,
    /// Principal variation in SAN.
    pub(crate) pv: String,
}

impl Client {
    /// `go depth N` in a new game. An engine that ends early, because it has found a mate or there
    /// is one move only, has needed no more for the remaining depths: they have its last figures.
    ///
    /// # Errors
    /// When it dies, hangs, gives no legal move, or `stop` is set.
    pub(crate) fn analyse(
        &mut self,
        position: &Position,
        depth: u8,
        stop: &AtomicBool,
    ) -> Result<Vec<AnalysisRow>, Failure> {
        let depths = usize::from(depth);
        if !position.has_legal_move() {
            return Ok(vec![AnalysisRow { nodes: Some(0), ..AnalysisRow::default() }; depths]);
        }
        self.new_game(stop)?;
        let mut iterations = Iterations { position, depths, rows: Vec::new(), now: None };
        let command = format!("position fen {}", position.to_fen());
        let go = format!("go depth {depth}");
        let search = self.search(&command, &go, None, stop, &mut |info, cpu| {
            iterations.hear(info, cpu);
            ControlFlow::Continue(())
        })?;
        let text = search.best.unwrap_or_default();
        let Some(best) = position.legal_uci(&text) else {
            let given = match text.as_str() {
                "" => "no move".to_owned(),
                text => format!("the illegal move {}", text.chars().take(20).collect::<String>()),
            };
            let what = format!("gave {given} in {}", position.to_fen());
            return Err(Failure::new(self.name(), what));
        };
        Ok(iterations.end(best, search.cpu))
    }
}

struct Iterations<'a> {
    position: &'a Position,
    depths: usize,
    /// The finished iterations; those that the engine skipped are empty.
    rows: Vec<AnalysisRow>,
    /// What is known about the current iteration; `None` before the first.
    now: Option<AnalysisRow>,
}

impl Iterations<'_> {
    fn hear(&mut self, info: Info, cpu: &dyn Fn() -> Option<Duration>) {
        if info.rank != 1 {
            return;
        }
        if let Some(depth) = info.depth {
            let depth = (depth as usize).clamp(1, self.depths);
            while self.rows.len() + 1 < depth {
                self.rows.push(self.now.clone().unwrap_or_default());
            }
            self.now.get_or_insert_default();
        }
        // Info before the first depth belongs to no iteration.
        let Some(now) = &mut self.now else { return };
        if info.nodes.is_some() {
            now.nodes = info.nodes;
            now.cpu_us = cpu().map(microseconds);
        }
        if let Some(score) = info.score {
            (now.score_cp, now.mate) = score.parts();
            let line = notation::moves(self.position, &info.pv.join(" "));
            if let Some(first) = line.first() {
                now.best_move = Some(self.position.san(*first));
                now.pv = notation::line(self.position, &line);
            }
        }
    }

    fn end(mut self, best: Move, cpu: Option<Duration>) -> Vec<AnalysisRow> {
        let mut last = self.now.take().unwrap_or_default();
        let best = self.position.san(best);
        if last.best_move.as_ref() != Some(&best) {
            last.pv.clone_from(&best);
            last.best_move = Some(best);
        }
        last.cpu_us = cpu.map(microseconds).or(last.cpu_us);
        self.rows.resize(self.depths, last);
        self.rows
    }
}

fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(depths: usize, best: &str, lines: &[&str]) -> Vec<AnalysisRow> {
        let position = Position::start();
        let mut iterations = Iterations { position: &position, depths, rows: vec![], now: None };
        for line in lines {
            iterations.hear(Info::parse(line).unwrap(), &|| None);
        }
        iterations.end(position.legal_uci(best).unwrap(), None)
    }

    fn nodes(rows: &[AnalysisRow]) -> Vec<Option<u64>> {
        rows.iter().map(|row| row.nodes).collect()
    }

    #[test]
    fn an_iteration_ends_where_the_next_begins_and_the_last_at_the_best_move() {
        let rows = rows(
            2,
            "d2d4",
            &[
                "info nodes 1",
                "info depth 1",
                "info depth 1 score cp 30 nodes 20 pv e2e4",
                "info depth 1 seldepth 3 nodes 25",
                "info depth 2",
                "info depth 2 score cp 90 lowerbound nodes 50 pv a2a3",
                "info depth 2 score cp 40 nodes 60 pv d2d4 d7d5 x",
                "info time 3 nodes 66",
            ],
        );
        assert_eq!(nodes(&rows), [Some(25), Some(66)]);
        assert_eq!((rows[0].score_cp, rows[1].score_cp), (Some(30), Some(40)));
        assert_eq!((rows[0].pv.as_str(), rows[1].pv.as_str()), ("e4", "d4 d5"));
    }

    #[test]
    fn skipped_depths_are_empty_and_those_after_an_early_end_repeat_the_last_figures() {
        let rows = rows(5, "e2e4", &["info depth 3 score mate 2 nodes 7 pv e2e4"]);
        assert_eq!(nodes(&rows), [None, None, Some(7), Some(7), Some(7)]);
        assert_eq!((rows[4].mate, rows[0].mate), (Some(2), None));
        assert_eq!(nodes(&self::rows(2, "e2e4", &[])), [None, None]);
    }

    #[test]
    fn a_depth_beyond_the_last_and_a_move_changed_at_the_end_are_survived() {
        let lines = ["info depth 9 score cp 1 nodes 7 pv e2e4 e7e5", "info depth 0 nodes 8"];
        let rows = rows(1, "g1f3", &lines);
        assert_eq!(nodes(&rows), [Some(8)]);
        assert_eq!((rows[0].best_move.as_deref(), rows[0].pv.as_str()), (Some("Nf3"), "Nf3"));
    }
}

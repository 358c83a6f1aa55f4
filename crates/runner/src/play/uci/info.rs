//! The lines that an engine says about a search.

use std::time::Duration;

use vnmp_engine::{Iteration, Move, Position, Score};

/// `info depth ...` of a finished iteration.
pub(crate) fn iteration(iteration: &Iteration, elapsed: Duration) -> String {
    let nodes = iteration.counts.nodes();
    let (per_second, ms) = (rate(nodes, elapsed), elapsed.as_millis());
    let pv: String = iteration.pv.iter().map(|mv| format!(" {mv}")).collect();
    let pv = if pv.is_empty() { pv } else { format!(" pv{pv}") };
    format!(
        "info depth {} score {} nodes {nodes} nps {per_second} hashfull {} time {ms}{pv}",
        iteration.depth,
        score(iteration.score),
        iteration.hash_per_mille,
    )
}

/// `info nodes ...` of a search that ended within an iteration.
pub(crate) fn totals(nodes: u64, elapsed: Duration) -> String {
    format!("info nodes {nodes} nps {} time {}", rate(nodes, elapsed), elapsed.as_millis())
}

/// Nodes per second.
fn rate(nodes: u64, elapsed: Duration) -> u128 {
    u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1)
}

/// `cp 35` or `mate -2`.
pub(crate) fn score(score: Score) -> String {
    match score.mate_in() {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", score.0),
    }
}

/// What is said of a position without moves.
pub(crate) fn no_moves(position: &Position) -> &'static str {
    if position.in_check() { "info depth 0 score mate 0" } else { "info depth 0 score cp 0" }
}

/// `bestmove ...`
pub(crate) fn best_move(best: Option<Move>) -> String {
    best.map_or("bestmove (none)".to_owned(), |mv| format!("bestmove {mv}"))
}

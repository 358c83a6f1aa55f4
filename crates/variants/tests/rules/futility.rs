use super::tree::{Visit, gain, is_check, tree};
use super::{HANGING_QUEEN, assert_never_acts, run};

/// Moves searched at pre-frontier nodes although a margin of 500 leaves them below alpha. At
/// frontier nodes moves are searched by quiescence, which the listener does not see.
fn hopeless(visits: &[Visit]) -> usize {
    let nodes = visits.iter().filter(|node| node.is_ordinary() && node.depth == 2);
    let moves = nodes.flat_map(|node| node.children.iter().map(move |&child| (node, child)));
    moves
        .filter(|(node, child)| {
            let mv = visits[*child].mv;
            let most = node.value() + 500 + gain(&node.position, mv);
            most <= node.window.alpha.0 && !is_check(&node.position, mv)
        })
        .count()
}

#[test]
fn hopeless_moves_are_not_searched_at_pre_frontier_nodes() {
    assert!(hopeless(&tree("none", HANGING_QUEEN, 4)) > 100);
    assert_eq!(hopeless(&tree("none+futility", HANGING_QUEEN, 4)), 0);
    assert!(hopeless(&tree("none+futility:extended=10000", HANGING_QUEEN, 4)) > 100);
}

#[test]
fn the_frontier_has_a_margin_of_its_own() {
    let nodes = |spec: &str| run(spec, HANGING_QUEEN, 4).last().unwrap().counts.nodes();
    let (none, both) = (nodes("none"), nodes("none+futility"));
    let frontier_only = nodes("none+futility:extended=10000");
    assert!(both < frontier_only && frontier_only < none, "{both} {frontier_only} {none}");
}

#[test]
fn what_is_pruned_here_cannot_be_the_best_move() {
    for depth in 1..=6 {
        let (with, without) =
            (run("none+futility", HANGING_QUEEN, depth), run("none", HANGING_QUEEN, depth));
        let best = |found: &[vnmp_engine::Iteration]| found.last().unwrap().best_move;
        assert_eq!(best(&with), best(&without), "depth {depth}");
    }
}

#[test]
fn mate_and_stalemate_are_seen_where_every_move_would_be_hopeless() {
    let search =
        |fen, depth| run("none+futility:frontier=0,extended=0", fen, depth).last().unwrap().score;
    assert_eq!(search("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", 1).0, 0);
    // after Qb6 Black is stalemated: worth 0, far less than the mate
    assert_eq!(search("k7/2K5/8/1Q6/8/8/8/8 w - - 0 1", 3).mate_in(), Some(1));
}

#[test]
fn margins_that_nothing_reaches_change_nothing() {
    assert_never_acts("std:r=2", "futility:frontier=10000,extended=10000");
    assert_never_acts("vrfd:r=3", "futility:frontier=10000,extended=10000");
}

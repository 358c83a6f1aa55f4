use super::tree::{Visit, tree};
use super::{assert_never_acts, run};

/// White takes a queen with a pawn; both sides have enough pieces for the rule to act.
const HANGING_QUEEN: &str = "rn2kb1r/pp3ppp/2p5/3q4/2P1Pn2/2N2N2/PP1B1PPP/R2QKB1R w KQkq - 0 1";

/// Depth-3 nodes a queen or more below alpha, by the depth at which their moves are searched.
fn razored(visits: &[Visit], depth_of_moves: i32) -> usize {
    let ordinary = visits.iter().filter(|node| node.is_ordinary() && node.depth == 3);
    let hopeless = ordinary.filter(|node| node.value() + 900 <= node.window.alpha.0);
    hopeless
        .filter(|node| node.children.iter().any(|&child| visits[child].depth == depth_of_moves))
        .count()
}

#[test]
fn hopeless_pre_pre_frontier_nodes_lose_a_ply() {
    let plain = tree("none", HANGING_QUEEN, 5);
    assert!(razored(&plain, 2) > 0 && razored(&plain, 1) == 0);
    let with = tree("none+razoring", HANGING_QUEEN, 5);
    assert!(razored(&with, 2) == 0 && razored(&with, 1) > 0);
}

#[test]
fn against_few_pieces_it_does_not_act() {
    let few = "6k1/5ppp/8/8/3q4/4B3/5PPP/r3N1K1 b - - 0 1";
    assert_eq!(run("none+razoring:margin=0", few, 5), run("none", few, 5));
}

#[test]
fn a_margin_that_nothing_reaches_changes_nothing() {
    assert_never_acts("std:r=2", "razoring:margin=10000");
    assert_never_acts("vrfd:r=3", "razoring:margin=10000");
}

use super::tree::{Visit, tree};
use super::{HANGING_QUEEN, assert_never_acts, run};

/// Ordinary nodes with a piece and 100 centipawns a ply above beta that are searched all the same.
fn searched(visits: &[Visit]) -> usize {
    let ordinary = visits.iter().filter(|node| node.is_ordinary() && node.depth <= 6);
    let above = ordinary.filter(|node| {
        let board = node.position.board();
        node.value() - 100 * node.depth >= node.window.beta.0
            && node.window.beta.mate_in().is_none()
            && board.has_piece(node.position.turn())
    });
    above.map(|node| node.children.len()).sum()
}

#[test]
fn nodes_far_above_beta_are_cut_off_without_a_search() {
    assert!(searched(&tree("none", HANGING_QUEEN, 4)) > 100);
    assert_eq!(searched(&tree("none+rfp", HANGING_QUEEN, 4)), 0);
    assert!(searched(&tree("none+rfp:margin=1000", HANGING_QUEEN, 4)) > 0);
    assert!(searched(&tree("none+rfp:depth=1", HANGING_QUEEN, 4)) > 0);
}

#[test]
fn without_a_piece_it_does_not_trust_the_static_value() {
    // only pawns and kings, with White far ahead
    let pawns = "4k3/8/8/8/8/8/PPPPP3/4K3 w - - 0 1";
    assert_eq!(run("none+rfp:margin=0", pawns, 5), run("none", pawns, 5));
    let knight = "4k3/8/8/8/8/8/PPPPP3/4KN2 w - - 0 1";
    assert_ne!(run("none+rfp:margin=0", knight, 5), run("none", knight, 5));
}

#[test]
fn a_mate_is_found_that_the_static_value_knows_nothing_of() {
    // Rb8 mates; the value far above beta must not end the defender's lines
    let found = run("none+rfp:margin=0", "6k1/5ppp/8/8/8/8/8/1R4K1 w - - 0 1", 4);
    assert_eq!(found.last().unwrap().score.mate_in(), Some(1));
}

#[test]
fn a_margin_that_nothing_reaches_changes_nothing() {
    assert_never_acts("std:r=2", "rfp:margin=10000");
    assert_never_acts("vrfd:r=3", "rfp:margin=10000");
}

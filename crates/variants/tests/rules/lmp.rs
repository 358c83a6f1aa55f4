use super::tree::{Visit, is_check, is_quiet, tree};
use super::{MIDDLEGAME, assert_never_acts};

/// Searched moves that are quiet, give no check, and come after 3 + depth^2 others.
fn late(visits: &[Visit]) -> usize {
    let near = visits.iter().filter(|node| node.is_ordinary() && node.depth <= 4);
    near.map(|node| {
        let limit = 3 + (node.depth * node.depth) as usize;
        let moves = node.children.iter().map(|&child| visits[child].mv);
        let late = moves.enumerate().filter(|&(searched, mv)| {
            searched >= limit && is_quiet(&node.position, mv) && !is_check(&node.position, mv)
        });
        late.count()
    })
    .sum()
}

#[test]
fn late_quiet_moves_are_left_out_near_the_leaves() {
    assert!(late(&tree("none", MIDDLEGAME, 4)) > 100);
    assert_eq!(late(&tree("none+lmp", MIDDLEGAME, 4)), 0);
    assert!(late(&tree("none+lmp:base=9", MIDDLEGAME, 4)) > 0);
    assert!(late(&tree("none+lmp:depth=1", MIDDLEGAME, 4)) > 100);
}

#[test]
fn a_number_of_moves_that_no_node_has_changes_nothing() {
    assert_never_acts("std:r=2", "lmp:base=255");
    assert_never_acts("vrfd:r=3", "lmp:base=255");
}

use super::tree::{Visit, is_check, is_quiet, tree};
use super::{MIDDLEGAME, TACTICS, assert_never_acts, run};

/// For children that are main nodes: by how many plies their depth falls short of a full search.
fn reductions(visits: &[Visit]) -> impl Iterator<Item = (&Visit, &Visit, i32)> {
    let nodes = visits.iter().filter(|node| node.ply > 0);
    let pairs = nodes.flat_map(|node| node.children.iter().map(move |&child| (node, child)));
    let pairs = pairs.map(|(node, child)| (node, &visits[child]));
    let moves = pairs.filter(|(_, child)| !child.mv.is_null());
    moves.map(|(node, child)| (node, child, node.depth - 1 - child.depth))
}

#[test]
fn only_late_quiet_moves_are_reduced_and_neither_checks_nor_answers_to_check() {
    let visits = tree("none+lmr", MIDDLEGAME, 5);
    let mut reduced = 0;
    for (node, child, plies) in reductions(&visits).filter(|(.., plies)| *plies > 0) {
        let (position, mv) = (&node.position, child.mv);
        assert!(is_quiet(position, mv) && !is_check(position, mv), "{} {mv}", position.to_fen());
        assert!(!position.in_check() && node.depth >= 3 && child.depth >= 1);
        let before = node.children.iter().position(|&i| std::ptr::eq(&visits[i], child));
        assert!(before.unwrap() >= 4 && plies < node.depth - 1);
        reduced += 1;
    }
    assert!(reduced > 100, "{reduced}");
    // without the rule only the extension of checks at the leaves changes a depth
    let plain = tree("none", MIDDLEGAME, 4);
    assert!(reductions(&plain).all(|(.., plies)| plies <= 0));
}

#[test]
fn a_reduced_move_that_exceeds_alpha_is_searched_again_in_full() {
    let visits = tree("none+lmr", TACTICS, 5);
    let again = visits.iter().flat_map(|node| node.children.windows(2).map(move |two| (node, two)));
    let again = again.filter(|(node, two)| {
        let (first, second) = (&visits[two[0]], &visits[two[1]]);
        first.mv == second.mv && first.depth < second.depth && second.depth == node.depth - 1
    });
    assert!(again.count() > 0);
}

#[test]
fn a_base_without_slope_is_one_ply_everywhere() {
    let plies = |spec| {
        let visits = tree(spec, MIDDLEGAME, 6);
        reductions(&visits).map(|(.., plies)| plies).max().unwrap()
    };
    assert_eq!(plies("std:r=2+lmr:base=100,slope=0"), 1);
    assert!(plies("std:r=2+lmr:slope=100") > 1);
}

#[test]
fn a_least_depth_or_a_number_of_moves_that_is_never_reached_changes_nothing() {
    assert_never_acts("std:r=2", "lmr:min=64");
    assert_never_acts("vrfd:r=3", "lmr:moves=255");
}

#[test]
fn fewer_nodes_at_the_same_depth() {
    for family in ["none", "std:r=2", "vrfd:r=3"] {
        let nodes = |spec: &str| run(spec, MIDDLEGAME, 6).last().unwrap().counts.nodes();
        assert!(nodes(&format!("{family}+lmr")) < nodes(family), "{family}");
    }
}

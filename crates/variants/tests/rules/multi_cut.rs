use vnmp_variants::Variant;

use super::tree::{Visit, tree};
use super::{MIDDLEGAME, TACTICS, assert_never_acts, run};

/// Is a fail-high expected? Never at the root and along open windows; below that, at every other
/// node.
fn expected_cuts(visits: &[Visit]) -> Vec<bool> {
    let mut expected = vec![false; visits.len()];
    for (parent, node) in visits.iter().enumerate() {
        for &child in &node.children {
            expected[child] = visits[child].window.is_minimal() && !expected[parent];
        }
    }
    expected
}

/// Nodes deep enough for the rule, each with the children that it first searches three plies shallower.
fn tries(visits: &[Visit]) -> impl Iterator<Item = (usize, &Visit, Vec<&Visit>)> {
    visits.iter().enumerate().filter(|(_, node)| node.ply > 0 && node.depth >= 4).map(
        |(i, node)| {
            let children = node.children.iter().map(|&child| &visits[child]);
            let shallow = children.take_while(|child| child.depth == node.depth - 3);
            (i, node, shallow.collect())
        },
    )
}

#[test]
fn expected_cut_nodes_try_their_first_moves_with_less_depth() {
    let visits = tree("none+multicut", MIDDLEGAME, 5);
    let expected = expected_cuts(&visits);
    let (mut tried, mut cut) = (0, 0);
    for (i, node, shallow) in tries(&visits) {
        if !expected[i] || node.position.in_check() {
            assert!(shallow.is_empty(), "not an expected cut-node: {}", node.position.to_fen());
            continue;
        }
        assert!((1..=6).contains(&shallow.len()), "{}", node.position.to_fen());
        tried += 1;
        cut += usize::from(shallow.len() == node.children.len()); // nothing after the tries
    }
    assert!(tried > 30 && 0 < cut && cut < tried, "{cut} of {tried}");
    assert!(tries(&tree("none", MIDDLEGAME, 5)).all(|(.., shallow)| shallow.is_empty()));
}

#[test]
fn more_fail_highs_are_harder_to_find() {
    let nodes = |spec: &str| run(spec, TACTICS, 7).last().unwrap().counts.nodes();
    let (one, three) = (nodes("none+multicut:c=1"), nodes("none+multicut"));
    assert!(one < three && three < nodes("none"), "{one} {three}");
}

#[test]
fn a_reduction_that_leaves_no_depth_changes_nothing() {
    assert_never_acts("std:r=2", "multicut:r=9");
    assert_never_acts("none", "multicut:r=9");
}

#[test]
fn it_does_not_go_with_a_verification_nor_with_impossible_numbers() {
    let error = |spec: &str| Variant::parse(spec).unwrap_err().to_string();
    for family in ["vrfd", "red", "red-then", "nmr", "plenkner", "fruit", "high"] {
        let error = error(&format!("{family}+multicut"));
        assert!(error.contains("by shallower searches, the search that"), "{error}");
    }
    let error = error("std+multicut:c=4,m=3");
    assert!(error.ends_with("'multicut' can never find c=4 fail-highs among m=3 moves"), "{error}");
}

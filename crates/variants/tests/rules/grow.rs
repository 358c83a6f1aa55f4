use vnmp_variants::Variant;

use super::tree::{Visit, tree};
use super::{HANGING_QUEEN, MIDDLEGAME, assert_never_acts};

/// The R of each null move, and the R expected.
fn reductions(visits: &[Visit], expected: impl Fn(&Visit) -> i32) -> Vec<(i32, i32)> {
    let nulls = visits.iter().flat_map(|node| node.null_depths.iter().map(move |&d| (node, d)));
    nulls.map(|(node, depth)| (node.depth - 1 - depth, expected(node))).collect()
}

#[test]
fn r_grows_with_depth_and_with_the_margin_over_beta() {
    for (fen, depth) in [(HANGING_QUEEN, 6), (MIDDLEGAME, 6)] {
        let visits = tree("std:r=2+grow:per=2,margin=150,most=2", fen, depth);
        let found = reductions(&visits, |node| {
            let over = (node.value() - node.window.beta.0).max(0);
            2 + node.depth / 2 + (over / 150).min(2)
        });
        assert!(found.iter().all(|(r, expected)| r == expected));
        let greatest = found.iter().map(|(r, _)| *r).max();
        assert!(greatest > Some(3), "{greatest:?}");
    }
    let plain = tree("std:r=2", MIDDLEGAME, 5);
    assert!(reductions(&plain, |_| 2).iter().all(|(r, expected)| r == expected));
}

#[test]
fn without_growth_nothing_changes() {
    for family in ["std:r=2", "vrfd:r=3", "red:r=3,k=2", "plenkner:r=2", "double:r=3", "fruit"] {
        assert_never_acts(family, "grow:per=64,most=0");
    }
}

#[test]
fn a_family_without_an_r_of_its_own_to_grow_is_refused() {
    for (family, reason) in [
        ("none", "'grow' changes R, and 'none' has no null move"),
        ("adaptive", "'grow' changes R, and 'adaptive' has a rule of its own for it"),
        ("nmr", "'grow' changes R, and 'nmr' has a rule of its own for it"),
    ] {
        let error = Variant::parse(&format!("{family}+grow")).unwrap_err().to_string();
        assert!(error.ends_with(reason), "{error}");
    }
}

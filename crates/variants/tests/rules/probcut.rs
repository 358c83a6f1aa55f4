use vnmp_engine::Score;
use vnmp_variants::Variant;
use vnmp_variants::rules::probcut::regression::measured;

use super::tree::{Visit, tree};
use super::{MIDDLEGAME, TACTICS, assert_never_acts, run};

/// Ordinary nodes at a depth, and whether they begin with searches to the shallow depth.
fn begins_shallow(visits: &[Visit], deep: i32, shallow: i32) -> Vec<bool> {
    let nodes = visits.iter().filter(|node| node.is_ordinary() && node.depth == deep);
    let sound = nodes.filter(|n| n.window.beta.mate_in().or(n.window.alpha.mate_in()).is_none());
    let first = sound.filter_map(|node| node.children.first());
    first.map(|&child| visits[child].depth == shallow - 1).collect()
}

#[test]
fn at_the_deep_depth_and_nowhere_else_a_shallow_search_comes_first() {
    let visits = tree("none+probcut:deep=4,shallow=2", MIDDLEGAME, 5);
    let at = begins_shallow(&visits, 4, 2);
    assert!(at.len() > 10 && at.iter().all(|shallow| *shallow), "{at:?}");
    assert!(begins_shallow(&visits, 3, 1).iter().all(|shallow| !shallow));
    assert!(begins_shallow(&tree("none", MIDDLEGAME, 5), 4, 2).iter().all(|shallow| !shallow));
}

#[test]
fn the_wider_the_margin_the_fewer_the_cutoffs() {
    let nodes = |spec: &str| run(spec, TACTICS, 7).last().unwrap().counts.nodes();
    let (narrow, usual) = (nodes("none+probcut:t=0"), nodes("none+probcut"));
    assert!(narrow < usual && usual < nodes("none"), "{narrow} {usual} {}", nodes("none"));
    assert!(nodes("none+probcut:t=1000") > nodes("none"), "only the shallow searches are left");
}

#[test]
fn the_bound_is_the_measured_line() {
    let line = measured(5, 3).unwrap();
    let bound = line.shallow_value(Score(100), 150).0;
    // a * bound + b is beta plus one and a half deviations, to the nearest centipawn
    let deep = (line.slope * bound) as f64 / 1024.0 + line.intercept as f64;
    let wanted = 100.0 + 1.5 * line.deviation as f64;
    assert!((deep - wanted).abs() <= line.slope as f64 / 2048.0 + 1e-9, "{deep} {wanted}");
}

#[test]
fn a_depth_below_the_root_that_no_node_has_changes_nothing() {
    assert_never_acts("std:r=2", "probcut:deep=6,shallow=4");
    assert_never_acts("vrfd:r=3", "probcut:deep=8,shallow=4");
}

#[test]
fn depths_that_were_not_measured_are_refused_with_those_that_were() {
    let error = Variant::parse("std+probcut:deep=6,shallow=3").unwrap_err().to_string();
    let expected = "no measured regression for deep=6,shallow=3; measured: 3/1, 4/2, ";
    assert!(error.contains(expected), "{error}");
}

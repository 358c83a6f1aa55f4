//! Which searches are expected to take longest. Only the order of work depends on it, never a
//! result; it must be the same on every computer, because shards are dealt out by it.

use crate::execute::Unit;

/// Indices of the units, the most expensive first; equals keep their order.
pub fn most_expensive_first(units: &[Unit]) -> Vec<usize> {
    let costs: Vec<f64> = units.iter().map(predicted).collect();
    let mut order: Vec<usize> = (0..units.len()).collect();
    order.sort_by(|&a, &b| costs[b].total_cmp(&costs[a]).then(a.cmp(&b)));
    order
}

/// Expected nodes in arbitrary units: the tree of the variant, times a branching factor that grows
/// with the number of legal moves, to the power of the depth. Multiplications only: powers and
/// logarithms differ in the last digit from one system's library to another's.
fn predicted(unit: &Unit) -> f64 {
    let moves = f64::from(unit.position.position.count_legal());
    let branching = 1.5 + moves / 20.0;
    (0..unit.depth).fold(tree(&unit.searcher.spec()), |cost, _| cost * branching)
}

/// Size of the tree relative to verified R = 3.
fn tree(spec: &str) -> f64 {
    match spec {
        "none" => 4.0,
        "std:r=1" => 1.5,
        "std:r=2" => 0.9,
        "std:r=3" => 0.6,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vnmp_engine::Position;
    use vnmp_variants::Variant;

    use crate::searcher::Searcher;
    use crate::suite::{EpdRecord, Task};

    #[test]
    fn deep_searches_large_trees_and_many_moves_are_begun_first() {
        let position = |fen| EpdRecord {
            index: 0,
            line: 1,
            id: String::new(),
            position: Position::from_fen(fen).unwrap(),
            task: Task::None,
        };
        let few = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        let many = position("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1");
        let searchers = ["std:r=3", "vrfd:r=3", "none", "std:r=1"]
            .map(|spec| Searcher::Variant(Variant::parse(spec).unwrap()));
        let mut units = Vec::new();
        for (position, depth) in [(&few, 3), (&few, 9), (&many, 9)] {
            for searcher in &searchers {
                units.push(Unit { suite: 0, position, searcher, depth, node_limit: None });
            }
        }
        let order = most_expensive_first(&units);
        assert_eq!(order, [10, 11, 9, 8, 6, 7, 5, 4, 2, 3, 1, 0]);
    }
}

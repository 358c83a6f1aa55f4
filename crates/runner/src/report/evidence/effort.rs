//! Equal effort: positions solved against nodes instead of depth.
//! Fixed depth gives a point per variant and depth; "within N nodes" gives each position as many
//! iterations as the budget allows.

use super::Sample;

/// A variant at a fixed depth.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Fixed {
    /// Canonical specification.
    pub(crate) variant: String,
    /// Depth in plies.
    pub(crate) depth: u8,
    /// Cumulative nodes per position.
    pub(crate) nodes: f64,
    /// Positions solved.
    pub(crate) solved: u64,
}

/// What a variant solves within budgets.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Effort {
    /// For each solved position, ascending: nodes until the solution is found for good.
    nodes_to_hold: Vec<u64>,
}

impl Effort {
    /// Counts the positions of a variant that its deepest iteration solves.
    pub(crate) fn of(sample: &Sample, variant: &str) -> Effort {
        let positions = sample.positions().into_iter();
        let held = positions.filter_map(|index| sample.held_from(variant, index));
        let mut nodes_to_hold: Vec<u64> = held.map(|(_, nodes)| nodes).collect();
        nodes_to_hold.sort_unstable();
        Effort { nodes_to_hold }
    }

    /// Positions solved for good within `nodes` nodes.
    pub(crate) fn within(&self, nodes: u64) -> usize {
        self.nodes_to_hold.partition_point(|&needed| needed <= nodes)
    }
}

impl Fixed {
    /// Every depth of a variant at which it has searched all positions.
    pub(crate) fn all(sample: &Sample, variant: &str) -> Vec<Fixed> {
        let positions = sample.positions().len();
        let complete = sample.depths(variant).filter(|&depth| {
            sample.at(variant, depth).is_some_and(|records| records.len() == positions)
        });
        complete
            .filter_map(|depth| {
                let (solved, _) = sample.solved(variant, depth)?;
                let nodes = sample.total(variant, depth, |record| record.nodes)? as f64;
                let variant = variant.to_owned();
                Some(Fixed { variant, depth, nodes: nodes / positions as f64, solved })
            })
            .collect()
    }
}

/// The Pareto front: points for which no other solves more with no more nodes, or as much
/// with fewer. By nodes, ascending.
pub(crate) fn pareto_front(points: &[Fixed]) -> Vec<Fixed> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.nodes.total_cmp(&b.nodes).then(b.solved.cmp(&a.solved)));
    let mut front: Vec<Fixed> = Vec::new();
    for point in sorted {
        if front.last().is_none_or(|best| point.solved > best.solved) {
            front.push(point);
        }
    }
    front
}

#[cfg(test)]
mod tests {
    use super::super::sample::samples::sample;
    use super::*;

    #[test]
    fn a_solution_counts_from_the_depth_from_which_it_is_held() {
        // (position, depth, nodes, solved): position 0 finds it, loses it and finds it again.
        let sample = sample(&[
            (0, 1, 10, true),
            (0, 2, 20, false),
            (0, 3, 40, true),
            (1, 1, 11, true),
            (1, 2, 22, true),
            (1, 3, 44, true),
            (2, 1, 12, true),
            (2, 2, 24, true),
            (2, 3, 48, false),
        ]);
        assert_eq!(sample.held_from("v", 0), Some((3, 40)));
        assert_eq!(sample.held_from("v", 1), Some((1, 11)));
        assert_eq!(sample.held_from("v", 2), None);
        let effort = Effort::of(&sample, "v");
        assert_eq!(effort.nodes_to_hold, [11, 40]);
        assert_eq!([10, 11, 39, 40, 99].map(|n| effort.within(n)), [0, 1, 1, 2, 2]);
        assert_eq!(Effort::of(&sample, "other").within(99), 0);
    }

    #[test]
    fn the_front_holds_only_points_that_no_other_beats() {
        let point = |nodes, solved| Fixed { variant: "v".into(), depth: 1, nodes, solved };
        let points =
            [point(10.0, 3), point(5.0, 3), point(20.0, 2), point(30.0, 9), point(30.0, 8)];
        let front = pareto_front(&points);
        assert_eq!(front, [point(5.0, 3), point(30.0, 9)]);
        assert!(pareto_front(&[]).is_empty());
    }
}

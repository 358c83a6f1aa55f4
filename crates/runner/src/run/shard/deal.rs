//! Which shard gets which units. Computers take shards in numerical order as they become free, so
//! the first shards should be the longest, and none much longer than the others.

use std::cmp::Reverse;
use std::collections::{BTreeSet, VecDeque};

/// The units in this order, dealt out in turn.
pub(crate) fn in_turn(order: &[usize], shards: u32) -> Vec<Vec<usize>> {
    let share = |first| order.iter().copied().skip(first).step_by(shards as usize).collect();
    (0..shards as usize).map(share).collect()
}

/// From the largest trial down, each shard gets units until it has an equal share of what is left. So
/// those that are larger are alone and come first. Units of one `kin`, such as the variants of one
/// position, err alike and are kept apart.
pub(crate) fn by_trials(nodes: &[u64], kin: impl Fn(usize) -> u64, shards: u32) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    order.sort_by_key(|&unit| Reverse(nodes[unit]));
    let size = |unit: usize| u128::from(nodes[unit].max(1));
    let mut left: u128 = order.iter().map(|&unit| size(unit)).sum();
    let mut queue = VecDeque::from(order);
    let mut shares = Vec::new();
    for to_come in (1..=shards as usize).rev() {
        let (mut share, mut relatives) = (Vec::new(), BTreeSet::new());
        let (mut sum, mut passed) = (0, Vec::new());
        while let Some(unit) = queue.pop_front() {
            let others = queue.len() + passed.len() + 1;
            let (is_first, is_last) = (share.is_empty(), to_come == 1);
            // it is at most half outside the share, and leaves one for every shard to come
            let fits = (2 * sum + size(unit)) * to_come as u128 <= 2 * left && others >= to_come;
            if !(is_first || is_last || fits) {
                queue.push_front(unit);
                break;
            }
            if !is_last && !relatives.insert(kin(unit)) {
                passed.push(unit);
                continue;
            }
            sum += size(unit);
            share.push(unit);
        }
        passed.into_iter().rev().for_each(|unit| queue.push_front(unit));
        left -= sum;
        shares.push(share);
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_dealt_out_in_turn_and_each_goes_to_one_shard() {
        let order = [5, 3, 8, 1, 0, 7, 2];
        assert_eq!(in_turn(&order, 3), [vec![5, 1, 2], vec![3, 0], vec![8, 7]]);
        assert!(in_turn(&order, 9)[8].is_empty());
    }

    #[test]
    fn large_units_are_alone_and_small_ones_share_what_is_left() {
        let nodes = [10, 100, 12, 9, 60, 11, 8];
        let shares = by_trials(&nodes, |unit| unit as u64, 4);
        assert_eq!(shares, [vec![1], vec![4], vec![2, 5], vec![0, 3, 6]]);
        assert_eq!(by_trials(&nodes, |unit| unit as u64, 1), [[1, 4, 2, 5, 0, 3, 6]]);
        let more = by_trials(&nodes, |unit| unit as u64, 9);
        assert_eq!(more.concat(), [1, 4, 2, 5, 0, 3, 6]);
        assert_eq!(more.len(), 9);
    }

    #[test]
    fn variants_of_a_position_are_kept_apart_as_long_as_there_is_another() {
        let shares = by_trials(&[9, 9, 9, 9], |unit| unit as u64 / 2, 2);
        assert_eq!(shares, [[0, 2], [1, 3]]);
    }

    #[test]
    fn every_unit_is_dealt_out_once_however_the_trials_are() {
        for (units, shards) in [(1, 1), (3, 7), (100, 7), (257, 256), (50, 49)] {
            let nodes: Vec<u64> = (0..units).map(|n| (n * n * 7919) % 1000).collect();
            let shares = by_trials(&nodes, |unit| unit as u64 / 3, shards);
            assert_eq!(shares.len(), shards as usize);
            let filled = shares.iter().filter(|share| !share.is_empty()).count();
            assert_eq!(filled, (units as usize).min(shards as usize), "{units} in {shards}");
            let mut all = shares.concat();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..units as usize));
        }
    }
}

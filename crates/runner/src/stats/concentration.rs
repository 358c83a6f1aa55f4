//! How few positions make up a total: totals of nodes are dominated by the largest trees.

/// How concentrated a total is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Concentration {
    /// The fewest positions that together hold at least half of the total.
    pub(crate) half: usize,
    /// All positions.
    pub(crate) positions: usize,
    /// Share of the largest position, 0 to 1.
    pub(crate) largest: f64,
}

/// `None` where the total is 0.
pub(crate) fn concentration(nodes: &[u64]) -> Option<Concentration> {
    let total: u128 = nodes.iter().map(|&n| u128::from(n)).sum();
    let mut sorted = nodes.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let largest = *sorted.first().filter(|_| total > 0)? as f64 / total as f64;
    let mut held = 0u128;
    let half = sorted.iter().take_while(|&&n| {
        let enough = 2 * held >= total;
        held += u128::from(n);
        !enough
    });
    Some(Concentration { half: half.count(), positions: nodes.len(), largest })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_positions_are_counted_until_they_hold_half() {
        let of = |nodes: &[u64]| concentration(nodes).unwrap();
        assert_eq!(of(&[1, 80, 9, 10]), Concentration { half: 1, positions: 4, largest: 0.8 });
        assert_eq!(of(&[1, 1, 1, 1]).half, 2);
        assert_eq!(of(&[1, 1, 1]).half, 2);
        assert_eq!(of(&[7]).half, 1);
    }

    #[test]
    fn nothing_is_not_concentrated() {
        assert_eq!(concentration(&[]), None);
        assert_eq!(concentration(&[0, 0]), None);
    }
}

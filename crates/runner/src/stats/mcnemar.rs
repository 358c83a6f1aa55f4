//! McNemar's exact test: do two variants solve different numbers of the same positions? Only the
//! positions that one of them solves and the other does not can tell.

use statrs::distribution::{Binomial, DiscreteCDF};

use super::{Estimate, Interval, clopper_pearson};

/// The test's result.
#[derive(Clone, PartialEq, Debug)]
pub struct McNemar {
    /// Places of the positions that only the first solves.
    pub only_first: Vec<usize>,
    /// Places of those that only the second solves.
    pub only_second: Vec<usize>,
    /// Solved by the first less solved by the second. The interval is Clopper and Pearson's for
    /// the first's share of the discordant positions: it excludes 0 when `p_value` is below 5 %.
    pub difference: Estimate,
    /// Two-sided; 1 without discordant positions.
    pub p_value: f64,
}

/// Compares two variants over the same positions; `None` without positions.
pub fn mcnemar(pairs: &[(bool, bool)]) -> Option<McNemar> {
    let places = |wanted: (bool, bool)| -> Vec<usize> {
        (0..pairs.len()).filter(|&i| pairs[i] == wanted).collect()
    };
    let (only_first, only_second) = (places((true, false)), places((false, true)));
    let (first, second) = (only_first.len() as u64, only_second.len() as u64);
    let discordant = first + second;
    let tail = Binomial::new(0.5, discordant).ok()?.cdf(first.min(second));
    let p_value = if discordant == 0 { 1.0 } else { (2.0 * tail).min(1.0) };
    let to_difference = |share: f64| discordant as f64 * (2.0 * share - 1.0);
    let interval = match clopper_pearson(first, discordant) {
        Some(share) => Interval { low: to_difference(share.low), high: to_difference(share.high) },
        None => Interval { low: 0.0, high: 0.0 },
    };
    let (value, samples) = (first as f64 - second as f64, pairs.len());
    let interval = (samples > 1).then_some(interval);
    let difference = Estimate { value, interval, samples };
    (samples > 0).then_some(McNemar { only_first, only_second, difference, p_value })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(first: usize, second: usize, both: usize) -> McNemar {
        let mut pairs = vec![(true, false); first];
        pairs.extend(vec![(false, true); second]);
        pairs.extend(vec![(true, true); both]);
        mcnemar(&pairs).unwrap()
    }

    #[test]
    fn p_values_are_those_of_the_binomial_distribution() {
        // 2 * (1 + 10 + 45) / 2^10
        assert!((test(8, 2, 30).p_value - 0.109375).abs() < 1e-12);
        // 2 * 1 / 2^6
        assert!((test(0, 6, 0).p_value - 0.03125).abs() < 1e-12);
        assert_eq!(test(5, 5, 1).p_value, 1.0);
    }

    #[test]
    fn the_interval_excludes_zero_when_the_test_is_significant() {
        for (first, second) in [(6, 0), (5, 0), (8, 2), (15, 4), (0, 7), (30, 29)] {
            let result = test(first, second, 10);
            let excludes = !result.difference.interval.unwrap().contains(0.0);
            assert_eq!(excludes, result.p_value < 0.05, "{first} {second}");
        }
    }

    #[test]
    fn degenerate_samples_have_defined_answers() {
        assert_eq!(mcnemar(&[]), None);
        let none_solved = mcnemar(&[(false, false); 9]).unwrap();
        assert_eq!((none_solved.p_value, none_solved.difference.value), (1.0, 0.0));
        assert_eq!(none_solved.difference.interval, Some(Interval { low: 0.0, high: 0.0 }));
        assert_eq!(mcnemar(&[(true, false)]).unwrap().difference.interval, None);
    }

    #[test]
    fn discordant_positions_are_named() {
        let result = mcnemar(&[(true, true), (true, false), (false, true), (true, false)]).unwrap();
        assert_eq!((result.only_first, result.only_second), (vec![1, 3], vec![2]));
    }
}

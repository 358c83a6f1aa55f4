//! McNemar's exact test: do two variants solve different numbers of the same positions? Only the
//! positions that exactly one of them solves matter.

use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, Normal};

use super::{CONFIDENCE, Estimate, Interval};

/// The test's result.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct McNemar {
    /// Places of the positions that only the first solves.
    pub(crate) only_first: Vec<usize>,
    /// Places of those that only the second solves.
    pub(crate) only_second: Vec<usize>,
    /// Solved by the first minus solved by the second, with Agresti and Min's interval (Statistics
    /// in Medicine 24, 2005): it keeps a width where no position is discordant, because few
    /// positions without a difference do not show that there is none.
    pub(crate) difference: Estimate,
    /// Two-sided; 1 without discordant positions.
    pub(crate) p_value: f64,
}

/// The adjusted Wald interval of a paired difference, in positions: half a position is added to
/// each of the four cells.
fn agresti_min(first: u64, second: u64, samples: usize) -> Option<Interval> {
    let z = Normal::new(0.0, 1.0).ok()?.inverse_cdf((1.0 + CONFIDENCE) / 2.0);
    let (n, adjusted) = (samples as f64, samples as f64 + 2.0);
    let (sum, difference) = ((first + second) as f64 + 1.0, first as f64 - second as f64);
    let half = z * (sum - difference * difference / adjusted).max(0.0).sqrt() / adjusted;
    let centre = difference / adjusted;
    Some(Interval { low: n * (centre - half).max(-1.0), high: n * (centre + half).min(1.0) })
}

/// Compares two variants over the same positions; `None` without positions.
pub(crate) fn mcnemar(pairs: &[(bool, bool)]) -> Option<McNemar> {
    let places = |wanted: (bool, bool)| -> Vec<usize> {
        (0..pairs.len()).filter(|&i| pairs[i] == wanted).collect()
    };
    let (only_first, only_second) = (places((true, false)), places((false, true)));
    let (first, second) = (only_first.len() as u64, only_second.len() as u64);
    let discordant = first + second;
    let tail = Binomial::new(0.5, discordant).ok()?.cdf(first.min(second));
    let p_value = if discordant == 0 { 1.0 } else { (2.0 * tail).min(1.0) };
    let (value, samples) = (first as f64 - second as f64, pairs.len());
    let interval = (samples > 1).then(|| agresti_min(first, second, samples)).flatten();
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
    fn the_interval_is_agresti_and_mins() {
        // (10 - 3) / 102 with standard error sqrt(14 - 49 / 102) / 102 = 0.03605.
        let interval = test(10, 3, 87).difference.interval.unwrap();
        assert!((interval.low / 100.0 + 0.0020).abs() < 1e-4, "{interval:?}");
        assert!((interval.high / 100.0 - 0.1393).abs() < 1e-4, "{interval:?}");
    }

    #[test]
    fn no_discordant_position_among_few_does_not_show_that_there_is_none() {
        let few = test(0, 0, 30).difference.interval.unwrap();
        let many = test(0, 0, 999).difference.interval.unwrap();
        assert!((few.high / 30.0 - 0.0612).abs() < 1e-3, "{few:?}");
        assert!(many.high / 999.0 < 0.002 && many.low == -many.high, "{many:?}");
    }

    #[test]
    fn degenerate_samples_have_defined_answers() {
        assert_eq!(mcnemar(&[]), None);
        let none_solved = mcnemar(&[(false, false); 9]).unwrap();
        assert_eq!((none_solved.p_value, none_solved.difference.value), (1.0, 0.0));
        assert!(none_solved.difference.interval.unwrap().contains(0.0));
        assert_eq!(mcnemar(&[(true, false)]).unwrap().difference.interval, None);
    }

    #[test]
    fn discordant_positions_are_named() {
        let result = mcnemar(&[(true, true), (true, false), (false, true), (true, false)]).unwrap();
        assert_eq!((result.only_first, result.only_second), (vec![1, 3], vec![2]));
    }
}

//! McNemar's exact test: do two variants solve different numbers of the same positions? Only the
//! positions that exactly one of them solves matter.

use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, Normal};

use super::exact::{self, LEAST_COVERAGE};
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
    /// positions without a difference do not show that there is none. Not given where such intervals
    /// contain the truth too seldom.
    pub(crate) difference: Estimate,
    /// The interval, given or not.
    pub(crate) computed: Option<Interval>,
    /// How often it contains the truth, if that is this sample's difference; 0 without an interval.
    pub(crate) coverage: f64,
    /// Two-sided; 1 without discordant positions.
    pub(crate) p_value: f64,
}

/// The adjusted Wald interval of a paired difference, in positions: half a position is added to
/// each of the four cells. `z` is the normal quantile.
fn agresti_min([first, second]: [u64; 2], samples: usize, z: f64) -> Option<Interval> {
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
    let z = Normal::new(0.0, 1.0).ok()?.inverse_cdf((1.0 + CONFIDENCE) / 2.0);
    let of = |counts| (samples > 1).then(|| agresti_min(counts, samples, z)).flatten();
    let (counts, computed) = ([first, second], of([first, second]));
    let coverage = computed.map_or(0.0, |_| exact::of_difference(counts, samples as u64, of));
    let interval = computed.filter(|_| coverage >= LEAST_COVERAGE);
    let difference = Estimate { value, interval, samples };
    let test = McNemar { only_first, only_second, difference, computed, coverage, p_value };
    (samples > 0).then_some(test)
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
    fn an_interval_that_holds_the_truth_too_seldom_is_not_given() {
        // Of 138 positions two are solved by the first only. A sample has none of these with a probability of
        // (1 - 2 / 138)^138 = 0.1334, and its interval, 1.96 on either side of 0, does not reach 2; nor does
        // that of eight or more, which 0.001 have.
        let two = test(2, 0, 136);
        assert!((two.coverage - 0.8656).abs() < 1e-4, "{}", two.coverage);
        assert!(two.difference.interval.is_none() && two.computed.unwrap().high > 4.0);
        for (first, second) in [(1, 0), (3, 0), (0, 0), (2, 1), (10, 3), (0, 3)] {
            let other = test(first, second, 136);
            assert!(other.coverage >= 0.93 && other.difference.interval == other.computed);
            let turned = test(second, first, 136);
            assert!((other.coverage - turned.coverage).abs() < 1e-9, "{first} {second}");
        }
    }

    #[test]
    fn degenerate_samples_have_defined_answers() {
        assert_eq!(mcnemar(&[]), None);
        let none_solved = mcnemar(&[(false, false); 9]).unwrap();
        assert_eq!((none_solved.p_value, none_solved.difference.value), (1.0, 0.0));
        assert!(none_solved.difference.interval.unwrap().contains(0.0));
        let one = mcnemar(&[(true, false)]).unwrap();
        assert_eq!((one.difference.interval, one.computed, one.coverage), (None, None, 0.0));
    }

    #[test]
    fn discordant_positions_are_named() {
        let result = mcnemar(&[(true, true), (true, false), (false, true), (true, false)]).unwrap();
        assert_eq!((result.only_first, result.only_second), (vec![1, 3], vec![2]));
    }
}

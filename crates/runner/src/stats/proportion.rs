//! Intervals for a share: `k` of `n`.

use statrs::function::beta::beta_reg;

use super::{CONFIDENCE, Estimate, Interval, bisect};

/// A share with the exact interval of Clopper and Pearson (Biometrika 26, 1934), which holds the truth in 95 % of
/// samples or more, whatever the truth is. `None` when `n` is 0 or less than `k`.
pub(crate) fn proportion(k: u64, n: u64) -> Option<Estimate> {
    let value = (n > 0 && k <= n).then(|| k as f64 / n as f64)?;
    // The probability of `count` events or more, if this is their share.
    let at_least = |count: u64, share| beta_reg(count as f64, (n - count + 1) as f64, share);
    let tail = (1.0 - CONFIDENCE) / 2.0;
    let low = match k {
        0 => 0.0,
        _ => bisect::last(value, 0.0, |share| at_least(k, share) >= tail),
    };
    let high = match n - k {
        0 => 1.0,
        _ => bisect::last(value, 1.0, |share| at_least(k + 1, share) <= 1.0 - tail),
    };
    Some(Estimate { value, interval: Some(Interval { low, high }), samples: n as usize })
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{Binomial, Discrete};

    use super::*;

    fn near(k: u64, n: u64, low: f64, high: f64) {
        let interval = proportion(k, n).unwrap().interval.unwrap();
        assert!((interval.low - low).abs() < 5e-5, "{interval:?}");
        assert!((interval.high - high).abs() < 5e-5, "{interval:?}");
    }

    #[test]
    fn intervals_agree_with_published_examples() {
        // Newcombe 1998, Statistics in Medicine 17, Table I, method 5.
        near(81, 263, 0.2527, 0.3676);
        near(15, 148, 0.0578, 0.1617);
        near(0, 20, 0.0, 0.1684);
        near(1, 29, 0.0009, 0.1776);
        near(29, 29, 1.0 - 0.1194, 1.0);
    }

    #[test]
    fn the_interval_holds_the_truth_in_95_of_100_samples_whatever_it_is() {
        for n in [7, 40, 200] {
            let intervals: Vec<Interval> =
                (0..=n).map(|k| proportion(k, n).unwrap().interval.unwrap()).collect();
            let coverage = |truth: f64| -> f64 {
                let chance = Binomial::new(truth, n).unwrap();
                let held = (0..).zip(&intervals).filter(|(_, interval)| interval.contains(truth));
                held.map(|(k, _)| chance.pmf(k)).sum()
            };
            let least = (1..1000).map(|i| coverage(f64::from(i) / 1000.0)).fold(1.0, f64::min);
            assert!((0.95..0.97).contains(&least), "{n}: {least}");
        }
    }

    #[test]
    fn without_trials_there_is_no_share() {
        assert_eq!(proportion(0, 0), None);
        assert_eq!(proportion(2, 1), None);
    }
}

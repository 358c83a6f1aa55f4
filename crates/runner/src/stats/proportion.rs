//! Intervals for a share: `k` of `n`.

use statrs::distribution::{ContinuousCDF, Normal};

use super::exact::{self, LEAST_COVERAGE};
use super::{CONFIDENCE, Estimate, Interval};

/// A share with Wilson's interval, which is not given where such intervals contain the truth too seldom.
/// `None` when `n` is 0 or less than `k`.
pub(crate) fn wilson(k: u64, n: u64) -> Option<Estimate> {
    let value = (n > 0 && k <= n).then(|| k as f64 / n as f64)?;
    let interval = wilson_interval(k, n).filter(|_| wilson_coverage(k, n) >= LEAST_COVERAGE);
    Some(Estimate { value, interval, samples: n as usize })
}

/// How often Wilson's interval contains the truth, if that is `k` of `n`.
pub(crate) fn wilson_coverage(k: u64, n: u64) -> f64 {
    exact::of_count(k, n, |k| wilson_interval(k, n))
}

/// Wilson's interval; never outside 0 to 1.
pub(crate) fn wilson_interval(k: u64, n: u64) -> Option<Interval> {
    let z = Normal::new(0.0, 1.0).ok()?.inverse_cdf((1.0 + CONFIDENCE) / 2.0);
    let (share, count) = (k as f64 / n as f64, n as f64);
    let denominator = 1.0 + z * z / count;
    let centre = (share + z * z / (2.0 * count)) / denominator;
    let variance = share * (1.0 - share) / count + z * z / (4.0 * count * count);
    let half = z * variance.sqrt() / denominator;
    let low = if k == 0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if k == n { 1.0 } else { (centre + half).min(1.0) };
    Some(Interval { low, high })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(interval: Interval, low: f64, high: f64) {
        assert!((interval.low - low).abs() < 5e-4, "{interval:?}");
        assert!((interval.high - high).abs() < 5e-4, "{interval:?}");
    }

    #[test]
    fn intervals_agree_with_published_examples() {
        // Newcombe 1998, Statistics in Medicine 17, Table I: 81 of 263, 15 of 148, 0 of 20.
        near(wilson(81, 263).unwrap().interval.unwrap(), 0.2553, 0.3662);
        near(wilson(15, 148).unwrap().interval.unwrap(), 0.0624, 0.1605);
        near(wilson(0, 20).unwrap().interval.unwrap(), 0.0, 0.1611);
    }

    #[test]
    fn an_interval_that_holds_the_truth_too_seldom_is_not_given() {
        // One of many: of Poisson's counts with mean 1 those up to 2 hold it, 2.5 / e of all.
        assert!((wilson_coverage(1, 10_000) - 2.5 / std::f64::consts::E).abs() < 1e-3);
        let one = wilson(1, 10_000).unwrap();
        assert!(one.interval.is_none() && one.value == 1e-4);
        assert!(wilson_interval(1, 10_000).is_some());
        for k in [0, 2, 81, 263] {
            assert!(wilson_coverage(k, 263) >= 0.93 && wilson(k, 263).unwrap().interval.is_some());
        }
    }

    #[test]
    fn without_trials_there_is_no_share() {
        assert_eq!(wilson(0, 0), None);
        assert_eq!(wilson(2, 1), None);
    }
}

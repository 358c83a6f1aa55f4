//! Intervals for a share: `k` of `n`.

use statrs::distribution::{ContinuousCDF, Normal};

use super::{CONFIDENCE, Estimate, Interval};

/// Wilson's interval; never outside 0 to 1. `None` when `n` is 0 or less than `k`.
pub(crate) fn wilson(k: u64, n: u64) -> Option<Estimate> {
    if n == 0 || k > n {
        return None;
    }
    let z = Normal::new(0.0, 1.0).ok()?.inverse_cdf((1.0 + CONFIDENCE) / 2.0);
    let (share, count) = (k as f64 / n as f64, n as f64);
    let denominator = 1.0 + z * z / count;
    let centre = (share + z * z / (2.0 * count)) / denominator;
    let variance = share * (1.0 - share) / count + z * z / (4.0 * count * count);
    let half = z * variance.sqrt() / denominator;
    let low = if k == 0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if k == n { 1.0 } else { (centre + half).min(1.0) };
    Some(Estimate { value: share, interval: Some(Interval { low, high }), samples: n as usize })
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
    fn without_trials_there_is_no_share() {
        assert_eq!(wilson(0, 0), None);
        assert_eq!(wilson(2, 1), None);
    }
}

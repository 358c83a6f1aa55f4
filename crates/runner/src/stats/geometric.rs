//! The geometric mean of per-position ratios: every position counts the same, whatever its size,
//! while a ratio of totals is decided by the few largest trees.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{CONFIDENCE, Estimate, Interval};

/// Geometric mean of first over second, with Student's interval on the logarithms. Pairs with a
/// zero have no ratio and are left out; `None` if none remains, no interval with a single one.
pub(crate) fn geometric_mean(pairs: &[(u64, u64)]) -> Option<Estimate> {
    let usable = pairs.iter().filter(|(a, b)| *a > 0 && *b > 0);
    let logs: Vec<f64> = usable.map(|&(a, b)| (a as f64 / b as f64).ln()).collect();
    if logs.is_empty() {
        return None;
    }
    let n = logs.len() as f64;
    let mean = logs.iter().sum::<f64>() / n;
    let squares: f64 = logs.iter().map(|log| (log - mean).powi(2)).sum();
    let interval = StudentsT::new(0.0, 1.0, n - 1.0).ok().map(|student| {
        let quantile = student.inverse_cdf((1.0 + CONFIDENCE) / 2.0);
        let half = quantile * (squares / (n - 1.0) / n).sqrt();
        Interval { low: (mean - half).exp(), high: (mean + half).exp() }
    });
    Some(Estimate { value: mean.exp(), interval, samples: logs.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twice_and_half_cancel_out() {
        let estimate = geometric_mean(&[(2, 1), (1, 2)]).unwrap();
        assert!((estimate.value - 1.0).abs() < 1e-12);
        // One degree of freedom: 12.706 standard errors of ln 2.
        let Interval { low, high } = estimate.interval.unwrap();
        assert!((high.ln() - 12.706 * 2f64.ln()).abs() < 0.01, "{high}");
        assert!((low * high - 1.0).abs() < 1e-9);
    }

    #[test]
    fn equal_ratios_have_no_width_and_zeros_are_left_out() {
        let estimate = geometric_mean(&[(3, 1), (6, 2), (0, 9), (9, 0)]).unwrap();
        assert_eq!(estimate.samples, 2);
        let Interval { low, high } = estimate.interval.unwrap();
        assert!((low - 3.0).abs() < 1e-9 && (high - 3.0).abs() < 1e-9);
    }

    #[test]
    fn degenerate_samples_are_absent_and_never_nan() {
        assert_eq!(geometric_mean(&[]), None);
        assert_eq!(geometric_mean(&[(0, 1)]), None);
        assert_eq!(geometric_mean(&[(4, 2)]).unwrap().interval, None);
    }
}

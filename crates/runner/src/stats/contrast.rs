//! The mean of contrasts over positions with Student's t, and Holm's procedure over several tests.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{CONFIDENCE, Estimate, Interval};

/// A mean with its interval, and the two-sided test against 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Mean {
    /// The mean, its interval and the number of contrasts.
    pub(crate) estimate: Estimate,
    /// Probability of a mean at least so far from 0; `None` where there is no interval.
    pub(crate) p: Option<f64>,
}

/// The mean; `None` without contrasts. Fewer than two, or equal ones, give neither interval nor test,
/// as they say nothing about the spread.
pub(crate) fn mean(contrasts: &[f64]) -> Option<Mean> {
    let n = contrasts.len() as f64;
    let (first, value) = (contrasts.first()?, contrasts.iter().sum::<f64>() / n);
    let squares: f64 = contrasts.iter().map(|contrast| (contrast - value).powi(2)).sum();
    let error = (squares / (n - 1.0) / n).sqrt();
    let differ = contrasts.iter().any(|contrast| contrast != first);
    let t = StudentsT::new(0.0, 1.0, n - 1.0).ok().filter(|_| differ);
    let interval = t.map(|t| {
        let half = t.inverse_cdf(0.5 + CONFIDENCE / 2.0) * error;
        Interval { low: value - half, high: value + half }
    });
    let p = t.map(|t| 2.0 * t.cdf(-(value / error).abs()));
    Some(Mean { estimate: Estimate { value, interval, samples: contrasts.len() }, p })
}

/// Which of several tests reject by Holm's step-down procedure at the level of the intervals.
pub(crate) fn holm(p: &[f64]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut rejected = vec![false; p.len()];
    for (rank, test) in order.into_iter().enumerate() {
        if p[test] > (1.0 - CONFIDENCE) / (p.len() - rank) as f64 {
            break;
        }
        rejected[test] = true;
    }
    rejected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_the_interval_and_test_of_the_textbook_example() {
        // sleep data of Student 1908: mean 1.58, t = 4.0621 with 9 degrees of freedom
        let differences = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4];
        let found = mean(&differences).unwrap();
        let Interval { low, high } = found.estimate.interval.unwrap();
        let near = |a: f64, b: f64| assert!((a - b).abs() < 5e-7, "{a} {b}");
        near(found.estimate.value, 1.58);
        near(low, 0.7001142);
        near(high, 2.4598858);
        assert!((found.p.unwrap() - 0.00283289).abs() < 1e-7);
        assert_eq!(found.estimate.samples, 10);
    }

    #[test]
    fn without_spread_there_is_a_mean_but_no_interval() {
        assert_eq!(mean(&[]), None);
        for contrasts in [&[0.25][..], &[0.0, 0.0, 0.0], &[0.1, 0.1, 0.1]] {
            let Mean { estimate, p } = mean(contrasts).unwrap();
            assert!((estimate.value - contrasts[0]).abs() < 1e-12);
            assert_eq!((estimate.interval, p), (None, None));
        }
        let two = mean(&[0.0, 1.0]).unwrap();
        let Interval { low, high } = two.estimate.interval.unwrap();
        assert!((low + 5.853_102_4).abs() < 1e-6 && (high - 6.853_102_4).abs() < 1e-6);
    }

    #[test]
    fn holm_stops_at_the_first_test_that_fails() {
        assert_eq!(holm(&[0.01, 0.04, 0.03, 0.005]), [true, false, false, true]);
        assert_eq!(holm(&[0.03, 0.02]), [true, true], "0.02 < 0.025, then 0.03 < 0.05");
        assert_eq!(holm(&[0.03, 0.026]), [false, false]);
        assert_eq!(holm(&[]), [false; 0]);
    }
}

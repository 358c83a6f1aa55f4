//! The bootstrap over positions, percentile intervals, with a fixed seed: the same sample gives
//! the same interval on every machine. Pairs stay together, because the variants search the same
//! positions and a hard position is hard for all of them.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::{CONFIDENCE, Estimate, Interval};

/// Resamples drawn for one interval.
pub(crate) const RESAMPLES: usize = 2000;
/// Seed of every interval.
pub(crate) const SEED: u64 = 2002;

/// A statistic of positions `0..n`, which it is given by number, some of them repeatedly.
/// `None` without positions, or where the statistic of the whole sample is not defined; no
/// interval with a single position, or where most resamples do not define the statistic.
pub(crate) fn bootstrap(n: usize, statistic: impl Fn(&[usize]) -> Option<f64>) -> Option<Estimate> {
    let mut chosen: Vec<usize> = (0..n).collect();
    let value = statistic(&chosen).filter(|v| n > 0 && v.is_finite())?;
    if n < 2 {
        return Some(Estimate { value, interval: None, samples: n });
    }
    let mut generator = Pcg64::seed_from_u64(SEED);
    let mut values = Vec::with_capacity(RESAMPLES);
    for _ in 0..RESAMPLES {
        chosen.fill_with(|| generator.random_range(0..n as u64) as usize);
        values.extend(statistic(&chosen).filter(|v| v.is_finite()));
    }
    let interval = (values.len() * 2 > RESAMPLES).then(|| percentiles(&mut values));
    Some(Estimate { value, interval, samples: n })
}

/// Total of the first over total of the second of each pair, e.g. nodes of two variants.
/// `None` when the second total is 0.
pub(crate) fn ratio_of_totals(pairs: &[(u64, u64)]) -> Option<Estimate> {
    bootstrap(pairs.len(), |chosen| {
        let total = |part: fn(&(u64, u64)) -> u64| -> f64 {
            chosen.iter().map(|&i| u128::from(part(&pairs[i]))).sum::<u128>() as f64
        };
        let (first, second) = (total(|p| p.0), total(|p| p.1));
        (second > 0.0).then(|| first / second)
    })
}

fn percentiles(values: &mut [f64]) -> Interval {
    values.sort_by(f64::total_cmp);
    let tail = (1.0 - CONFIDENCE) / 2.0;
    // Linear between the order statistics, the usual definition (type 7).
    let at = |share: f64| {
        let place = share * (values.len() - 1) as f64;
        let (below, part) = (place.floor() as usize, place.fract());
        let above = (below + 1).min(values.len() - 1);
        values[below] + part * (values[above] - values[below])
    };
    Interval { low: at(tail), high: at(1.0 - tail) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_pairs_have_an_interval_without_width() {
        let estimate = ratio_of_totals(&[(10, 20), (3, 6), (50, 100)]).unwrap();
        assert_eq!(estimate.value, 0.5);
        assert_eq!(estimate.interval, Some(Interval { low: 0.5, high: 0.5 }));
    }

    #[test]
    fn degenerate_samples_are_absent_and_never_nan() {
        assert_eq!(ratio_of_totals(&[]), None);
        assert_eq!(ratio_of_totals(&[(5, 0), (7, 0)]), None);
        let one = ratio_of_totals(&[(5, 2)]).unwrap();
        assert_eq!((one.value, one.interval, one.samples), (2.5, None, 1));
    }

    #[test]
    fn a_mean_gets_the_interval_that_theory_gives_it() {
        // The mean of 0..400 is 199.5; its standard error is 115.47 / 20 = 5.77.
        let estimate =
            bootstrap(400, |c| Some(c.iter().sum::<usize>() as f64 / c.len() as f64)).unwrap();
        assert_eq!(estimate.value, 199.5);
        let Interval { low, high } = estimate.interval.unwrap();
        assert!((low - (199.5 - 1.96 * 5.77)).abs() < 1.0, "{low}");
        assert!((high - (199.5 + 1.96 * 5.77)).abs() < 1.0, "{high}");
    }

    #[test]
    fn the_seed_is_pinned() {
        let pairs: Vec<(u64, u64)> = (1..40).map(|i| (i * i, 31 * i)).collect();
        let first = ratio_of_totals(&pairs).unwrap();
        assert_eq!(first, ratio_of_totals(&pairs).unwrap());
        assert!(first.interval.unwrap().contains(first.value));
    }

    #[test]
    fn percentiles_lie_between_order_statistics() {
        let mut values: Vec<f64> = (0..=40).rev().map(f64::from).collect();
        let Interval { low, high } = percentiles(&mut values);
        assert!((low - 1.0).abs() < 1e-9 && (high - 39.0).abs() < 1e-9, "{low} {high}");
    }
}

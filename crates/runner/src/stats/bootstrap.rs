//! The interval of a function of totals over positions, such as a ratio: a studentised bootstrap, symmetric
//! on the function's own scale, with a fixed seed, so that the same sample gives the same interval on
//! every machine. Pairs stay together, because the variants search the same positions and a hard
//! position is hard for all of them.
//!
//! Totals of nodes belong to their few largest trees. The usual percentile interval then contains the true
//! value too seldom (`vnmp claims coverage`). Here every resample is measured in units of its own standard
//! error, and the quantile is of level [`LEVEL`] instead of 95 %, which was set by simulated coverage alone.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::{Estimate, Interval};

/// Resamples drawn for one interval.
pub(crate) const RESAMPLES: usize = 2000;
/// Seed of every interval.
pub(crate) const SEED: u64 = 2002;
/// Quantile of the resamples' distances, at which intervals contain the true value in about 95 % of samples.
const LEVEL: f64 = 0.98;
/// Relative step of numeric derivatives.
const STEP: f64 = 1e-5;

/// The scale on which an interval is symmetric.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scale {
    /// Of the logarithm, for ratios.
    Log,
    /// Of the value itself.
    Plain,
}

impl Scale {
    fn to(self, value: f64) -> Option<f64> {
        let value = match self {
            Scale::Log => value.ln(),
            Scale::Plain => value,
        };
        value.is_finite().then_some(value)
    }

    fn from(self, value: f64) -> f64 {
        match self {
            Scale::Log => value.exp(),
            Scale::Plain => value,
        }
    }
}

/// Estimates a statistic of the columns' totals; a row is a position. `None` without positions, or
/// where the statistic of the whole sample is not defined; no interval for fewer than `least`
/// positions, where coverage is known to be poor, or where most resamples do not define it.
pub(crate) fn bootstrap<const K: usize>(
    rows: &[[f64; K]],
    least: usize,
    scale: Scale,
    statistic: impl Fn(&[f64; K]) -> Option<f64>,
) -> Option<Estimate> {
    let samples = rows.len();
    let value = statistic(&totals(rows)).filter(|v| samples > 0 && v.is_finite())?;
    if samples < least.max(2) {
        return Some(Estimate { value, interval: None, samples });
    }
    let scaled = |totals: &[f64; K]| statistic(totals).and_then(|value| scale.to(value));
    let interval = reach(rows, &scaled).and_then(|reach| {
        let value = scale.to(value)?;
        Some(Interval { low: scale.from(value - reach), high: scale.from(value + reach) })
    });
    Some(Estimate { value, interval, samples })
}

/// Half the interval's width on the statistic's scale.
fn reach<const K: usize>(
    rows: &[[f64; K]],
    statistic: &impl Fn(&[f64; K]) -> Option<f64>,
) -> Option<f64> {
    let (value, error) = studentised(rows, statistic)?;
    // Positions that are all identical or proportional have only rounding error.
    let is_none = |error: f64| error <= value.abs().max(1.0) * 1e-9;
    if is_none(error) {
        return Some(0.0);
    }
    let mut generator = Pcg64::seed_from_u64(SEED);
    let (mut chosen, mut distances) = (rows.to_vec(), Vec::with_capacity(RESAMPLES));
    for _ in 0..RESAMPLES {
        chosen.fill_with(|| rows[generator.random_range(0..rows.len() as u64) as usize]);
        let Some((other, own_error)) = studentised(&chosen, statistic) else { continue };
        distances.extend((!is_none(own_error)).then(|| (other - value).abs() / own_error));
    }
    (distances.len() * 2 > RESAMPLES).then(|| quantile(&mut distances, LEVEL) * error)
}

/// The statistic with its standard error by linearisation.
fn studentised<const K: usize>(
    rows: &[[f64; K]],
    statistic: &impl Fn(&[f64; K]) -> Option<f64>,
) -> Option<(f64, f64)> {
    let totals = totals(rows);
    let value = statistic(&totals)?;
    let mut slopes = [0.0; K];
    for (column, slope) in slopes.iter_mut().enumerate() {
        let step = STEP * totals[column].abs().max(f64::MIN_POSITIVE);
        let at = |step: f64| {
            let mut shifted = totals;
            shifted[column] += step;
            statistic(&shifted)
        };
        *slope = (at(step)? - at(-step)?) / (2.0 * step);
    }
    let n = rows.len() as f64;
    let mean = influence(&totals, &slopes) / n;
    let mut squares = 0.0;
    for row in rows {
        let distance = influence(row, &slopes) - mean;
        squares += distance * distance;
    }
    let error = (squares * n / (n - 1.0)).sqrt();
    error.is_finite().then_some((value, error))
}

/// The influence of a row on the statistic. A loop, as this is most of a report's time and iterators are slow
/// where nothing is inlined.
fn influence<const K: usize>(row: &[f64; K], slopes: &[f64; K]) -> f64 {
    let mut sum = 0.0;
    let mut column = 0;
    while column < K {
        sum += row[column] * slopes[column];
        column += 1;
    }
    sum
}

/// Sums of the columns.
pub(super) fn totals<const K: usize>(rows: &[[f64; K]]) -> [f64; K] {
    let mut totals = [0.0; K];
    for row in rows {
        let mut column = 0;
        while column < K {
            totals[column] += row[column];
            column += 1;
        }
    }
    totals
}

/// Total of the first over total of the second of each pair, e.g. nodes of two variants.
/// `None` when the second total is 0.
pub(crate) fn ratio_of_totals(pairs: &[(u64, u64)], least: usize) -> Option<Estimate> {
    let rows: Vec<[f64; 2]> = pairs.iter().map(|&(a, b)| [a as f64, b as f64]).collect();
    bootstrap(&rows, least, Scale::Log, |&[a, b]| (b > 0.0).then(|| a / b))
}

/// The mean of counts. `None` without any.
pub(crate) fn mean_count(counts: &[u64], least: usize) -> Option<Estimate> {
    let rows: Vec<[f64; 2]> = counts.iter().map(|&count| [count as f64, 1.0]).collect();
    bootstrap(&rows, least, Scale::Log, |&[total, n]| (n > 0.0).then(|| total / n))
}

/// How the ratio of totals changes from the second list of pairs to the first, position by position: at
/// another depth, or under another setting. `None` if the lists have other lengths.
pub(crate) fn paired_change(
    now: &[(u64, u64)],
    before: &[(u64, u64)],
    least: usize,
) -> Option<Estimate> {
    let row = |((a, b), (c, d)): (&(u64, u64), &(u64, u64))| [a, b, c, d].map(|&n| n as f64);
    let rows: Vec<[f64; 4]> = now.iter().zip(before).map(row).collect();
    let change = |&[a, b, c, d]: &[f64; 4]| (b > 0.0 && c > 0.0).then(|| a / b / (c / d));
    let estimate = || bootstrap(&rows, least, Scale::Log, change);
    (now.len() == before.len()).then(estimate)?
}

/// Linear between the order statistics, the usual definition (type 7).
fn quantile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let place = share * (values.len() - 1) as f64;
    let (below, part) = (place.floor() as usize, place.fract());
    let above = (below + 1).min(values.len() - 1);
    values[below] + part * (values[above] - values[below])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(pairs: &[(u64, u64)]) -> Option<Estimate> {
        ratio_of_totals(pairs, 2)
    }

    #[test]
    fn equal_ratios_have_an_interval_without_width() {
        let estimate = ratio(&[(10, 20), (3, 6), (50, 100)]).unwrap();
        assert_eq!(estimate.value, 0.5);
        let Interval { low, high } = estimate.interval.unwrap();
        assert!((low - 0.5).abs() < 1e-9 && (high - 0.5).abs() < 1e-9, "{low} {high}");
    }

    #[test]
    fn degenerate_samples_are_absent_and_never_nan() {
        assert_eq!(ratio(&[]), None);
        assert_eq!(ratio(&[(5, 0), (7, 0)]), None);
        let one = ratio(&[(5, 2)]).unwrap();
        assert_eq!((one.value, one.interval, one.samples), (2.5, None, 1));
        let zero = ratio(&[(0, 2), (0, 3), (0, 9)]).unwrap();
        assert_eq!((zero.value, zero.interval), (0.0, None), "0 has no logarithm");
    }

    #[test]
    fn a_sample_that_is_too_small_has_a_value_and_no_interval() {
        let pairs: Vec<(u64, u64)> = (1..40).map(|i| (i * i, 31 * i)).collect();
        assert!(ratio_of_totals(&pairs, 39).unwrap().interval.is_some());
        let small = ratio_of_totals(&pairs, 40).unwrap();
        assert_eq!((small.interval, small.samples), (None, 39));
    }

    #[test]
    fn a_mean_gets_the_interval_that_theory_gives_it() {
        // The mean of 0..400 is 199.5; its standard error is 115.6 / 20 = 5.78; level 98 %: 2.33.
        let rows: Vec<[f64; 2]> = (0..400).map(|i| [f64::from(i), 1.0]).collect();
        let mean = |&[total, n]: &[f64; 2]| Some(total / n);
        let estimate = bootstrap(&rows, 2, Scale::Plain, mean).unwrap();
        assert_eq!(estimate.value, 199.5);
        let Interval { low, high } = estimate.interval.unwrap();
        assert!((low - (199.5 - 2.33 * 5.78)).abs() < 1.0, "{low}");
        assert!((high - (199.5 + 2.33 * 5.78)).abs() < 1.0, "{high}");
    }

    #[test]
    fn the_seed_is_pinned_and_ratios_are_symmetric_on_the_logarithmic_scale() {
        let pairs: Vec<(u64, u64)> = (1..40).map(|i| (i * i, 31 * i)).collect();
        let first = ratio(&pairs).unwrap();
        assert_eq!(first, ratio(&pairs).unwrap());
        let Interval { low, high } = first.interval.unwrap();
        assert!((low * high - first.value * first.value).abs() < 1e-9);
        let swapped: Vec<(u64, u64)> = pairs.iter().map(|&(a, b)| (b, a)).collect();
        let swapped = ratio(&swapped).unwrap().interval.unwrap();
        assert!((swapped.low * high - 1.0).abs() < 1e-6);
    }

    #[test]
    fn quantiles_lie_between_order_statistics() {
        let mut values: Vec<f64> = (0..=40).rev().map(f64::from).collect();
        assert!((quantile(&mut values, 0.025) - 1.0).abs() < 1e-9);
        assert!((quantile(&mut values, 0.98) - 39.2).abs() < 1e-9);
    }
}

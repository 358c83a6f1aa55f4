//! Bootstrap intervals over positions. The positions of a suite are drawn again with replacement;
//! the random numbers are fixed, so that the same records give the same interval.

/// Resamples; the 2.5 % and 97.5 % points are then the 50th and the 1950th.
const RESAMPLES: usize = 2000;
const SEED: u64 = 0x6d61_7273_6c61_6e64;

/// A value with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
pub struct Estimate {
    /// On the positions as they are.
    pub value: f64,
    /// 2.5 % of the resamples lie below.
    pub low: f64,
    /// 2.5 % lie above.
    pub high: f64,
}

/// Estimates a statistic, given as a function of how often each of `n` positions is counted.
/// `None` if the statistic is undefined on the positions as they are; resamples on which it is
/// undefined are left out.
pub fn estimate(n: usize, statistic: impl Fn(&[u32]) -> Option<f64>) -> Option<Estimate> {
    let value = statistic(&vec![1; n]).filter(|value| value.is_finite())?;
    let mut random = SEED;
    let mut values: Vec<f64> = (0..RESAMPLES)
        .filter_map(|_| {
            let mut weights = vec![0; n];
            for _ in 0..n {
                weights[(splitmix64(&mut random) % n as u64) as usize] += 1;
            }
            statistic(&weights).filter(|value| value.is_finite())
        })
        .collect();
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values.get((share * values.len() as f64) as usize).copied();
    Some(Estimate { value, low: at(0.025).unwrap_or(value), high: at(0.975).unwrap_or(value) })
}

/// Steele, Lea and Flood's generator: small, and the same on every machine.
fn splitmix64(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// A sum in which each position counts as often as `weights` say.
pub fn weighted_sum(values: &[f64], weights: &[u32]) -> f64 {
    values.iter().zip(weights).map(|(value, &weight)| value * f64::from(weight)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_positions_have_an_interval_of_no_width() {
        let values = [2.0; 10];
        let found = estimate(10, |w| Some(weighted_sum(&values, w) / 10.0)).unwrap();
        assert_eq!(found, Estimate { value: 2.0, low: 2.0, high: 2.0 });
    }

    #[test]
    fn the_interval_of_a_mean_is_about_two_standard_errors_wide_and_repeatable() {
        let values: Vec<f64> = (0..100).map(f64::from).collect();
        let mean = |w: &[u32]| Some(weighted_sum(&values, w) / 100.0);
        let found = estimate(100, mean).unwrap();
        assert_eq!(found.value, 49.5);
        // the standard error is 28.9 / 10
        assert!((found.low - (49.5 - 5.66)).abs() < 0.6, "{found:?}");
        assert!((found.high - (49.5 + 5.66)).abs() < 0.6, "{found:?}");
        assert_eq!(estimate(100, mean), Some(found));
    }

    #[test]
    fn an_undefined_statistic_has_no_estimate() {
        assert_eq!(estimate(3, |_| None), None);
        assert_eq!(estimate(0, |_| Some(f64::NAN)), None);
    }
}

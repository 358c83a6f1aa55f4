//! How often the interval of a count contains the truth, exactly: over the counts that other samples of the same
//! size would have, each with its probability, if the truth is what was counted.

use statrs::distribution::{Binomial, Discrete};

use super::Interval;

/// An interval that contains the truth less often is not given.
pub(crate) const LEAST_COVERAGE: f64 = 0.93;
/// Rarer outcomes do not count.
const NEGLIGIBLE: f64 = 1e-12;

/// Of `k` of `n`, whose share has this interval.
pub(super) fn of_count(k: u64, n: u64, interval: impl Fn(u64) -> Option<Interval>) -> f64 {
    let truth = k as f64 / n as f64;
    let holds = |&(k, _): &(u64, f64)| interval(k).is_some_and(|i| i.contains(truth));
    outcomes(n, truth).filter(holds).map(|(_, chance)| chance).sum()
}

/// Of two counts of `n` that exclude each other, whose difference has this interval.
pub(super) fn of_difference(
    [first, second]: [u64; 2],
    n: u64,
    interval: impl Fn([u64; 2]) -> Option<Interval>,
) -> f64 {
    let truth = first as f64 - second as f64;
    let rest = n - first;
    let share = if rest == 0 { 0.0 } else { second as f64 / rest as f64 };
    let mut coverage = 0.0;
    for (first, chance) in outcomes(n, first as f64 / n as f64) {
        for (second, given_first) in outcomes(n - first, share) {
            if interval([first, second]).is_some_and(|i| i.contains(truth)) {
                coverage += chance * given_first;
            }
        }
    }
    coverage
}

/// The counts out of `n` of what has this probability, each with its own, from the likeliest on.
fn outcomes(n: u64, p: f64) -> impl Iterator<Item = (u64, f64)> {
    let mode = (((n + 1) as f64 * p) as u64).min(n);
    let chance = Binomial::new(p, n).map_or(0.0, |binomial| binomial.pmf(mode));
    let odds = p / (1.0 - p);
    let more = move |&(k, chance): &(u64, f64)| {
        (k < n).then(|| (k + 1, chance * odds * (n - k) as f64 / (k + 1) as f64))
    };
    let fewer = move |&(k, chance): &(u64, f64)| {
        (k > 0).then(|| (k - 1, chance / odds * k as f64 / (n - k + 1) as f64))
    };
    let likely = |&(_, chance): &(u64, f64)| chance > NEGLIGIBLE;
    let above = std::iter::successors(Some((mode, chance)), more).take_while(likely);
    let below = std::iter::successors(fewer(&(mode, chance)), fewer).take_while(likely);
    above.chain(below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_binomial_and_sum_to_one() {
        for (n, p) in [(1, 0.5), (20, 0.3), (999, 0.02), (5, 0.0), (5, 1.0), (0, 0.0)] {
            let all: Vec<(u64, f64)> = outcomes(n, p).collect();
            let sum: f64 = all.iter().map(|outcome| outcome.1).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{n} {p}: {sum}");
            for (k, chance) in all {
                let binomial = Binomial::new(p, n).unwrap().pmf(k);
                assert!((chance - binomial).abs() < 1e-12, "{n} {p} {k}: {chance} {binomial}");
            }
        }
    }

    #[test]
    fn coverage_is_that_of_an_enumeration_by_hand() {
        // 1 of 2: counts 0, 1, 2 have 1/4, 1/2, 1/4, and an interval that reaches 0.4 holds 1/2 from 1/2 only.
        let near = |k: u64| {
            let share = k as f64 / 2.0;
            Some(Interval { low: share - 0.4, high: share + 0.4 })
        };
        assert_eq!(of_count(1, 2, near), 0.5);
        assert_eq!(of_count(0, 2, near), 1.0);
        assert_eq!(of_count(1, 2, |_| None), 0.0);
        // One of each kind of 2: the difference is 0 in (0, 0), (1, 1); first alone has 1/2, and the
        // second, of what is left, 1: (0, 2), (1, 1), (2, 0) with 1/4, 1/2, 1/4.
        let same = |[a, b]: [u64; 2]| {
            let difference = a as f64 - b as f64;
            Some(Interval { low: difference, high: difference })
        };
        assert_eq!(of_difference([1, 1], 2, same), 0.5);
        assert_eq!(of_difference([0, 0], 9, same), 1.0);
        assert_eq!(of_difference([3, 0], 3, same), 1.0, "nothing is left for the second");
    }
}

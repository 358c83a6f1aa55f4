//! The sequential probability ratio test on pairs of games (GSPRT): the log-likelihood ratio of
//! "the difference is elo1" against "it is elo0", each with the most likely distribution of pair
//! results that has this mean. M. Van den Bergh, "Comments on normalized Elo" and fishtest.

use anyhow::anyhow;
use serde::Serialize;

use super::statistics::score;

/// Weight of a result that did not occur, as in fishtest; keeps every logarithm finite.
const ABSENT: f64 = 1e-3;

/// The two hypotheses and the error rates.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Sprt {
    /// Elo of the null hypothesis.
    pub(crate) elo0: f64,
    /// Elo of the alternative.
    pub(crate) elo1: f64,
    /// Probability of accepting the alternative when the null hypothesis holds.
    pub(crate) alpha: f64,
    /// Probability of the reverse.
    pub(crate) beta: f64,
}

/// How a test stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Verdict {
    /// The ratio is between the bounds.
    Undecided,
    /// The null hypothesis is accepted.
    Elo0,
    /// The alternative is accepted.
    Elo1,
}

impl Sprt {
    /// Reads `elo0=0 elo1=10 alpha=0.05 beta=0.05`, separated by spaces or commas.
    ///
    /// # Errors
    /// When a part is unknown or the bounds make no test.
    pub(crate) fn parse(text: &str) -> anyhow::Result<Sprt> {
        let refused = |what| {
            let form = "write elo0=0 elo1=10, perhaps with alpha=0.05 beta=0.05";
            anyhow!("--sprt {text}: {what}; {form}")
        };
        let mut sprt = Sprt { elo0: 0.0, elo1: f64::NAN, alpha: 0.05, beta: 0.05 };
        for part in text.split([' ', ',']).filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').ok_or_else(|| refused("a part has no '='"))?;
            let value: f64 = value.parse().map_err(|_| refused("a value is no number"))?;
            *match name {
                "elo0" => &mut sprt.elo0,
                "elo1" => &mut sprt.elo1,
                "alpha" => &mut sprt.alpha,
                "beta" => &mut sprt.beta,
                _ => return Err(refused("a part is unknown")),
            } = value;
        }
        let usual = |elo: f64| elo.abs() <= 2000.0;
        if !usual(sprt.elo0) || !usual(sprt.elo1) || sprt.elo0 >= sprt.elo1 {
            return Err(refused("elo0 must be less than elo1"));
        }
        let rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if !rate(sprt.alpha) || !rate(sprt.beta) {
            return Err(refused("alpha and beta lie between 0 and 0.5"));
        }
        Ok(sprt)
    }

    /// The log-likelihood ratios at which the test ends.
    pub(crate) fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of these pairs.
    pub(crate) fn ratio(&self, pairs: &[u32; 5]) -> f64 {
        if pairs.iter().all(|n| *n == 0) {
            return 0.0;
        }
        let counts = pairs.map(|n| if n == 0 { ABSENT } else { f64::from(n) });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|n| n / total);
        let p0 = most_likely(&shares, score(self.elo0));
        let p1 = most_likely(&shares, score(self.elo1));
        let terms = (0..5).map(|i| counts[i] * (p1[i] / p0[i]).ln());
        terms.sum()
    }

    /// Where the test stands with these pairs.
    pub(crate) fn verdict(&self, pairs: &[u32; 5]) -> Verdict {
        let (low, high) = self.bounds();
        match self.ratio(pairs) {
            ratio if ratio <= low => Verdict::Elo0,
            ratio if ratio >= high => Verdict::Elo1,
            _ => Verdict::Undecided,
        }
    }
}

/// The distribution over 0, 1/4, .. 1 with mean `score` under which `shares` are most likely:
/// `share / (1 + x (value - score))`, where x makes the mean right.
fn most_likely(shares: &[f64; 5], score: f64) -> [f64; 5] {
    let offset = |i: usize| i as f64 / 4.0 - score;
    let excess =
        |x: f64| -> f64 { (0..5).map(|i| shares[i] * offset(i) / (1.0 + x * offset(i))).sum() };
    // The excess falls from +inf to -inf between the poles.
    let (mut low, mut high) = (-1.0 / offset(4), -1.0 / offset(0));
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = (low + high) / 2.0;
    std::array::from_fn(|i| shares[i] / (1.0 + x * offset(i)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test() -> Sprt {
        Sprt::parse("elo0=0 elo1=10").unwrap()
    }

    #[test]
    fn the_five_percent_bounds_are_the_usual_ones() {
        let (low, high) = test().bounds();
        assert!((low + 2.944).abs() < 1e-3 && (high - 2.944).abs() < 1e-3);
    }

    #[test]
    fn the_most_likely_distribution_has_the_mean_it_must_have() {
        let shares = [0.05, 0.2, 0.5, 0.2, 0.05];
        for target in [0.2, 0.5, 0.514, 0.9] {
            let p = most_likely(&shares, target);
            let mean: f64 = (0..5).map(|i| i as f64 / 4.0 * p[i]).sum();
            assert!((mean - target).abs() < 1e-9, "{mean}");
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
        let same = most_likely(&shares, 0.5);
        assert!((0..5).all(|i| (same[i] - shares[i]).abs() < 1e-9));
    }

    #[test]
    fn a_large_sample_agrees_with_the_normal_approximation() {
        let pairs = [300, 2300, 4800, 2500, 320];
        let n: f64 = pairs.iter().map(|n| f64::from(*n)).sum();
        let at = |i: usize| i as f64 / 4.0;
        let mean = (0..5).map(|i| at(i) * f64::from(pairs[i])).sum::<f64>() / n;
        let square = |i: usize| (at(i) - mean).powi(2) * f64::from(pairs[i]);
        let variance = (0..5).map(square).sum::<f64>() / n;
        let (s0, s1) = (score(0.0), score(10.0));
        let normal = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let ratio = test().ratio(&pairs);
        assert!((ratio - normal).abs() < 0.05 * normal.abs().max(1.0), "{ratio} and {normal}");
    }

    #[test]
    fn one_sided_samples_decide_and_stay_finite() {
        let sprt = test();
        for (pairs, verdict) in [
            ([0, 0, 0, 0, 0], Verdict::Undecided),
            ([0, 0, 0, 0, 400], Verdict::Elo1),
            ([400, 0, 0, 0, 0], Verdict::Elo0),
            ([0, 0, 3, 0, 0], Verdict::Undecided),
        ] {
            assert!(sprt.ratio(&pairs).is_finite(), "{pairs:?}");
            assert_eq!(sprt.verdict(&pairs), verdict, "{pairs:?} {}", sprt.ratio(&pairs));
        }
    }

    #[test]
    fn tests_that_test_nothing_are_refused() {
        for text in ["elo0=0", "elo0=5 elo1=5", "elo1=x", "elo0=0 elo1=5 alpha=0", "elo2=1", "5"] {
            assert!(Sprt::parse(text).is_err(), "{text}");
        }
        assert_eq!(Sprt::parse("elo0=-5,elo1=0,beta=0.1").unwrap().beta, 0.1);
    }
}

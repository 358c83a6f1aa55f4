//! The rules, the same for all claims. In words they stand in `experiments/claims/paper.toml`.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Unit;
use crate::stats::Estimate;

/// Our effect may be so many times the paper's, or the paper's ours, to count as the same size.
const SIZE_FACTOR: f64 = 1.5;

/// What became of a claim: a closed list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(test, derive(Deserialize))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Verdict {
    /// Holds here too, in the paper's size where it gives one.
    Reproduced,
    /// Holds in direction, but not in size.
    SignOnly,
    /// The opposite holds here.
    NotReproduced,
    /// The records do not decide.
    Inconclusive,
    /// No records bear on it.
    NotTested,
}

impl Verdict {
    /// Every verdict, the best first.
    pub(crate) const ALL: [Verdict; 5] = [
        Verdict::Reproduced,
        Verdict::SignOnly,
        Verdict::NotReproduced,
        Verdict::Inconclusive,
        Verdict::NotTested,
    ];

    /// A name for style sheets.
    pub(crate) fn id(self) -> &'static str {
        match self {
            Verdict::Reproduced => "reproduced",
            Verdict::SignOnly => "sign-only",
            Verdict::NotReproduced => "not-reproduced",
            Verdict::Inconclusive => "inconclusive",
            Verdict::NotTested => "not-tested",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Verdict::Reproduced => "reproduced",
            Verdict::SignOnly => "reproduced in sign only",
            Verdict::NotReproduced => "not reproduced",
            Verdict::Inconclusive => "inconclusive",
            Verdict::NotTested => "not tested",
        })
    }
}

/// Where the paper puts a quantity.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Expect {
    /// Below this value.
    Below(f64),
    /// Above this value.
    Above(f64),
    /// At most so far from 0.
    Within(f64),
}

impl fmt::Display for Expect {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Expect::Below(value) => write!(f, "below {value}"),
            Expect::Above(value) => write!(f, "above {value}"),
            Expect::Within(value) => write!(f, "within {value} of 0"),
        }
    }
}

/// Judges our estimate; `None` means that there is none.
pub(crate) fn judge(
    expect: &Expect,
    published: Option<f64>,
    ours: Option<&Estimate>,
    unit: Unit,
) -> Verdict {
    let Some(ours) = ours else { return Verdict::NotTested };
    let Some(interval) = ours.interval else { return Verdict::Inconclusive };
    let (holds, fails, boundary) = match *expect {
        Expect::Below(value) => (interval.high < value, interval.low > value, value),
        Expect::Above(value) => (interval.low > value, interval.high < value, value),
        Expect::Within(margin) => {
            let holds = interval.low >= -margin && interval.high <= margin;
            let fails = interval.low > margin || interval.high < -margin;
            // The margin is the size: there is no second one to compare.
            return match (holds, fails) {
                (true, _) => Verdict::Reproduced,
                (_, true) => Verdict::NotReproduced,
                _ => Verdict::Inconclusive,
            };
        }
    };
    match (holds, fails, published) {
        (_, true, _) => Verdict::NotReproduced,
        (false, false, _) => Verdict::Inconclusive,
        (true, _, None) => Verdict::Reproduced,
        (true, _, Some(published)) => {
            let share = unit.distance(ours.value, boundary) / unit.distance(published, boundary);
            let same = (1.0 / SIZE_FACTOR..=SIZE_FACTOR).contains(&share);
            if same || interval.contains(published) {
                Verdict::Reproduced
            } else {
                Verdict::SignOnly
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Interval;

    fn ours(value: f64, low: f64, high: f64) -> Estimate {
        Estimate { value, interval: Some(Interval { low, high }), samples: 9 }
    }

    fn ratio(expect: Expect, published: f64, ours: Estimate) -> Verdict {
        judge(&expect, Some(published), Some(&ours), Unit::Ratio)
    }

    #[test]
    fn the_interval_decides_on_the_sign() {
        let above = Expect::Above(1.0);
        assert_eq!(ratio(above, 1.5, ours(1.5, 1.2, 1.8)), Verdict::Reproduced);
        assert_eq!(ratio(above, 1.5, ours(1.5, 0.9, 1.8)), Verdict::Inconclusive);
        assert_eq!(ratio(above, 1.5, ours(0.8, 0.7, 0.9)), Verdict::NotReproduced);
        assert_eq!(ratio(Expect::Below(1.0), 0.5, ours(0.5, 0.4, 0.6)), Verdict::Reproduced);
        assert_eq!(ratio(Expect::Below(1.0), 0.5, ours(2.0, 1.1, 3.0)), Verdict::NotReproduced);
    }

    #[test]
    fn size_counts_on_the_scale_of_the_quantity() {
        // ln 2 / ln 1.1 is more than seven times, and 2 lies outside the interval.
        let above = Expect::Above(1.0);
        assert_eq!(ratio(above, 2.0, ours(1.1, 1.05, 1.2)), Verdict::SignOnly);
        assert_eq!(ratio(above, 2.0, ours(1.6, 1.5, 1.7)), Verdict::Reproduced);
        // Far off, but the paper's value is inside the interval.
        assert_eq!(ratio(above, 2.0, ours(1.1, 1.05, 2.2)), Verdict::Reproduced);
    }

    #[test]
    fn a_value_at_the_boundary_decides_nothing() {
        let nothing = ours(0.0, 0.0, 0.0);
        let verdict = judge(&Expect::Above(0.0), Some(0.1), Some(&nothing), Unit::Share);
        assert_eq!(verdict, Verdict::Inconclusive);
    }

    #[test]
    fn equality_is_judged_by_a_margin() {
        let judge = |e| judge(&Expect::Within(0.02), Some(0.0), Some(&e), Unit::Share);
        assert_eq!(judge(ours(0.01, -0.01, 0.02)), Verdict::Reproduced);
        assert_eq!(judge(ours(0.01, -0.03, 0.05)), Verdict::Inconclusive);
        assert_eq!(judge(ours(0.05, 0.03, 0.07)), Verdict::NotReproduced);
    }

    #[test]
    fn without_figure_or_interval_nothing_is_decided() {
        assert_eq!(judge(&Expect::Above(0.0), None, None, Unit::Share), Verdict::NotTested);
        let one = Estimate { value: 1.0, interval: None, samples: 1 };
        let verdict = judge(&Expect::Above(0.0), None, Some(&one), Unit::Share);
        assert_eq!(verdict, Verdict::Inconclusive);
    }
}

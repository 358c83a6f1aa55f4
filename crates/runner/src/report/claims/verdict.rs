//! A verdict on two axes, direction and size; the same for all claims. In words the rules stand in
//! `experiments/claims/rules.toml`.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Unit;
use crate::stats::{Estimate, Interval};

/// The margin of equivalence, as a part of the source's effect.
const EQUIVALENT: f64 = 0.5;

/// The outcome for the claimed side: a closed list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(test, derive(Deserialize))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Direction {
    /// The claimed side.
    AsClaimed,
    /// The other side.
    Opposite,
    /// No effect of importance.
    None,
    /// The records do not decide.
    Undecided,
    /// No committed run can test it.
    NeedsRun,
}

impl Direction {
    /// Every direction, the claimed one first.
    pub(crate) const ALL: [Direction; 5] = [
        Direction::AsClaimed,
        Direction::Opposite,
        Direction::None,
        Direction::Undecided,
        Direction::NeedsRun,
    ];

    /// A name for ids and style sheets.
    pub(crate) fn id(self) -> &'static str {
        match self {
            Direction::AsClaimed => "as-claimed",
            Direction::Opposite => "opposite",
            Direction::None => "none",
            Direction::Undecided => "undecided",
            Direction::NeedsRun => "needs-run",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Direction::AsClaimed => "as claimed",
            Direction::Opposite => "opposite",
            Direction::None => "none (equivalent)",
            Direction::Undecided => "undecided",
            Direction::NeedsRun => "undecided: needs a run",
        })
    }
}

/// Is the source's value ours?
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Size {
    /// Does our interval hold it, or meet its range?
    pub(crate) inside: bool,
    /// Our effect as a multiple of the source's; `None` where that is 0 or on the boundary.
    pub(crate) factor: Option<f64>,
}

impl Size {
    /// A name for ids.
    pub(crate) fn id(self) -> &'static str {
        if self.inside { "inside" } else { "outside" }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let factor = self.factor.filter(|_| !self.inside);
        let factor = factor.map_or(String::new(), |factor| {
            let sign = if factor < 0.0 { "−" } else { "" };
            format!(", × {sign}{:.2}", factor.abs())
        });
        f.pad(&format!("{}{factor}", self.id()))
    }
}

/// The outcome of a claim.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Verdict {
    /// The side.
    pub(crate) direction: Direction,
    /// The size; `None` where the source prints none or we have no interval.
    pub(crate) size: Option<Size>,
}

/// What the source prints.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Published {
    /// A value.
    Value(f64),
    /// From the first to the second.
    Range([f64; 2]),
}

impl Published {
    /// The least and the greatest value.
    pub(crate) fn ends(self) -> [f64; 2] {
        match self {
            Published::Value(value) => [value; 2],
            Published::Range([a, b]) => [a.min(b), a.max(b)],
        }
    }

    /// The value of the range that is nearest to another one.
    fn nearest(self, value: f64) -> f64 {
        let [low, high] = self.ends();
        value.clamp(low, high)
    }
}

/// Where the source puts a quantity.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(try_from = "Sides")]
pub(crate) enum Expect {
    /// Below this value.
    Below(f64),
    /// Above this value.
    Above(f64),
    /// At most this far from 0.
    Within(f64),
}

/// The same as a file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sides {
    below: Option<f64>,
    above: Option<f64>,
    within: Option<f64>,
}

impl TryFrom<Sides> for Expect {
    type Error = &'static str;

    fn try_from(sides: Sides) -> Result<Expect, &'static str> {
        let (expect, value) = match (sides.below, sides.above, sides.within) {
            (Some(value), None, None) => (Expect::Below(value), value),
            (None, Some(value), None) => (Expect::Above(value), value),
            (None, None, Some(value)) => (Expect::Within(value), value),
            _ => return Err("`expect` needs exactly one of `below`, `above` and `within`"),
        };
        if value.is_finite() { Ok(expect) } else { Err("`expect` needs a finite number") }
    }
}

impl Expect {
    /// The value on one side of which the source puts the quantity.
    pub(crate) fn boundary(self) -> f64 {
        match self {
            Expect::Below(value) | Expect::Above(value) => value,
            Expect::Within(_) => 0.0,
        }
    }
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
    expect: Expect,
    published: Option<Published>,
    ours: Option<&Estimate>,
    unit: Unit,
) -> Verdict {
    let Some(ours) = ours else { return Verdict { direction: Direction::NeedsRun, size: None } };
    let Some(interval) = ours.interval else {
        return Verdict { direction: Direction::Undecided, size: None };
    };
    let boundary = expect.boundary();
    let size = published.map(|published| {
        let nearest = published.nearest(ours.value);
        let theirs = unit.distance(nearest, boundary);
        let factor = (theirs != 0.0).then(|| unit.distance(ours.value, boundary) / theirs);
        let [low, high] = published.ends();
        Size { inside: interval.low <= high && low <= interval.high, factor }
    });
    Verdict { direction: direction(expect, published, interval, unit), size }
}

/// The margin of equivalence around the boundary, on the unit's own scale.
pub(super) fn margin(expect: Expect, published: Option<Published>, unit: Unit) -> Option<f64> {
    match expect {
        Expect::Within(margin) => Some(margin),
        Expect::Below(boundary) | Expect::Above(boundary) => published.map(|published| {
            let [a, b] = published.ends().map(|end| unit.distance(end, boundary).abs());
            EQUIVALENT * a.min(b)
        }),
    }
}

fn direction(
    expect: Expect,
    published: Option<Published>,
    interval: Interval,
    unit: Unit,
) -> Direction {
    let boundary = expect.boundary();
    let far = |value: f64| unit.distance(value, boundary);
    let within = |margin: f64| far(interval.low) >= -margin && far(interval.high) <= margin;
    let (above, below) = (interval.low > boundary, interval.high < boundary);
    let (claimed, opposite) = match expect {
        Expect::Above(_) => (above, below),
        Expect::Below(_) => (below, above),
        Expect::Within(margin) => {
            (within(margin), far(interval.low) > margin || far(interval.high) < -margin)
        }
    };
    let is_side = !matches!(expect, Expect::Within(_));
    let margin = margin(expect, published, unit).filter(|_| is_side);
    match (claimed, opposite) {
        (true, _) => Direction::AsClaimed,
        (_, true) => Direction::Opposite,
        _ if margin.is_some_and(within) => Direction::None,
        _ => Direction::Undecided,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(value: f64, low: f64, high: f64) -> Estimate {
        Estimate { value, interval: Some(Interval { low, high }), samples: 9 }
    }

    fn ratio(expect: Expect, published: f64, ours: Estimate) -> Verdict {
        judge(expect, Some(Published::Value(published)), Some(&ours), Unit::Ratio)
    }

    #[test]
    fn the_interval_decides_on_the_side() {
        let above = Expect::Above(1.0);
        let direction = |expect, ours| ratio(expect, 1.5, ours).direction;
        assert_eq!(direction(above, ours(1.5, 1.2, 1.8)), Direction::AsClaimed);
        assert_eq!(direction(above, ours(1.5, 0.9, 1.8)), Direction::Undecided);
        assert_eq!(direction(above, ours(0.8, 0.7, 0.9)), Direction::Opposite);
        assert_eq!(direction(Expect::Below(1.0), ours(0.5, 0.4, 0.6)), Direction::AsClaimed);
        assert_eq!(direction(Expect::Below(1.0), ours(2.0, 1.1, 3.0)), Direction::Opposite);
    }

    #[test]
    fn an_interval_within_half_the_published_effect_excludes_one() {
        let judged = |low, high| {
            let published = Some(Published::Value(0.016));
            judge(Expect::Above(0.0), published, Some(&ours(0.0, low, high)), Unit::Share)
        };
        assert_eq!(judged(-0.006, 0.008).direction, Direction::None);
        assert_eq!(judged(-0.006, 0.009).direction, Direction::Undecided);
        assert_eq!(judged(0.001, 0.007).direction, Direction::AsClaimed, "a side comes first");
        // For ratios the logarithm counts: half of ln 4 is ln 2.
        let of_ratio = |low, high| ratio(Expect::Above(1.0), 4.0, ours(1.0, low, high)).direction;
        assert_eq!(of_ratio(0.51, 1.99), Direction::None);
        assert_eq!(of_ratio(0.49, 1.99), Direction::Undecided);
        // For a range, the end nearer to the boundary counts.
        let range = Some(Published::Range([0.7, 0.9]));
        let of_range =
            |low, high| judge(Expect::Below(1.0), range, Some(&ours(1.0, low, high)), Unit::Ratio);
        assert_eq!(of_range(0.96, 1.04).direction, Direction::None);
        assert_eq!(of_range(0.92, 1.04).direction, Direction::Undecided);
    }

    #[test]
    fn size_is_apart_from_direction() {
        let above = Expect::Above(1.0);
        let size = |e: Estimate| ratio(above, 2.0, e).size.unwrap();
        assert_eq!(size(ours(1.1, 1.05, 2.2)).to_string(), "inside");
        assert_eq!(size(ours(2f64.sqrt(), 1.3, 1.5)).to_string(), "outside, × 0.50");
        assert_eq!(size(ours(4.0, 3.0, 5.0)).to_string(), "outside, × 2.00");
        assert_eq!(size(ours(0.5, 0.4, 0.6)).to_string(), "outside, × −1.00");
        // For a range, the end nearer to ours: 38.3 % less where 45 to 52 is claimed.
        let range = Some(Published::Range([0.48, 0.55]));
        let small = judge(Expect::Below(1.0), range, Some(&ours(0.617, 0.603, 0.631)), Unit::Ratio);
        assert_eq!(small.direction, Direction::AsClaimed);
        assert_eq!(small.size.unwrap().to_string(), "outside, × 0.81");
        let in_range = judge(Expect::Below(1.0), range, Some(&ours(0.6, 0.54, 0.7)), Unit::Ratio);
        assert!(in_range.size.unwrap().inside);
        // The paper's effect is zero, so there is no multiple of it.
        let none = judge(
            Expect::Within(0.02),
            Some(Published::Value(0.0)),
            Some(&ours(0.03, 0.01, 0.05)),
            Unit::Share,
        );
        assert_eq!(none.size, Some(Size { inside: false, factor: None }));
        assert_eq!(none.size.unwrap().to_string(), "outside");
    }

    #[test]
    fn a_value_at_the_boundary_decides_nothing_without_a_margin() {
        let nothing = ours(0.0, 0.0, 0.0);
        let verdict = judge(Expect::Above(0.0), None, Some(&nothing), Unit::Share);
        assert_eq!(verdict, Verdict { direction: Direction::Undecided, size: None });
    }

    #[test]
    fn equality_is_judged_by_its_margin() {
        let published = Some(Published::Value(0.0));
        let judge = |e| judge(Expect::Within(0.02), published, Some(&e), Unit::Share).direction;
        assert_eq!(judge(ours(0.01, -0.01, 0.02)), Direction::AsClaimed);
        assert_eq!(judge(ours(0.01, -0.03, 0.05)), Direction::Undecided);
        assert_eq!(judge(ours(0.05, 0.03, 0.07)), Direction::Opposite);
        assert_eq!(judge(ours(-0.05, -0.07, -0.03)), Direction::Opposite);
    }

    #[test]
    fn without_figure_or_interval_nothing_is_decided() {
        let published = Some(Published::Value(0.1));
        let none = judge(Expect::Above(0.0), published, None, Unit::Share);
        assert_eq!(none, Verdict { direction: Direction::NeedsRun, size: None });
        let one = Estimate { value: 1.0, interval: None, samples: 1 };
        let one = judge(Expect::Above(0.0), published, Some(&one), Unit::Share);
        assert_eq!(one, Verdict { direction: Direction::Undecided, size: None });
    }
}

//! One number: its unit, certainty, source and published counterpart.

use std::sync::LazyLock;

use serde::{Serialize, Serializer};

use crate::base::json;
use crate::report::claims::Direction;
use crate::stats::{Estimate, Interval};

/// What a number counts. Differences in percent are `Percent` too: −7.8 is 7.8 % less.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(serde::Deserialize))]
pub(crate) enum Unit {
    /// Nodes searched.
    Nodes,
    /// Positions of a suite.
    Positions,
    /// Hundredths of something.
    Percent,
    /// A difference of two percentages.
    PercentagePoints,
    /// Games.
    Games,
    /// Points of a match on the Elo scale.
    Elo,
    /// Seconds.
    Seconds,
    /// Depth in plies.
    Plies,
    /// Events, claims, runs.
    #[default]
    Count,
    /// A probability, 0 to 1.
    Probability,
    /// A multiple of something else.
    Factor,
}

/// A published number.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(serde::Deserialize))]
pub(crate) struct Number {
    /// Our figure; `None` where only the paper has one, or a claim was not tested.
    #[serde(serialize_with = "shortest")]
    pub(crate) value: Option<f64>,
    /// What it counts.
    pub(crate) unit: Unit,
    /// Lower end of the 95 % interval.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "end")]
    pub(crate) low: Option<f64>,
    /// Upper end.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "end")]
    pub(crate) high: Option<f64>,
    /// How many positions, games or events it rests on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) n: Option<u64>,
    /// The run's folder below the results; empty if there is no single one.
    pub(crate) source: String,
    /// The published figure, in the same unit.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "shortest")]
    pub(crate) paper: Option<f64>,
    /// Its greatest value, where a range was published; `paper` is the least then.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "shortest")]
    pub(crate) paper_to: Option<f64>,
    /// The direction of a claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) direction: Option<Direction>,
    /// Is the published figure in the interval?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) inside: Option<bool>,
    /// The effect as a multiple of the published one.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "shortest")]
    pub(crate) factor: Option<f64>,
}

/// Placeholder for an id that does not exist.
pub(super) static NONE: LazyLock<Number> = LazyLock::new(Number::default);

impl Number {
    /// A figure from a run, without an interval.
    pub(crate) fn of(value: impl Into<Option<f64>>, unit: Unit, source: &str) -> Number {
        let (value, source) = (value.into(), source.to_owned());
        Number { value, unit, source, ..Number::default() }
    }

    /// The same for what is counted.
    pub(crate) fn count(value: u64, unit: Unit, source: &str) -> Number {
        Number::of(value as f64, unit, source)
    }

    /// An estimate, shown as `show` makes it.
    pub(super) fn estimate(
        estimate: &Estimate,
        unit: Unit,
        source: &str,
        show: impl Fn(f64) -> f64,
    ) -> Number {
        let (low, high) = estimate.interval.map(|i| (show(i.low), show(i.high))).unzip();
        Number {
            low,
            high,
            n: Some(estimate.samples as u64),
            ..Number::of(show(estimate.value), unit, source)
        }
    }

    /// A ratio, as a difference in percent.
    pub(crate) fn ratio(estimate: &Estimate, source: &str) -> Number {
        Number::estimate(estimate, Unit::Percent, source, |ratio| (ratio - 1.0) * 100.0)
    }

    /// With the number of positions, games or events.
    pub(crate) fn out_of(self, n: impl Into<Option<u64>>) -> Number {
        Number { n: n.into(), ..self }
    }

    /// With what was published.
    pub(super) fn beside(self, paper: impl Into<Option<f64>>) -> Number {
        Number { paper: paper.into(), ..self }
    }

    /// Its 95 % interval.
    pub(crate) fn interval(&self) -> Option<Interval> {
        self.low.zip(self.high).map(|(low, high)| Interval { low, high })
    }

    /// A count as the whole number that it is.
    pub(crate) fn whole(&self) -> Option<u64> {
        self.value.map(|value| value as u64)
    }

    /// The published count.
    pub(crate) fn paper_whole(&self) -> Option<u64> {
        self.paper.map(|value| value as u64)
    }
}

/// Counts as whole numbers; others with twelve digits, as further digits would only reflect
/// rounding in mathematical functions.
fn shortest<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    json::written(value, 12, serializer)
}

/// An end of an interval has six digits: a studentised one takes slopes from small differences, whose
/// last digits depend on the platform's mathematical functions.
fn end<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    json::number(value.map(|value| json::rounded(value, 6)), serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_platforms_last_digits_give_the_same_bytes() {
        let json = |low: f64, high: f64| {
            let number =
                Number { low: Some(low), high: Some(high), ..Number::of(1.5, Unit::Percent, "r") };
            serde_json::to_string(&number).unwrap()
        };
        let here = json(-12.345_678_901_234, 0.001_234_567_89);
        assert_eq!(here, json(-12.345_678_901_999, 0.001_234_567_81));
        assert!(here.contains("\"low\":-12.3457,\"high\":0.00123457"), "{here}");
        assert_ne!(here, json(-12.346_678_901_234, 0.001_234_567_89));
    }
}

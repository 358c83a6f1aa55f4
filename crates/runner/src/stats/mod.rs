//! The statistics shown with totals: studentised paired bootstrap, geometric means, concentration,
//! McNemar's exact test, proportions, survival curves. Positions are the sampling unit throughout.
//! Everything is defined for degenerate samples: undefined statistics are `None`, never NaN.

mod bisect;
mod bootstrap;
mod concentration;
mod contrast;
mod covariance;
mod geometric;
pub(crate) mod least;
mod mcnemar;
pub(crate) mod pooled;
mod proportion;
pub(crate) mod regression;
mod superiority;
pub(crate) mod survival;

use serde::Serialize;

pub(crate) use bootstrap::{Scale, bootstrap, mean_count, paired_change, ratio_of_totals};
pub(crate) use concentration::concentration;
pub(crate) use contrast::{Mean, holm, mean};
pub(crate) use covariance::{Covariance, IN_THE_PLANE, covariance};
pub(crate) use geometric::geometric_mean;
pub(crate) use mcnemar::mcnemar;
pub(crate) use proportion::proportion;
pub(crate) use superiority::{Superiority, superiority};

/// The confidence level of every interval.
pub(crate) const CONFIDENCE: f64 = 0.95;

/// A closed interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Interval {
    /// Lower end.
    pub(crate) low: f64,
    /// Upper end.
    pub(crate) high: f64,
}

impl Interval {
    /// Is the value inside or at an end?
    pub(crate) fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// A figure with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Estimate {
    /// The figure of the whole sample.
    pub(crate) value: f64,
    /// Its interval; `None` where the sample is too small to give one.
    pub(crate) interval: Option<Interval>,
    /// Number of positions (or games, or events) that it rests on.
    pub(crate) samples: usize,
}

impl Estimate {
    /// On another scale, which rises with this one.
    pub(crate) fn map(self, of: impl Fn(f64) -> f64) -> Estimate {
        let ends = |i: Interval| Interval { low: of(i.low), high: of(i.high) };
        Estimate { value: of(self.value), interval: self.interval.map(ends), ..self }
    }
}

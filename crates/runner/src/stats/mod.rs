//! The statistics that stand beside totals: paired bootstrap, geometric means, concentration,
//! McNemar's exact test, proportions. Positions are the sampling unit throughout.
//! Everything is defined for degenerate samples: what cannot be had is `None`, never NaN.

mod bootstrap;
mod concentration;
mod geometric;
mod mcnemar;
mod proportion;

use serde::Serialize;

pub use bootstrap::{RESAMPLES, SEED, bootstrap, ratio_of_totals};
pub use concentration::{Concentration, concentration};
pub use geometric::geometric_mean;
pub use mcnemar::{McNemar, mcnemar};
pub use proportion::wilson;

/// The confidence level of every interval.
pub const CONFIDENCE: f64 = 0.95;

/// A closed interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Is the value inside or at an end?
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// A figure with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The figure of the whole sample.
    pub value: f64,
    /// Its interval; `None` where the sample is too small to give one.
    pub interval: Option<Interval>,
    /// Number of positions (or games, or events) that it rests on.
    pub samples: usize,
}

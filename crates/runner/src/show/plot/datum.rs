//! The data of a figure, as drawn: one row per point, the same columns for every figure.

use serde::{Serialize, Serializer};

use super::Place;
use crate::base::json;
use crate::record::io::RecordFormat;
use crate::stats::Estimate;

/// A point or a cell.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(crate) struct Datum {
    /// The panel's title.
    pub(crate) panel: String,
    /// The line, row or column of cells that it belongs to.
    pub(crate) series: String,
    /// `ours` or `paper`.
    pub(crate) source: &'static str,
    /// On the horizontal axis; empty where there is none.
    #[serde(serialize_with = "six_digits")]
    pub(crate) x: Option<f64>,
    /// On the vertical axis, or of a forest plot on the horizontal one.
    #[serde(serialize_with = "six_digits")]
    pub(crate) value: Option<f64>,
    /// Lower end of the 95 % interval, or of a published range.
    #[serde(serialize_with = "six_digits")]
    pub(crate) low: Option<f64>,
    /// Upper end.
    #[serde(serialize_with = "six_digits")]
    pub(crate) high: Option<f64>,
    /// Positions or games that it rests on.
    pub(crate) n: Option<u64>,
    /// The verdict, where there is one.
    pub(crate) verdict: String,
}

impl Datum {
    /// Our estimate; without a value if there is none.
    pub(crate) fn of(estimate: Option<Estimate>) -> Datum {
        let interval = estimate.and_then(|estimate| estimate.interval);
        Datum {
            source: "ours",
            value: estimate.map(|estimate| estimate.value),
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
            n: estimate.map(|estimate| estimate.samples as u64),
            ..Datum::default()
        }
    }

    /// In its place.
    pub(crate) fn at(self, panel: &str, series: &str, x: impl Into<Option<f64>>) -> Datum {
        Datum { panel: panel.to_owned(), series: series.to_owned(), x: x.into(), ..self }
    }

    /// The ends of its interval.
    pub(crate) fn ends(&self) -> Option<[f64; 2]> {
        Some([self.low?, self.high?])
    }

    /// The file; rows without a value are left out.
    pub(crate) fn csv(data: &[Datum]) -> anyhow::Result<Vec<u8>> {
        RecordFormat::Csv.bytes(data.iter().filter(|datum| datum.value.is_some()).cloned())
    }
}

/// The data of a line as places.
pub(crate) fn places<'a>(data: impl IntoIterator<Item = &'a Datum>) -> Vec<Place> {
    let place =
        |datum: &Datum| Some(Place { x: datum.x?, y: datum.value?, interval: datum.ends() });
    data.into_iter().filter_map(place).collect()
}

/// Every value of some data, with the ends of its interval: the values that an axis must cover.
pub(crate) fn extent<'a>(data: impl IntoIterator<Item = &'a Datum>) -> Vec<f64> {
    let ends = |datum: &Datum| [datum.value, datum.low, datum.high];
    data.into_iter().flat_map(ends).flatten().collect()
}

/// Whole numbers unchanged, others with six digits: further digits would only reflect rounding.
fn six_digits<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    json::written(value, 6, serializer)
}

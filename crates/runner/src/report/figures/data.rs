//! The data of a figure, as drawn: one row a point, the same columns for every figure.

use serde::{Serialize, Serializer};

use crate::record::io::RecordFormat;
use crate::report::numbers::{Number, written};

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
    /// Our figure with its interval, each end shown as `show` makes it.
    pub(crate) fn ours(number: Option<&Number>, show: impl Fn(f64) -> f64) -> Datum {
        let of = |value: Option<f64>| value.map(&show);
        let Some(number) = number else { return Datum { source: "ours", ..Datum::default() } };
        Datum {
            source: "ours",
            value: of(number.value),
            low: of(number.low),
            high: of(number.high),
            n: number.n,
            ..Datum::default()
        }
    }

    /// The published figure beside a number.
    pub(crate) fn paper(number: Option<&Number>, show: impl Fn(f64) -> f64) -> Datum {
        let value = number.and_then(|number| number.paper).map(show);
        Datum { source: "paper", value, ..Datum::default() }
    }

    /// In its place.
    pub(crate) fn at(self, panel: &str, series: &str, x: impl Into<Option<f64>>) -> Datum {
        Datum { panel: panel.to_owned(), series: series.to_owned(), x: x.into(), ..self }
    }

    /// The file; rows without a value are left out.
    pub(crate) fn csv(data: &[Datum]) -> anyhow::Result<Vec<u8>> {
        RecordFormat::Csv.bytes(data.iter().filter(|datum| datum.value.is_some()).cloned())
    }
}

/// A difference in percent as a ratio.
pub(crate) fn ratio(percent: f64) -> f64 {
    1.0 + percent / 100.0
}

/// Whole numbers as they are, others with six digits: more would say how a computer rounds.
fn six_digits<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    written(value, 6, serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_values_are_empty_and_rows_without_any_are_left_out() {
        let value = Datum { value: Some(1.0 / 3.0), x: Some(9.0), n: Some(4), ..Datum::default() };
        let data = [value.at("p", "a, b", 9.0), Datum::ours(None, ratio).at("p", "c", None)];
        let csv = String::from_utf8(Datum::csv(&data).unwrap()).unwrap();
        let head = "panel,series,source,x,value,low,high,n,verdict\n";
        assert_eq!(csv, format!("{head}p,\"a, b\",,9,0.333333,,,4,\n"));
        assert_eq!(String::from_utf8(Datum::csv(&[]).unwrap()).unwrap(), head);
    }
}

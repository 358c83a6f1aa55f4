//! The data of the report's figures, made from numbers by id.

use crate::report::numbers::Number;

pub(crate) use crate::show::plot::Datum;

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
}

/// A difference in percent as a ratio.
pub(crate) fn ratio(percent: f64) -> f64 {
    1.0 + percent / 100.0
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

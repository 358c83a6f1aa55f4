//! Numbers as the paper prints them. Integer arithmetic, so that rounding is exact.

use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;

use indicatif::HumanCount;

/// With commas between groups of three digits: `1,652,668,804`.
pub(crate) fn thousands(number: u64) -> String {
    HumanCount(number).to_string()
}

/// Reads a number of the command line that must not be 0.
pub(crate) fn positive<T: FromStr<Err = ParseIntError>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|e: ParseIntError| match e.kind() {
        IntErrorKind::PosOverflow => {
            let largest = u128::MAX >> (128 - 8 * size_of::<T>());
            format!("give a whole number from 1 to {largest}")
        }
        _ => "give a whole number from 1".to_owned(),
    })
}

/// Difference of `count` to `base` in percent, half away from zero to two places: `-48.77%`.
/// Without a sign only if the two are equal. `None` if `base` is 0.
pub(crate) fn percent(count: u64, base: u64) -> Option<String> {
    let difference = u128::from(count.abs_diff(base));
    let base_wide = u128::from(base);
    let hundredths = (difference * 20_000 + base_wide).checked_div(2 * base_wide)?;
    let sign = match count.cmp(&base) {
        std::cmp::Ordering::Less => "-",
        std::cmp::Ordering::Equal => "",
        std::cmp::Ordering::Greater => "+",
    };
    Some(format!("{sign}{}.{:02}%", hundredths / 100, hundredths % 100))
}

/// A test's probability: `= 0.013`, `< 0.001`; never 0.
pub(crate) fn p_value(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("= {p:.3}") }
}

/// `138 to 999`; a single number if all are the same.
pub(crate) fn range(numbers: impl IntoIterator<Item = u64>) -> String {
    let mut numbers: Vec<u64> = numbers.into_iter().collect();
    numbers.sort_unstable();
    match (numbers.first(), numbers.last()) {
        (Some(least), Some(most)) if least < most => {
            format!("{} to {}", thousands(*least), thousands(*most))
        }
        (Some(only), _) => thousands(*only),
        _ => "0".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        let shown = [0, 7, 999, 1_000, 100_000, 1_652_668_804].map(thousands);
        assert_eq!(shown, ["0", "7", "999", "1,000", "100,000", "1,652,668,804"]);
    }

    #[test]
    fn percentages_are_rounded_and_not_truncated() {
        // Table 3, depth 9: the paper prints -48.76 %.
        assert_eq!(percent(2_483_951_601, 4_848_596_820).unwrap(), "-48.77%");
        assert_eq!(percent(1_000_049, 1_000_000).unwrap(), "+0.00%");
        assert_eq!(percent(1_000_050, 1_000_000).unwrap(), "+0.01%");
        assert_eq!(percent(999_950, 1_000_000).unwrap(), "-0.01%");
        assert_eq!(percent(5, 5).unwrap(), "0.00%");
        assert_eq!(percent(u64::MAX, 1).unwrap(), "+1844674407370955161400.00%");
        assert_eq!(percent(5, 0), None);
    }

    #[test]
    fn no_probability_is_shown_as_zero() {
        let shown = [1.0, 0.0594, 0.001, 0.000_999, 0.0].map(p_value);
        assert_eq!(shown, ["= 1.000", "= 0.059", "= 0.001", "< 0.001", "< 0.001"]);
    }
}

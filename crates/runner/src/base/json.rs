//! JSON as the program writes it: indented, with a line break at the end.

use serde::{Serialize, Serializer};

/// The text of a value whose map keys are strings and whose numbers are finite; this cannot fail.
pub(crate) fn pretty(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

/// The name of an enum variant in files.
pub(crate) fn name(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

/// For fields that are left out where they say nothing.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Whole numbers as they are, others with this many significant digits.
pub(crate) fn written<S: Serializer>(
    value: &Option<f64>,
    digits: usize,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let shown = |value: f64| if value.fract() == 0.0 { value } else { rounded(value, digits) };
    number(value.map(shown), serializer)
}

/// A value with this many significant digits.
pub(crate) fn rounded(value: f64, digits: usize) -> f64 {
    format!("{value:.*e}", digits - 1).parse().unwrap_or(value)
}

/// Whole numbers without a decimal point.
pub(crate) fn number<S: Serializer>(value: Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        None => serializer.serialize_none(),
        Some(value) if value.fract() == 0.0 => serializer.serialize_i64(value as i64),
        Some(value) => serializer.serialize_f64(value),
    }
}

//! JSON as the program writes it: indented, with a line break at the end.

use serde::Serialize;

/// Text of a value whose maps have texts as keys and whose numbers are finite: it always has one.
pub(crate) fn pretty(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

/// What a variant of an enum is called in files.
pub(crate) fn name(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

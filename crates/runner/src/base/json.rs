//! JSON as the program writes it: indented, with a line break at the end.

use serde::Serialize;

/// Text of a value whose maps have texts as keys and whose numbers are finite: it always has one.
pub(crate) fn pretty(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

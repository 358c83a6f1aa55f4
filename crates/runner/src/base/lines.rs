//! A file in TOML: errors with their line, and no control characters in what it names.

use std::ops::Range;

use anyhow::{anyhow, bail};
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The text of a file. Turns byte offsets into `file:line`.
pub(crate) struct Lines<'a> {
    /// Named in errors.
    pub(crate) file: &'a str,
    /// Its text.
    pub(crate) text: &'a str,
}

impl Lines<'_> {
    /// File and line of an offset.
    pub(crate) fn at(&self, span: Range<usize>) -> String {
        let end = span.start.min(self.text.len());
        let line = self.text.as_bytes()[..end].iter().filter(|b| **b == b'\n').count() + 1;
        format!("{}:{line}", self.file)
    }

    /// The file as TOML. Texts may have any characters.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> anyhow::Result<T> {
        toml::from_str(self.text)
            .map_err(|e| anyhow!("{}: {}", self.at(e.span().unwrap_or(0..0)), e.message()))
    }

    /// The same where texts are names, titles and labels: no control characters, no line breaks.
    pub(crate) fn parse<T: DeserializeOwned>(&self) -> anyhow::Result<T> {
        let parsed = self.read()?;
        let table = DeTable::parse(self.text).map(Spanned::into_inner).unwrap_or_default();
        match in_table(&table) {
            Some((key, span, found)) => bail!(
                "{}: {key}: control character U+{:04X}; remove it",
                self.at(span),
                u32::from(found)
            ),
            None => Ok(parsed),
        }
    }
}

/// A control character with the key of its text and the place.
type Found = (String, Range<usize>, char);

fn in_table(table: &DeTable) -> Option<Found> {
    table.iter().find_map(|(key, value)| {
        let name: &str = key.get_ref();
        in_text(name, name, key.span()).or_else(|| in_value(name, value))
    })
}

fn in_value(key: &str, value: &Spanned<DeValue>) -> Option<Found> {
    match value.get_ref() {
        DeValue::String(text) => in_text(key, text, value.span()),
        DeValue::Array(list) => list.iter().find_map(|item| in_value(key, item)),
        DeValue::Table(table) => in_table(table),
        _ => None,
    }
}

fn in_text(key: &str, text: &str, span: Range<usize>) -> Option<Found> {
    text.chars().find(|c| c.is_control()).map(|found| (key.to_owned(), span, found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_refused_with_line_and_key() {
        for (text, end) in [
            ("title = \"t\\n\"", "f.toml:1: title: control character U+000A; remove it"),
            (
                "\n[[s]]\nlabel = \"\\u007f\"",
                "f.toml:3: label: control character U+007F; remove it",
            ),
            ("[[s]]\nl = [\"a\\u0000\"]", "f.toml:2: l: control character U+0000; remove it"),
            ("a = 1\n\"\\u001b\" = 2", "f.toml:2: \u{1b}: control character U+001B; remove it"),
        ] {
            let error = Lines { file: "f.toml", text }.parse::<toml::Table>().unwrap_err();
            assert!(error.to_string().starts_with(end), "{error}");
        }
    }
}

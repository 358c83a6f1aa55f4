//! Shared by all kinds of experiment files: errors with their line.

use std::collections::BTreeMap;
use std::ops::Range;

use anyhow::{Context, anyhow, bail, ensure};
use serde::de::DeserializeOwned;
use toml::Spanned;
use vnmp_engine::SettingError;

use super::MAX_DEPTH;
use crate::base::file;

/// Search settings by name.
pub(crate) type FileSettings = BTreeMap<Spanned<String>, Spanned<toml::Value>>;

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

    /// The file as TOML.
    pub(crate) fn parse<T: DeserializeOwned>(&self) -> anyhow::Result<T> {
        toml::from_str(self.text)
            .map_err(|e| anyhow!("{}: {}", self.at(e.span().unwrap_or(0..0)), e.message()))
    }

    /// A name that can be a folder's.
    pub(crate) fn name(&self, name: &Spanned<String>) -> anyhow::Result<String> {
        let (at, name) = (self.at(name.span()), name.get_ref());
        ensure!(
            file::is_name(name),
            "{at}: name '{name}' may have letters, digits, '-', '_' and '.' only, and no '.' in front"
        );
        Ok(name.clone())
    }

    /// Depths, ascending.
    pub(crate) fn depths(&self, list: &Spanned<Vec<Spanned<i64>>>) -> anyhow::Result<Vec<u8>> {
        let mut depths = Vec::new();
        for depth in list.get_ref() {
            let given = u8::try_from(*depth.get_ref()).ok();
            depths.push(given.filter(|d| (1..=MAX_DEPTH).contains(d)).with_context(|| {
                let (at, depth) = (self.at(depth.span()), depth.get_ref());
                format!("{at}: depth {depth} is not among 1 to {MAX_DEPTH} plies")
            })?);
        }
        ensure!(!depths.is_empty(), "{}: depths is empty; give at least one", self.at(list.span()));
        depths.sort_unstable();
        depths.dedup();
        Ok(depths)
    }

    /// Changes each setting of the file by `set`, which takes name and value.
    pub(crate) fn settings(
        &self,
        file: &FileSettings,
        mut set: impl FnMut(&str, &str) -> Result<(), SettingError>,
    ) -> anyhow::Result<()> {
        for (name, value) in file {
            let (at, name) = (self.at(name.span()), name.get_ref());
            let text = match value.get_ref() {
                toml::Value::String(text) => text.clone(),
                toml::Value::Integer(number) => number.to_string(),
                toml::Value::Boolean(on) => on.to_string(),
                _ => bail!(
                    "{at}: setting '{name}' takes a text in quotes, a whole number, true or false"
                ),
            };
            set(name, &text).map_err(|error| anyhow!("{at}: {error}"))?;
        }
        Ok(())
    }
}

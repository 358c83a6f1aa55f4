//! Shared by all kinds of experiment files: names, depths and settings, with the line of an error.

use std::collections::BTreeMap;

use anyhow::{Context, anyhow, bail, ensure};
use toml::Spanned;
use vnmp_engine::SettingError;

use super::MAX_DEPTH;
use crate::base::file;
use crate::base::lines::Lines;

/// Search settings by name.
pub(crate) type FileSettings = BTreeMap<Spanned<String>, Spanned<toml::Value>>;

impl Lines<'_> {
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

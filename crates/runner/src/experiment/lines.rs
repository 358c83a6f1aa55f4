//! What the files of all kinds of experiments have in common, with the line of whatever is wrong.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use vnmp_engine::SettingError;

use super::{ExperimentError, MAX_DEPTH};
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
    pub(crate) fn parse<T: DeserializeOwned>(&self) -> Result<T, ExperimentError> {
        toml::from_str(self.text).map_err(|e| ExperimentError::Syntax {
            at: self.at(e.span().unwrap_or(0..0)),
            message: e.message().to_owned(),
        })
    }

    /// A name that can be a folder's.
    pub(crate) fn name(&self, name: &Spanned<String>) -> Result<String, ExperimentError> {
        let text = name.get_ref().clone();
        if !file::is_name(&text) {
            return Err(ExperimentError::Name { at: self.at(name.span()), name: text });
        }
        Ok(text)
    }

    /// Depths, ascending.
    pub(crate) fn depths(
        &self,
        list: &Spanned<Vec<Spanned<i64>>>,
    ) -> Result<Vec<u8>, ExperimentError> {
        let mut depths = Vec::new();
        for depth in list.get_ref() {
            match u8::try_from(*depth.get_ref()) {
                Ok(d) if (1..=MAX_DEPTH).contains(&d) => depths.push(d),
                _ => {
                    let at = self.at(depth.span());
                    return Err(ExperimentError::Depth { at, depth: *depth.get_ref() });
                }
            }
        }
        if depths.is_empty() {
            return Err(ExperimentError::Empty { at: self.at(list.span()), what: "depths" });
        }
        depths.sort_unstable();
        depths.dedup();
        Ok(depths)
    }

    /// Changes each setting of the file by `set`, which takes name and value.
    pub(crate) fn settings(
        &self,
        file: &FileSettings,
        mut set: impl FnMut(&str, &str) -> Result<(), SettingError>,
    ) -> Result<(), ExperimentError> {
        for (name, value) in file {
            let at = self.at(name.span());
            let text = match value.get_ref() {
                toml::Value::String(text) => text.clone(),
                toml::Value::Integer(number) => number.to_string(),
                toml::Value::Boolean(on) => on.to_string(),
                _ => {
                    let name = name.get_ref().clone();
                    return Err(ExperimentError::SettingKind { at, name });
                }
            };
            set(name.get_ref(), &text).map_err(|source| ExperimentError::Setting { at, source })?;
        }
        Ok(())
    }
}

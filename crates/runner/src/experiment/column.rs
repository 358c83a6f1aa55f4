//! A column as named in an experiment: a variant, or another engine.

use anyhow::anyhow;
use vnmp_variants::{FAMILIES, PRESETS, SpecError, Variant};

use crate::base::suggest::did_you_mean;
use crate::engines::config::PREFIX;

/// What searches a column.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ColumnSpec {
    /// A variant of this program.
    Variant(Variant),
    /// An engine of the file of engines.
    Engine(String),
}

impl ColumnSpec {
    /// Reads `uci:NAME` or a variant's specification.
    pub(crate) fn parse(text: &str) -> anyhow::Result<ColumnSpec> {
        match text.trim().strip_prefix(PREFIX) {
            Some(name) => Ok(ColumnSpec::Engine(name.to_owned())),
            None => Ok(ColumnSpec::Variant(parse_variant(text)?)),
        }
    }

    /// As records have it.
    pub(crate) fn spec(&self) -> String {
        match self {
            ColumnSpec::Variant(variant) => variant.spec(),
            ColumnSpec::Engine(name) => format!("{PREFIX}{name}"),
        }
    }

    /// As tables have it.
    pub(crate) fn title(&self) -> String {
        match self {
            ColumnSpec::Variant(variant) => variant.title(),
            ColumnSpec::Engine(name) => name.clone(),
        }
    }
}

/// Reads a variant's specification; a name that does not exist is answered with the most similar.
///
/// # Errors
/// When there is no such variant.
pub(crate) fn parse_variant(text: &str) -> anyhow::Result<Variant> {
    Variant::parse(text).map_err(|error| {
        let meant = match &error {
            SpecError::Unknown { spec, nearest: None, .. } => {
                let family = spec.split([':', '+']).next().unwrap_or_default();
                let families = FAMILIES.iter().map(|family| family.name);
                did_you_mean(family, families.chain(PRESETS.iter().map(|preset| preset.id)))
            }
            _ => String::new(),
        };
        anyhow!("{error}{meant}")
    })
}

//! A column as an experiment names it: a variant, or another engine by its name.

use vnmp_variants::{SpecError, Variant};

use crate::engines::config::PREFIX;

/// Who is to search a column.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ColumnSpec {
    /// A variant of this program.
    Variant(Variant),
    /// An engine of the file of engines.
    Engine(String),
}

impl ColumnSpec {
    /// Reads `uci:NAME` or a variant's specification.
    pub(crate) fn parse(text: &str) -> Result<ColumnSpec, SpecError> {
        match text.trim().strip_prefix(PREFIX) {
            Some(name) => Ok(ColumnSpec::Engine(name.to_owned())),
            None => Ok(ColumnSpec::Variant(Variant::parse(text)?)),
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

//! The TOML form of an experiment and its checks.

use std::num::NonZeroU64;

use serde::Deserialize;
use toml::Spanned;
use vnmp_engine::SearchSettings;

use super::lines::{FileSettings, Lines};
use super::{ColumnSpec, Experiment, ExperimentError, SuiteRows, TableKind, read_columns};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: Spanned<String>,
    title: String,
    tables: Spanned<Vec<TableKind>>,
    paper: Option<Spanned<i64>>,
    variants: Spanned<Vec<Spanned<String>>>,
    reference: Option<Spanned<String>>,
    node_limit: Option<NonZeroU64>,
    suites: Spanned<Vec<FileSuite>>,
    #[serde(default)]
    settings: FileSettings,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileSuite {
    label: Option<String>,
    suite: Spanned<String>,
    #[serde(default)]
    fallback: Vec<String>,
    depths: Spanned<Vec<Spanned<i64>>>,
}

impl Experiment {
    /// Reads an experiment from its text; `file` is named in errors.
    pub(crate) fn parse(text: &str, file: &str) -> Result<Experiment, ExperimentError> {
        let lines = Lines { file, text };
        let parsed: File = lines.parse()?;
        let name = lines.name(&parsed.name)?;
        if parsed.tables.get_ref().is_empty() {
            return Err(ExperimentError::Empty {
                at: lines.at(parsed.tables.span()),
                what: "tables",
            });
        }
        let paper = parsed.paper.map(|p| check_paper(&p, &lines)).transpose()?;
        let specs = parsed.variants.get_ref().iter();
        let columns = read_columns(specs.map(|s| (s.get_ref().as_str(), lines.at(s.span()))))?;
        if columns.is_empty() {
            let at = lines.at(parsed.variants.span());
            return Err(ExperimentError::Empty { at, what: "variants" });
        }
        let reference =
            parsed.reference.map(|r| check_reference(&r, &columns, &lines)).transpose()?;
        let mut settings = SearchSettings::default();
        lines.settings(&parsed.settings, |name, value| settings.set(name, value))?;
        Ok(Experiment {
            name,
            title: parsed.title,
            tables: parsed.tables.into_inner(),
            paper,
            suites: check_suites(parsed.suites, &lines)?,
            columns,
            engines: None,
            reference,
            settings,
            node_limit: parsed.node_limit,
        })
    }
}

fn check_paper(number: &Spanned<i64>, lines: &Lines) -> Result<u8, ExperimentError> {
    let given = *number.get_ref();
    match u8::try_from(given) {
        Ok(table @ 1..=6) => Ok(table),
        _ => Err(ExperimentError::Paper { at: lines.at(number.span()), number: given }),
    }
}

fn check_reference(
    reference: &Spanned<String>,
    columns: &[ColumnSpec],
    lines: &Lines,
) -> Result<String, ExperimentError> {
    let at = lines.at(reference.span());
    let column = ColumnSpec::parse(reference.get_ref())
        .map_err(|source| ExperimentError::Variant { at: at.clone(), source })?;
    let columns: Vec<String> = columns.iter().map(ColumnSpec::spec).collect();
    let spec = column.spec();
    if columns.contains(&spec) {
        return Ok(spec);
    }
    Err(ExperimentError::Reference { at, spec, columns: columns.join(", ") })
}

fn check_suites(
    suites: Spanned<Vec<FileSuite>>,
    lines: &Lines,
) -> Result<Vec<SuiteRows>, ExperimentError> {
    if suites.get_ref().is_empty() {
        return Err(ExperimentError::Empty { at: lines.at(suites.span()), what: "suites" });
    }
    let mut rows: Vec<SuiteRows> = Vec::new();
    for suite in suites.into_inner() {
        let at = lines.at(suite.suite.span());
        if rows.iter().any(|r| r.suite == *suite.suite.get_ref()) {
            return Err(ExperimentError::SuiteTwice { at, suite: suite.suite.into_inner() });
        }
        let depths = lines.depths(&suite.depths)?;
        rows.push(SuiteRows {
            label: suite.label,
            suite: suite.suite.into_inner(),
            chosen: None,
            fallback: suite.fallback,
            depths,
        });
    }
    Ok(rows)
}

//! The TOML form of an experiment and its checks.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use vnmp_engine::SearchSettings;
use vnmp_variants::Variant;

use super::{Experiment, ExperimentError, MAX_DEPTH, SuiteRows, TableKind, read_variants};

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
    settings: BTreeMap<Spanned<String>, Spanned<toml::Value>>,
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

/// Turns byte offsets of the text into `file:line`.
struct Lines<'a> {
    file: &'a str,
    text: &'a str,
}

impl Lines<'_> {
    fn at(&self, span: Range<usize>) -> String {
        let end = span.start.min(self.text.len());
        let line = self.text.as_bytes()[..end].iter().filter(|b| **b == b'\n').count() + 1;
        format!("{}:{line}", self.file)
    }
}

impl Experiment {
    /// Reads an experiment from its text; `file` is named in errors.
    pub fn parse(text: &str, file: &str) -> Result<Experiment, ExperimentError> {
        let lines = Lines { file, text };
        let parsed: File = toml::from_str(text).map_err(|e| ExperimentError::Syntax {
            at: lines.at(e.span().unwrap_or(0..0)),
            message: e.message().to_owned(),
        })?;
        let name = parsed.name.get_ref().clone();
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c)) {
            return Err(ExperimentError::Name { at: lines.at(parsed.name.span()), name });
        }
        if parsed.tables.get_ref().is_empty() {
            return Err(ExperimentError::Empty {
                at: lines.at(parsed.tables.span()),
                what: "tables",
            });
        }
        let paper = parsed.paper.map(|p| check_paper(&p, &lines)).transpose()?;
        let specs = parsed.variants.get_ref().iter();
        let variants = read_variants(specs.map(|s| (s.get_ref().as_str(), lines.at(s.span()))))?;
        if variants.is_empty() {
            let at = lines.at(parsed.variants.span());
            return Err(ExperimentError::Empty { at, what: "variants" });
        }
        let reference =
            parsed.reference.map(|r| check_reference(&r, &variants, &lines)).transpose()?;
        Ok(Experiment {
            name,
            title: parsed.title,
            tables: parsed.tables.into_inner(),
            paper,
            suites: check_suites(parsed.suites, &lines)?,
            variants,
            reference,
            settings: check_settings(&parsed.settings, &lines)?,
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
    variants: &[Variant],
    lines: &Lines,
) -> Result<String, ExperimentError> {
    let at = lines.at(reference.span());
    let variant = Variant::parse(reference.get_ref())
        .map_err(|source| ExperimentError::Variant { at: at.clone(), source })?;
    let columns: Vec<String> = variants.iter().map(|v| v.spec()).collect();
    let spec = variant.spec();
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
        let mut depths = Vec::new();
        for depth in suite.depths.get_ref() {
            match u8::try_from(*depth.get_ref()) {
                Ok(d) if (1..=MAX_DEPTH).contains(&d) => depths.push(d),
                _ => {
                    let at = lines.at(depth.span());
                    return Err(ExperimentError::Depth { at, depth: *depth.get_ref() });
                }
            }
        }
        if depths.is_empty() {
            let at = lines.at(suite.depths.span());
            return Err(ExperimentError::Empty { at, what: "depths" });
        }
        depths.sort_unstable();
        depths.dedup();
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

fn check_settings(
    file: &BTreeMap<Spanned<String>, Spanned<toml::Value>>,
    lines: &Lines,
) -> Result<SearchSettings, ExperimentError> {
    let mut settings = SearchSettings::default();
    for (name, value) in file {
        let at = lines.at(name.span());
        let text = match value.get_ref() {
            toml::Value::String(text) => text.clone(),
            toml::Value::Integer(number) => number.to_string(),
            toml::Value::Boolean(on) => on.to_string(),
            _ => {
                let name = name.get_ref().clone();
                return Err(ExperimentError::SettingKind { at, name });
            }
        };
        settings
            .set(name.get_ref(), &text)
            .map_err(|source| ExperimentError::Setting { at, source })?;
    }
    Ok(settings)
}

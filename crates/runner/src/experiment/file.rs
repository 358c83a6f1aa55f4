//! The TOML form of an experiment and its checks.

use std::num::NonZeroU64;

use anyhow::{anyhow, bail, ensure};
use serde::Deserialize;
use toml::Spanned;
use vnmp_engine::SearchSettings;

use super::factors::{Design, FileFactor, LeaveOut};
use super::lines::FileSettings;
use super::{ColumnSpec, Experiment, SuiteRows, TableKind, read_columns};
use crate::base::lines::Lines;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: Spanned<String>,
    title: String,
    tables: Spanned<Vec<TableKind>>,
    paper: Option<Spanned<i64>>,
    #[serde(default)]
    variants: Option<Spanned<Vec<Spanned<String>>>>,
    #[serde(default)]
    factors: Vec<FileFactor>,
    #[serde(default)]
    leave_out: LeaveOut,
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
    ids: Option<Spanned<Vec<Spanned<String>>>>,
}

impl Experiment {
    /// Reads an experiment from its text; `file` is named in errors.
    pub(crate) fn parse(text: &str, file: &str) -> anyhow::Result<Experiment> {
        let lines = Lines { file, text };
        let parsed: File = lines.parse()?;
        let name = lines.name(&parsed.name)?;
        let needed = |what: &str, is_empty: bool, span| match is_empty {
            true => Err(anyhow!("{}: {what} is empty; give at least one", lines.at(span))),
            false => Ok(()),
        };
        needed("tables", parsed.tables.get_ref().is_empty(), parsed.tables.span())?;
        needed("suites", parsed.suites.get_ref().is_empty(), parsed.suites.span())?;
        let paper = parsed.paper.map(|p| check_paper(&p, &lines)).transpose()?;
        let design = Design::new(&parsed.factors, &parsed.leave_out, &lines)?;
        let kinds = parsed.tables.get_ref();
        ensure!(
            !design.factors.is_empty() || !kinds.contains(&TableKind::Effects),
            "{}: a table of effects needs factors; give [[factors]] in place of variants",
            lines.at(parsed.tables.span())
        );
        let columns = match &parsed.variants {
            None if design.factors.is_empty() => {
                bail!(
                    "{}: there is nothing to compare; give variants or [[factors]]",
                    lines.at(0..0)
                )
            }
            None => design.cells.iter().map(|(v, _)| ColumnSpec::Variant(v.clone())).collect(),
            Some(list) => {
                let at = lines.at(list.span());
                ensure!(
                    design.factors.is_empty(),
                    "{at}: the factors give the variants; remove one of the two"
                );
                needed("variants", list.get_ref().is_empty(), list.span())?;
                let specs = list.get_ref().iter();
                read_columns(specs.map(|s| (s.get_ref().as_str(), lines.at(s.span()))))?
            }
        };
        let reference =
            parsed.reference.map(|r| check_reference(&r, &columns, &lines)).transpose()?;
        let mut settings = SearchSettings::default();
        lines.settings(&parsed.settings, |name, value| settings.set(name, value))?;
        Ok(Experiment {
            name,
            title: parsed.title,
            tables: parsed.tables.into_inner(),
            paper,
            suites: check_suites(parsed.suites.into_inner(), &lines)?,
            columns,
            design,
            reference,
            settings,
            node_limit: parsed.node_limit,
        })
    }
}

fn check_paper(number: &Spanned<i64>, lines: &Lines) -> anyhow::Result<u8> {
    match u8::try_from(*number.get_ref()) {
        Ok(table @ 1..=6) => Ok(table),
        _ => bail!(
            "{}: the paper has no table {} to compare with; it has Tables 1 to 6",
            lines.at(number.span()),
            number.get_ref()
        ),
    }
}

fn check_reference(
    reference: &Spanned<String>,
    columns: &[ColumnSpec],
    lines: &Lines,
) -> anyhow::Result<String> {
    let at = lines.at(reference.span());
    let column = ColumnSpec::parse(reference.get_ref()).map_err(|e| anyhow!("{at}: {e}"))?;
    let columns: Vec<String> = columns.iter().map(ColumnSpec::spec).collect();
    let (spec, all) = (column.spec(), columns.join(", "));
    ensure!(columns.contains(&spec), "{at}: reference '{spec}' is not among the variants: {all}");
    Ok(spec)
}

fn check_suites(suites: Vec<FileSuite>, lines: &Lines) -> anyhow::Result<Vec<SuiteRows>> {
    let mut rows: Vec<SuiteRows> = Vec::new();
    for FileSuite { label, suite, fallback, depths, ids } in suites {
        let (at, suite) = (lines.at(suite.span()), suite.into_inner());
        ensure!(
            rows.iter().all(|rows| rows.suite != suite),
            "{at}: suite '{suite}' is given twice; list all its depths in one [[suites]] entry"
        );
        let depths = lines.depths(&depths)?;
        let ids = ids.map_or(Ok(Vec::new()), |ids| check_ids(ids, lines))?;
        rows.push(SuiteRows { label, suite, chosen: None, fallback, depths, ids });
    }
    Ok(rows)
}

fn check_ids(list: Spanned<Vec<Spanned<String>>>, lines: &Lines) -> anyhow::Result<Vec<String>> {
    let at = lines.at(list.span());
    ensure!(!list.get_ref().is_empty(), "{at}: ids is empty; give at least one, or leave it out");
    let mut ids = Vec::new();
    for id in list.into_inner() {
        let (at, id) = (lines.at(id.span()), id.into_inner());
        ensure!(!ids.contains(&id), "{at}: id '{id}' is given twice");
        ids.push(id);
    }
    Ok(ids)
}

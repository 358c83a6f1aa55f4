//! An experiment: which suites are searched by which variants to which depths, and the tables
//! that are made of it. Written as TOML; the paper's own are files under `experiments/`, embedded
//! so that the program works outside its checkout. Every error names file and line.

mod column;
mod depths;
pub(crate) mod factors;
mod file;
mod lines;
pub(crate) mod paper;
pub(crate) mod plan;
pub(crate) mod request;
pub(crate) mod searcher;
pub(crate) mod sweep;
pub(crate) mod unit;

use std::num::NonZeroU64;
use std::path::Path;

use anyhow::{Context, anyhow, bail, ensure};
use serde::{Deserialize, Serialize};
use vnmp_engine::SearchSettings;
use vnmp_variants::Variant;

use crate::base::suggest::did_you_mean;
use crate::base::{self, json};
pub(crate) use column::{ColumnSpec, parse_variant};
pub(crate) use depths::Depths;
use factors::Design;
pub(crate) use lines::FileSettings;

/// Largest nominal depth, in plies.
pub(crate) const MAX_DEPTH: u8 = 64;

/// The paper's experiments: name and text.
const PAPER: [(&str, &str); 7] = [
    ("table1", include_str!("../../../../experiments/table1.toml")),
    ("table2", include_str!("../../../../experiments/table2.toml")),
    ("table3", include_str!("../../../../experiments/table3.toml")),
    ("table4", include_str!("../../../../experiments/table4.toml")),
    ("table5", include_str!("../../../../experiments/table5.toml")),
    ("table6", include_str!("../../../../experiments/table6.toml")),
    ("figure4", include_str!("../../../../experiments/figure4.toml")),
];

/// What a table shows of the records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TableKind {
    /// Total nodes and the difference from the reference (Tables 1, 3 and 4).
    Nodes,
    /// Positions solved (Tables 2 and 5).
    Solved,
    /// Mates found, one row per suite (Table 6).
    Mates,
    /// Total nodes with the curves of Figure 4.
    Figure4,
    /// Nodes until positions are solved.
    ToSolution,
    /// What each level of a factor changes, with intervals.
    Effects,
}

impl TableKind {
    /// The name used in experiment files and file names.
    pub(crate) fn name(self) -> String {
        json::name(&self)
    }

    /// What it counts, where its caption has no word of that.
    pub(crate) fn counts(self) -> Option<&'static str> {
        match self {
            TableKind::Nodes | TableKind::Figure4 => Some("total nodes"),
            TableKind::Solved => Some("positions solved"),
            TableKind::Mates => Some("mates found"),
            TableKind::ToSolution | TableKind::Effects => None,
        }
    }

    /// Does it count every iteration, not those of the rows alone?
    pub(crate) fn counts_iterations(self) -> bool {
        matches!(self, TableKind::ToSolution | TableKind::Effects)
    }

    /// Does a chart of tree sizes belong to it?
    pub(crate) fn has_chart(self) -> bool {
        matches!(self, TableKind::Nodes | TableKind::Figure4)
    }
}

/// One suite of an experiment and the depths at which it is reported.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SuiteRows {
    /// Heading of the rows, e.g. "Mate in 4".
    pub(crate) label: Option<String>,
    /// Name or path of the suite that is wanted.
    pub(crate) suite: String,
    /// Name or path of the suite that the user chose instead; without it the fallbacks may serve.
    pub(crate) chosen: Option<String>,
    /// Suites tried in this order when the wanted one is not present.
    pub(crate) fallback: Vec<String>,
    /// Reported depths in plies, ascending, never empty.
    pub(crate) depths: Vec<u8>,
    /// The only positions that are searched, by id; all if empty.
    pub(crate) ids: Vec<String>,
}

impl SuiteRows {
    /// Depth of the search: all shallower rows are its iterations.
    pub(crate) fn deepest(&self) -> u8 {
        self.depths.last().copied().unwrap_or(1)
    }
}

/// A validated experiment.
#[derive(Clone)]
pub(crate) struct Experiment {
    /// Short name, fit for a folder.
    pub(crate) name: String,
    /// Heading of the tables.
    pub(crate) title: String,
    /// Tables to be made, never empty.
    pub(crate) tables: Vec<TableKind>,
    /// Number of the paper's table printed next to ours.
    pub(crate) paper: Option<u8>,
    /// Suites with their rows, never empty.
    pub(crate) suites: Vec<SuiteRows>,
    /// Columns, never empty, none twice.
    pub(crate) columns: Vec<ColumnSpec>,
    /// The factors that the columns combine, if the file gives factors.
    pub(crate) design: Design,
    /// Canonical specification of the variant that percentages refer to; one of `columns`.
    pub(crate) reference: Option<String>,
    /// Settings of every search.
    pub(crate) settings: SearchSettings,
    /// Nodes after which a search gives up; what it has finished by then is kept.
    pub(crate) node_limit: Option<NonZeroU64>,
}

impl Experiment {
    /// Names of the paper's experiments.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        PAPER.iter().map(|(name, _)| *name)
    }

    /// One of the paper's experiments, `table1` to `table6` or `figure4`.
    pub(crate) fn of_the_paper(name: &str) -> anyhow::Result<Experiment> {
        let text = PAPER.iter().find(|(known, _)| *known == name).map(|(_, text)| text);
        let text = text.with_context(|| {
            let meant = did_you_mean(name, PAPER.map(|(name, _)| name));
            format!(
                "no experiment named '{name}' is built in; there are table1 to table6 and figure4{meant}"
            )
        })?;
        Experiment::parse(text, &format!("experiments/{name}.toml"))
    }

    /// Makes `depth` the deepest row: deeper rows are dropped, and it is added if it was not a row.
    /// The suites of a table of mates keep their own depth, at most `depth`.
    pub(crate) fn set_depth(&mut self, depth: u8) {
        let mates = self.tables.contains(&TableKind::Mates);
        for rows in &mut self.suites {
            let own = rows.deepest();
            rows.depths.retain(|row| *row <= depth);
            if rows.depths.last() != Some(&depth) && (!mates || depth < own) {
                rows.depths.push(depth);
            }
        }
    }

    /// Replaces the columns; the reference stays only if it is still one of them.
    pub(crate) fn set_variants(&mut self, list: &str) -> anyhow::Result<()> {
        ensure!(
            self.design.factors.is_empty(),
            "--variants: {} combines factors; change its [[factors]] instead",
            self.name
        );
        self.columns = parse_columns(list)?;
        self.reference.take_if(|r| self.columns.iter().all(|column| column.spec() != *r));
        Ok(())
    }

    /// Chooses other suites, one for each of the experiment's.
    pub(crate) fn set_suites(&mut self, names: &[String]) -> anyhow::Result<()> {
        let wanted: Vec<&str> = self.suites.iter().map(|rows| rows.suite.as_str()).collect();
        if !names.is_empty() && names.len() != wanted.len() {
            let (name, suites, given) = (&self.name, wanted.join(", "), names.len());
            match wanted.len() {
                1 => bail!("{name} has one suite, {suites}; --suite was given {given} times"),
                _ => bail!(
                    "{name} has the suites {suites}: give --suite once for each, in this order \
                     (given: {given})"
                ),
            }
        }
        for (rows, name) in self.suites.iter_mut().zip(names) {
            rows.chosen = Some(name.clone());
        }
        Ok(())
    }
}

/// Refuses a file that another command runs; the error says which command.
///
/// # Errors
/// When it is, and `command` is not that command.
fn check_kind(command: &str, file: &str, text: &str) -> anyhow::Result<()> {
    let Ok(table) = text.parse::<toml::Table>() else { return Ok(()) }; // its reader says more
    let kinds = [
        ("a sweep", "sweep", ["base"]),
        ("an experiment", "run", ["suites"]),
        ("a match", "match --file", ["match"]),
        ("a comparison of the survey's methods", "figure8", ["methods"]),
    ];
    let of = |keys: &[&str]| keys.iter().all(|key| table.contains_key(*key));
    if let Some((what, other, _)) = kinds.iter().find(|(_, _, keys)| of(keys))
        && *other != command
    {
        bail!("{file} is {what}: vnmp {other} {file}");
    }
    Ok(())
}

/// Reads the file of an experiment; `command` is the one that was typed.
///
/// # Errors
/// When it cannot be read, or belongs to another command.
pub(crate) fn read_file(command: &str, path: &Path) -> anyhow::Result<String> {
    let name = path.display().to_string();
    let text = base::file::read_text(path).map_err(|error| {
        let built_in = [("figure8", "figure8"), ("forward-pruning", "figure8 forward-pruning")];
        let papers = Experiment::names().map(|own| (own, own));
        match built_in.into_iter().chain(papers).find(|(own, _)| *own == name) {
            Some((_, own)) => anyhow!("{name} is built in: vnmp {own}"),
            None => anyhow!("{error}; give a file; those under experiments/ show the form"),
        }
    })?;
    check_kind(command, &name, &text)?;
    Ok(text)
}

/// Changes search settings by `NAME=VALUE`, as `--set` takes them.
pub(crate) fn assign(settings: &mut SearchSettings, assignments: &[String]) -> anyhow::Result<()> {
    for text in assignments {
        let (name, value) = text
            .split_once('=')
            .with_context(|| format!("--set {text}: write NAME=VALUE, e.g. --set killers=on"))?;
        settings.set(name.trim(), value.trim()).map_err(|e| anyhow!("--set {text}: {e}"))?;
    }
    Ok(())
}

/// Reads a nominal depth in plies.
pub(crate) fn read_depth(text: &str) -> Result<u8, String> {
    let depth = text.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
    depth.ok_or_else(|| format!("give a whole number of plies from 1 to {MAX_DEPTH}"))
}

/// The canonical specification of `--reference`, which must be one of the columns.
pub(crate) fn reference_among(text: &str, columns: &[String]) -> anyhow::Result<String> {
    let spec = ColumnSpec::parse(text).map_err(|e| anyhow!("--reference: {e}"))?.spec();
    ensure!(
        columns.contains(&spec),
        "--reference: '{spec}' is not among the columns: {}",
        columns.join(", ")
    );
    Ok(spec)
}

/// Reads the list of `--variants`.
pub(crate) fn parse_columns(list: &str) -> anyhow::Result<Vec<ColumnSpec>> {
    let specs = split_list(list);
    ensure!(!specs.is_empty(), "--variants: the list is empty; give at least one");
    read_columns(specs.iter().map(|spec| (spec.as_str(), "--variants".to_owned())))
}

/// The same, where only variants are allowed.
pub(crate) fn parse_variants(list: &str) -> anyhow::Result<Vec<Variant>> {
    let variants = parse_columns(list)?.into_iter().map(|column| match column {
        ColumnSpec::Variant(variant) => Ok(variant),
        ColumnSpec::Engine(_) => bail!(
            "--variants: '{}' is another engine; only variants of this program are allowed here",
            column.spec()
        ),
    });
    variants.collect()
}

/// Splits `std:r=2,vrfd:r=3,research=off` at the commas between variants: a piece that has an
/// equals sign but names no family is a further parameter of the variant before it.
fn split_list(list: &str) -> Vec<String> {
    let mut specs: Vec<String> = Vec::new();
    for piece in list.split(',').map(str::trim).filter(|piece| !piece.is_empty()) {
        match specs.last_mut() {
            Some(last) if piece.contains('=') && !piece.contains(':') => {
                last.push(',');
                last.push_str(piece);
            }
            _ => specs.push(piece.to_owned()),
        }
    }
    specs
}

fn read_columns<'a>(
    specs: impl Iterator<Item = (&'a str, String)>,
) -> anyhow::Result<Vec<ColumnSpec>> {
    let mut columns: Vec<ColumnSpec> = Vec::new();
    for (spec, at) in specs {
        let column = ColumnSpec::parse(spec).map_err(|e| anyhow!("{at}: {e}"))?;
        ensure!(
            !columns.contains(&column),
            "{at}: variant '{}' is given twice; every column needs a variant of its own",
            column.spec()
        );
        columns.push(column);
    }
    Ok(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paper(name: &str) -> Experiment {
        Experiment::of_the_paper(name).unwrap()
    }

    fn depths(experiment: &Experiment) -> Vec<&[u8]> {
        experiment.suites.iter().map(|rows| &*rows.depths).collect()
    }

    #[test]
    fn the_papers_experiments_have_its_columns_and_depths() {
        let cases: [(&str, &[&[u8]], usize); 7] = [
            ("table1", &[&[9, 10]], 4),
            ("table2", &[&[9, 10]], 4),
            ("table3", &[&[9, 10, 11]], 3),
            ("table4", &[&[8, 9, 10]], 3),
            ("table5", &[&[8, 9, 10]], 3),
            ("table6", &[&[8], &[10]], 4),
            ("figure4", &[&[9, 10, 11]], 3),
        ];
        for (name, rows, columns) in cases {
            let experiment = paper(name);
            assert_eq!(experiment.name, name);
            assert_eq!(depths(&experiment), rows, "{name}");
            assert_eq!(experiment.columns.len(), columns, "{name}");
            assert_eq!(experiment.reference.as_deref(), Some("vrfd:r=3"));
            assert_eq!(experiment.settings, SearchSettings::default());
        }
        assert!(Experiment::of_the_paper("table7").is_err());
    }

    #[test]
    fn a_depth_keeps_the_shallower_rows_and_becomes_the_last() {
        for (depth, rows) in [
            (8, vec![8]),
            (9, vec![9]),
            (10, vec![9, 10]),
            (11, vec![9, 10, 11]),
            (13, vec![9, 10, 11, 13]),
        ] {
            let mut experiment = paper("table3");
            experiment.set_depth(depth);
            assert_eq!(depths(&experiment), [rows.as_slice()]);
        }
    }

    #[test]
    fn a_depth_caps_both_suites_of_mates() {
        let rows: [(u8, [&[u8]; 2]); 4] =
            [(6, [&[6], &[6]]), (8, [&[8], &[8]]), (9, [&[8], &[9]]), (12, [&[8], &[10]])];
        for (depth, rows) in rows {
            let mut experiment = paper("table6");
            experiment.set_depth(depth);
            assert_eq!(depths(&experiment), rows);
        }
    }

    #[test]
    fn the_reference_goes_with_its_column() {
        let mut experiment = paper("table3");
        experiment.set_variants("r2, v3").unwrap();
        assert_eq!(experiment.reference.as_deref(), Some("vrfd:r=3"));
        experiment.set_variants("r2,r3").unwrap();
        assert_eq!(experiment.reference, None);
        assert!(experiment.set_variants("r2,std:r=2").is_err(), "the same variant twice");
        assert!(experiment.set_variants(" , ").is_err());
        experiment.set_variants("uci:toga2,r2").unwrap();
        assert_eq!(experiment.columns[0], ColumnSpec::Engine("toga2".to_owned()));
        assert!(parse_variants("r2,uci:toga2").unwrap_err().to_string().contains("uci:toga2"));
    }

    #[test]
    fn commas_within_a_specification_do_not_split_it() {
        let list = split_list("std:r=2, vrfd:r=3,research=off,none");
        assert_eq!(list, ["std:r=2", "vrfd:r=3,research=off", "none"]);
    }
}

//! One side of a comparison: a run's folder, or the results of any other program as CSV.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, bail, ensure};

use super::foreign::{self, Columns};
use crate::record::RunRecord;
use crate::record::manifest::{MANIFEST_FILE, Manifest};
use crate::report::evidence::{Run, Sample};

/// One side.
pub(crate) struct Side {
    /// As it was typed.
    pub(crate) name: String,
    /// Of a run.
    pub(crate) manifest: Option<Manifest>,
    /// Never empty.
    pub(crate) suites: Vec<SuiteSide>,
    /// What a reader of the comparison must know about the file.
    pub(super) note: Option<String>,
}

/// A suite of a side.
pub(crate) struct SuiteSide {
    /// Empty where the file does not say.
    pub(crate) name: String,
    /// The depths that the run reports; all in a CSV.
    pub(crate) depths: Vec<u8>,
    /// By variant; a CSV without variants has one without a name.
    pub(crate) variants: BTreeMap<String, Positions>,
}

/// Positions by id. A duplicate id is followed by the position's number.
pub(crate) type Positions = BTreeMap<String, Position>;

/// The results of a position under one variant.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Position {
    /// Place in the suite or in the file.
    pub(crate) place: u32,
    /// Empty where it is not known.
    pub(crate) fen: String,
    /// By depth.
    pub(crate) points: BTreeMap<u8, Point>,
}

/// The result of a search to one depth.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Point {
    /// Cumulative over the iterations.
    pub(crate) nodes: Option<u64>,
    /// `None` without a task.
    pub(crate) solved: Option<bool>,
    /// Everything that a run records about it.
    pub(crate) record: Option<RunRecord>,
}

impl Side {
    /// Reads a folder or a CSV file; a file without depths belongs to the only one of `depths`.
    ///
    /// # Errors
    /// When it is neither, is damaged, or has not ended.
    pub(crate) fn read(path: &Path, columns: &Columns) -> anyhow::Result<Side> {
        let name = path.display().to_string();
        let folder = if path.ends_with(MANIFEST_FILE) { path.parent() } else { None };
        let folder = folder.unwrap_or(path);
        if folder.is_file() {
            let (suites, note) = foreign::read(folder, columns)?;
            return Ok(Side { name, manifest: None, suites, note });
        }
        let Some(run) = Run::read(folder, &name)? else {
            let what = Manifest::read(folder)?.map_or(
                "is not a run folder; give one that has a manifest.json, or a CSV file",
                |_| "holds no searches of positions; runs of tables and experiments can be compared",
            );
            bail!("{name} {what}");
        };
        let parts = run.manifest.suites.iter().zip(&run.samples);
        let suites = parts.map(|(suite, sample)| SuiteSide {
            name: suite.name.clone(),
            depths: suite.depths.clone(),
            variants: variants(&run.manifest, sample),
        });
        let suites = suites.collect();
        Ok(Side { name, suites, manifest: Some(run.manifest.clone()), note: None })
    }

    /// Only the suite of this name, or an unnamed one.
    ///
    /// # Errors
    /// When there is none.
    pub(crate) fn only(mut self, suite: &str) -> anyhow::Result<Side> {
        let names = self.suite_names();
        self.suites.retain(|own| own.name == suite || own.name.is_empty());
        ensure!(!self.suites.is_empty(), "{} has no suite '{suite}'; it has {names}", self.name);
        Ok(self)
    }

    /// As a list.
    pub(super) fn suite_names(&self) -> String {
        self.suites.iter().map(|suite| suite.name.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// All variants, in the run's order.
    pub(crate) fn variants(&self) -> Vec<&str> {
        match &self.manifest {
            Some(manifest) => manifest.variants.iter().map(|v| v.spec.as_str()).collect(),
            None => {
                let all = self.suites.iter().flat_map(|suite| suite.variants.keys());
                all.map(|v| &**v).collect::<BTreeSet<_>>().into_iter().collect()
            }
        }
    }

    /// The depths of its records, as a list.
    pub(super) fn depths(&self) -> String {
        let positions = self.suites.iter().flat_map(|suite| suite.variants.values()).flatten();
        let depths: BTreeSet<u8> = positions.flat_map(|(_, p)| p.points.keys().copied()).collect();
        let told = depths.into_iter().filter(|depth| *depth != foreign::UNTOLD);
        let told: Vec<String> = told.map(|depth| depth.to_string()).collect();
        if told.is_empty() { "none".to_owned() } else { told.join(", ") }
    }

    /// Those requested; all if none was.
    ///
    /// # Errors
    /// When nothing that was asked for is there.
    pub(crate) fn chosen(&self, asked: &[String]) -> anyhow::Result<Vec<&str>> {
        let all = self.variants();
        let is_chosen = |v: &&str| asked.is_empty() || v.is_empty() || asked.iter().any(|a| a == v);
        let chosen: Vec<&str> = all.iter().copied().filter(is_chosen).collect();
        let first = chosen.first().with_context(|| {
            format!("{} has no variant {}; it has {}", self.name, asked.join(", "), all.join(", "))
        });
        first.map(|_| chosen.clone())
    }
}

fn variants(manifest: &Manifest, sample: &Sample) -> BTreeMap<String, Positions> {
    let (mut places, mut repeated) = (BTreeMap::new(), BTreeSet::new());
    for record in sample.all() {
        if *places.entry(&record.id).or_insert(record.index) != record.index {
            repeated.insert(&record.id);
        }
    }
    let mut variants: BTreeMap<String, Positions> = BTreeMap::new();
    for variant in &manifest.variants {
        variants.entry(variant.spec.clone()).or_default();
    }
    for record in sample.all() {
        let id = match repeated.contains(&record.id) {
            true => format!("{} (position {})", record.id, record.index + 1),
            false => record.id.clone(),
        };
        let position = variants.entry(record.variant.clone()).or_default().entry(id).or_default();
        (position.place, position.fen) = (record.index, record.fen.clone());
        let (nodes, solved) = (Some(record.nodes), record.solved);
        position.points.insert(record.depth, Point { nodes, solved, record: Some(record.clone()) });
    }
    variants
}

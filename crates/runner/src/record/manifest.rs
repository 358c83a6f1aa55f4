//! The description of a run: everything that determines its records goes into `manifest.json`, the same bytes for
//! the same run, whether it searches tables, plays a match or compares the survey's methods.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail, ensure};
use serde::{Deserialize, Serialize};

use crate::base::file::{self, LARGEST};
use crate::base::{digest, json};
use crate::experiment::factors::Factor;
use crate::experiment::paper::{self, PaperTable};
use crate::experiment::plan::Plan;
use crate::experiment::{Experiment, TableKind};
pub(crate) use crate::record::entries::{
    CensusEntry, LeftOut, MatchEntry, MethodEntry, RecordsFile, SuiteEntry, VariantEntry,
};
use crate::record::key::{ENGINE_SIGNATURE, ENGINE_SOURCE};
use crate::record::upgrade::upgraded;

/// File name of the manifest.
pub(crate) const MANIFEST_FILE: &str = "manifest.json";
/// Version of manifests and records. Version 1 had neither a version nor the digests of its records.
pub(crate) const SCHEMA: u32 = 2;

/// What the units of a run are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// Searches of positions, for tables.
    #[default]
    Search,
    /// Searches of Marsland's survey.
    Survey,
    /// Games.
    Match,
    /// Tests of null moves and rules.
    Census,
}

/// `manifest.json`. Fields that do not apply to a kind of run are empty and not written.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Manifest {
    /// Version of manifest and records.
    #[serde(default = "first_schema")]
    pub(crate) schema: u32,
    /// What the units are.
    #[serde(default)]
    pub(crate) kind: Kind,
    /// Name of the program.
    #[serde(default)]
    pub(crate) program: String,
    /// Its version.
    #[serde(default)]
    pub(crate) version: String,
    /// Total nodes of `vnmp bench`: another number is another engine. The survey did not name it in schema 1.
    #[serde(default, skip_serializing_if = "json::is_default")]
    pub(crate) engine_signature: u64,
    /// Name of the experiment.
    pub(crate) experiment: String,
    /// Its title.
    pub(crate) title: String,
    /// Tables made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tables: Vec<TableKind>,
    /// Number of the paper's table shown next to ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) paper_table: Option<u8>,
    /// The variant or method that percentages refer to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reference: Option<String>,
    /// The columns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) variants: Vec<VariantEntry>,
    /// The factors that the columns combine.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) factors: Vec<Factor>,
    /// Every search setting by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) settings: BTreeMap<String, String>,
    /// Nodes after which a search gives up, if there is such a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) node_limit: Option<NonZeroU64>,
    /// The survey's methods.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) methods: Vec<MethodEntry>,
    /// Those of them that the chart draws.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) chart: Vec<String>,
    /// Was the tree with the best move first measured?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) minimal: bool,
    /// The match.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub(crate) game: Option<MatchEntry>,
    /// The census.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) census: Option<CensusEntry>,
    /// The suites.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) suites: Vec<SuiteEntry>,
    /// Warnings that stand with the tables.
    #[serde(default)]
    pub(crate) notes: Vec<String>,
    /// Short SHA-256 of all the above; in the default folder's name.
    pub(crate) fingerprint: String,
    /// Digest of the sources of engine and variants, as in the journal's keys.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) engine_source: String,
    /// Positions that tables leave out because of the node limit; known once all is searched.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) left_out: Vec<LeftOut>,
    /// Warnings that the searches called for, such as engines that failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) remarks: Vec<String>,
    /// The files of records by name; known once all is done.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) files: BTreeMap<String, RecordsFile>,
    /// Short SHA-256 of all the above, which detects any changed byte.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) checksum: String,
}

fn first_schema() -> u32 {
    1
}

impl Manifest {
    /// What was searched of each suite, as [`SuiteEntry::describe`] says it.
    pub(crate) fn searched(&self) -> String {
        self.suites.iter().map(SuiteEntry::describe).collect::<Vec<_>>().join("; ")
    }

    /// The rows of its tables: each suite at each of its depths.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (&SuiteEntry, u8)> {
        self.suites.iter().flat_map(|suite| suite.depths.iter().map(move |&depth| (suite, depth)))
    }

    /// The paper's table whose figures stand beside this run's. None stands beside positions that are those
    /// of another table, as mates in place of WCS.
    ///
    /// # Errors
    /// When the paper has no such table.
    pub(crate) fn paper(&self) -> anyhow::Result<Option<PaperTable>> {
        let Some(number) = self.paper_table else { return Ok(None) };
        let is_of = |suite: &SuiteEntry, table: u8| {
            let experiment = Experiment::of_the_paper(&format!("table{table}"));
            let rows = experiment.map(|experiment| experiment.suites).unwrap_or_default();
            rows.iter().any(|row| row.suite == suite.name || row.fallback.contains(&suite.name))
        };
        let is_foreign = |suite: &SuiteEntry| {
            suite.is_substitute && !is_of(suite, number) && (1..=6).any(|table| is_of(suite, table))
        };
        if self.suites.iter().any(is_foreign) {
            return Ok(None);
        }
        paper::table(number).map(Some)
    }

    /// Canonical specifications of its variants.
    pub(crate) fn specs_of_variants(&self) -> Vec<String> {
        self.variants.iter().map(|variant| variant.spec.clone()).collect()
    }

    /// An experiment with nothing else filled in yet.
    pub(crate) fn begun(kind: Kind, experiment: &str, title: &str) -> Manifest {
        Manifest {
            schema: SCHEMA,
            kind,
            program: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            engine_signature: ENGINE_SIGNATURE,
            experiment: experiment.to_owned(),
            title: title.to_owned(),
            ..Manifest::default()
        }
    }

    /// The manifest of a plan of searches.
    pub(crate) fn new(plan: &Plan) -> Manifest {
        let experiment = &plan.experiment;
        let columns = plan.searchers.iter().zip(&experiment.columns);
        let mut variants: Vec<VariantEntry> =
            columns.map(|(searcher, column)| VariantEntry::new(searcher, column.title())).collect();
        for (variant, (_, levels)) in variants.iter_mut().zip(&experiment.design.cells) {
            variant.levels.clone_from(levels);
        }
        let settings = experiment.settings.describe().into_iter();
        Manifest {
            tables: experiment.tables.clone(),
            paper_table: experiment.paper,
            reference: experiment.reference.clone(),
            variants,
            factors: experiment.design.factors.clone(),
            settings: settings.map(|(name, value)| (name.to_owned(), value)).collect(),
            node_limit: experiment.node_limit,
            suites: plan.parts.iter().map(SuiteEntry::new).collect(),
            notes: plan.notes(),
            ..Manifest::begun(Kind::Search, &experiment.name, &experiment.title)
        }
        .sealed()
    }

    /// With its fingerprint.
    pub(crate) fn sealed(mut self) -> Manifest {
        self.fingerprint = digest::short_sha256(json::pretty(&self).as_bytes());
        self.engine_source = ENGINE_SOURCE.to_owned();
        self
    }

    /// Reads the manifest of a run's folder; `None` if there is none, or that of something else.
    /// Those of schema 1 are read too.
    ///
    /// # Errors
    /// When it is damaged, or newer than the program.
    pub(crate) fn read(folder: &Path) -> anyhow::Result<Option<Manifest>> {
        let path = folder.join(MANIFEST_FILE);
        let Some(text) = file::if_there(file::read(&path, LARGEST))? else { return Ok(None) };
        let form = |e: serde_json::Error| {
            anyhow!("{}:{}: not the manifest of a run: {e}", path.display(), e.line())
        };
        let value: serde_json::Value = serde_json::from_slice(&text).map_err(form)?;
        if value.get("experiment").is_none() {
            return Ok(None);
        }
        let found = value.get("schema").and_then(serde_json::Value::as_u64).unwrap_or(1);
        ensure!(
            found <= u64::from(SCHEMA),
            "{}: schema {found} is newer than this program's, {SCHEMA}; use a newer vnmp",
            path.display()
        );
        let has_checksum = value.get("checksum").is_some() || found > 1;
        let manifest: Manifest = serde_json::from_value(upgraded(value)).map_err(form)?;
        if has_checksum && manifest.to_json().as_bytes() != text {
            bail!(
                "{}: this manifest is not as the run wrote it (its checksum differs); restore it, or \
                 run again",
                path.display()
            );
        }
        for name in manifest.files.keys() {
            let shown = path.display();
            ensure!(file::is_name(name), "{shown}: '{name}' is not the name of a file beside it");
        }
        Ok(Some(manifest))
    }

    /// The file of records with this name and some ending, packed or plain; of those that the run
    /// says it wrote, if it says so.
    pub(crate) fn records_file(&self, folder: &Path, stem: &str) -> Option<PathBuf> {
        let names = ["csv.gz", "csv", "json"].map(|ending| format!("{stem}.{ending}"));
        let is_own = |name: &String| self.files.is_empty() || self.files.contains_key(name);
        let mut paths = names.into_iter().filter(is_own).map(|name| folder.join(name));
        paths.find(|path| path.is_file())
    }

    /// Compares the files of records with their digests. Manifests of schema 1 have none.
    ///
    /// # Errors
    /// When one has changed.
    pub(crate) fn verify(&self, folder: &Path) -> anyhow::Result<()> {
        for (name, file) in &self.files {
            let path = folder.join(name);
            let sha256 = file::if_there(digest::sha256_of_file(&path))?; // its reader says if not
            if sha256.is_some_and(|sha256| sha256 != file.sha256) {
                return Err(changed(&path, "its digest differs"));
            }
        }
        Ok(())
    }

    /// Compares the number of records in a file with what the run wrote.
    ///
    /// # Errors
    /// When it differs.
    pub(crate) fn verify_rows(&self, path: &Path, rows: usize) -> anyhow::Result<()> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        match self.files.get(name.as_ref()) {
            Some(file) if file.rows != rows as u64 => {
                Err(changed(path, "its number of records differs"))
            }
            _ => Ok(()),
        }
    }

    /// Has the run written its records? Manifests of schema 1 do not tell.
    pub(crate) fn is_finished(&self) -> bool {
        self.schema < 2 || !self.files.is_empty()
    }

    /// The file's text.
    pub(crate) fn to_json(&self) -> String {
        let bare = Manifest { checksum: String::new(), ..self.clone() };
        let checksum = digest::short_sha256(json::pretty(&bare).as_bytes());
        json::pretty(&Manifest { checksum, ..bare })
    }

    /// The fingerprint in a manifest file, if it is one.
    pub(crate) fn fingerprint_of(text: &str) -> Option<String> {
        let value: serde_json::Value = serde_json::from_str(text).ok()?;
        Some(value.get("fingerprint")?.as_str()?.to_owned())
    }

    /// The folder of the run unless the user names another.
    pub(crate) fn default_folder(&self) -> PathBuf {
        let Manifest { experiment, fingerprint, .. } = self;
        let deepest = self.suites.iter().flat_map(|suite| suite.depths.last()).max();
        let depth = deepest.map_or(String::new(), |depth| format!("-d{depth}"));
        Path::new("results/runs").join(format!("{experiment}{depth}-{fingerprint}"))
    }
}

/// A file is not the one that the run wrote.
fn changed(path: &Path, what: &str) -> anyhow::Error {
    anyhow!(
        "{}: not the file that the manifest beside it describes ({what}); restore it, or run again",
        path.display()
    )
}

//! A census from beginning to end: its request and its output.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};

use super::CensusRecord;
use super::job::{Census, CensusOutcome};
use super::table::Rates;
use crate::base::digest;
use crate::experiment::plan::Plan;
use crate::experiment::request::Request as Searches;
use crate::record::folder::Folder;
use crate::record::io::{self, RecordFormat};
use crate::record::manifest::{CensusEntry, Kind, Manifest, RecordsFile};
use crate::run::job::Job;
use crate::run::session::{Fetch, whole};
use crate::show::grid::Show;

/// Name of the file of records.
const RECORDS_FILE: &str = "records.csv.gz";

/// What is to be searched, and which of its nodes. Shards keep it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Request {
    /// The searches.
    pub(crate) searches: Searches,
    /// The sample.
    pub(crate) census: CensusEntry,
}

/// The manifest of a census of these searches.
pub(crate) fn manifest(plan: &Plan, census: CensusEntry) -> Manifest {
    let searches = Manifest::new(plan);
    Manifest {
        kind: Kind::Census,
        title: "Census of errors".to_owned(),
        experiment: format!("census-{}", searches.experiment),
        tables: Vec::new(),
        paper_table: None,
        reference: None,
        fingerprint: String::new(),
        engine_source: String::new(),
        census: Some(census),
        ..searches
    }
    .sealed()
}

/// Writes the records and the table of a finished census.
///
/// # Errors
/// When an outcome is missing or a file cannot be written.
pub(crate) fn write_results(
    manifest: &Manifest,
    job: &Census,
    folder: &Folder,
    fetch: &Fetch<CensusOutcome>,
) -> anyhow::Result<Rates> {
    let mut records = Vec::new();
    for unit in 0..job.keys().len() {
        records.extend(whole(fetch, unit)?.records);
    }
    let bytes = RecordFormat::CsvGz.bytes(records.iter().cloned())?;
    folder.write(RECORDS_FILE, &bytes)?;
    let entry = RecordsFile { sha256: digest::sha256(&bytes), rows: records.len() as u64 };
    let files = BTreeMap::from([(RECORDS_FILE.to_owned(), entry)]);
    let manifest = Manifest { files, ..manifest.clone() };
    let rates = Rates::new(&manifest, &records);
    write_tables(&rates, folder)?;
    folder.finish(&manifest)?;
    Ok(rates)
}

/// Writes the table in every format, and the plane of cost against error.
///
/// # Errors
/// When a file cannot be written.
pub(crate) fn write_tables(rates: &Rates, folder: &Folder) -> anyhow::Result<()> {
    rates.write(folder, "")?;
    if let Some(figure) = rates.figure()? {
        figure.write(folder, "")?;
    }
    Ok(())
}

/// The rates of a run's folder, from its records.
///
/// # Errors
/// When there are none, or they are not those of the manifest.
pub(crate) fn read(manifest: &Manifest, folder: &Path) -> anyhow::Result<Rates> {
    manifest.verify(folder)?;
    let path = folder.join(RECORDS_FILE);
    ensure!(path.exists(), "{}: the records are missing; run the census again", path.display());
    let records: Vec<CensusRecord> = io::read(&path).context("not the records of a census")?;
    manifest.verify_rows(&path, records.len())?;
    let searched: usize = manifest.suites.iter().map(|suite| suite.searched).sum();
    for variant in &manifest.variants {
        let own = records.iter().filter(|record| record.variant == variant.spec);
        let positions = own.map(|record| (record.index, &record.id)).collect::<BTreeSet<_>>().len();
        ensure!(
            positions == searched,
            "{}: {positions} of {searched} positions have records of '{}'; restore the file, or run the \
             census again",
            path.display(),
            variant.spec
        );
    }
    Ok(Rates::new(manifest, &records))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A census of one variant on two positions, of which these have records.
    fn census(indices: &[u32]) -> anyhow::Result<Rates> {
        let manifest: Manifest = serde_json::from_value(serde_json::json!({
            "kind": "census", "experiment": "e", "title": "t", "fingerprint": "f",
            "variants": [{"spec": "std:r=2", "title": "", "source": ""}],
            "suites": [{"name": "s", "wanted": "s", "is_substitute": false, "sha256": "",
                "depths": [2], "positions": 2, "searched": 2}]
        }))?;
        let record = |&index: &u32| {
            let (id, variant) = (format!("p{index}"), "std:r=2".to_owned());
            CensusRecord { index, id, variant, ..CensusRecord::default() }
        };
        let folder = tempfile::tempdir()?;
        let bytes = RecordFormat::CsvGz.bytes(indices.iter().map(record))?;
        std::fs::write(folder.path().join(RECORDS_FILE), bytes)?;
        read(&manifest, folder.path())
    }

    #[test]
    fn a_position_without_records_is_noticed() {
        assert!(census(&[0, 1, 1]).is_ok(), "a record for each kind of claim");
        for (indices, found) in [(&[0, 0][..], "1 of 2 positions"), (&[], "0 of 2 positions")] {
            let why = census(indices).unwrap_err().to_string();
            assert!(why.contains(found) && why.contains("'std:r=2'"), "{why}");
        }
    }
}

//! A run of `vnmp figure8`: its manifest, records and processor times.

use std::path::Path;

use super::EvidenceError;
use crate::base::file;
use crate::figure8::SurveyRun;
use crate::figure8::manifest::SurveyManifest;
use crate::figure8::record::{CPU_FILE, RECORDS_FILE, from_csv};
use crate::figure8::table::Data;
use crate::record::manifest::MANIFEST_FILE;

impl SurveyRun {
    /// Reads a folder; `None` if it holds no such run.
    pub(super) fn read(folder: &Path) -> Result<Option<SurveyRun>, EvidenceError> {
        let path = folder.join(MANIFEST_FILE);
        let Some(text) = read(&path)? else { return Ok(None) };
        let form = |source| EvidenceError::Form { path: path.clone(), source };
        let value: serde_json::Value = serde_json::from_slice(&text).map_err(form)?;
        if value.get("experiment").is_none() || value.get("methods").is_none() {
            return Ok(None); // the manifest of something else
        }
        let manifest: SurveyManifest = serde_json::from_value(value).map_err(form)?;
        let (records, times) = (folder.join(RECORDS_FILE), folder.join(CPU_FILE));
        let records = from_csv(
            &read(&records)?.ok_or_else(|| EvidenceError::NoRecords {
                folder: folder.to_owned(),
                suite: manifest.suite.clone(),
            })?,
            &records.display().to_string(),
        )?;
        let times = from_csv(&read(&times)?.unwrap_or_default(), &times.display().to_string())?;
        let data = Data::new(&records, &times, &manifest.reference);
        Ok(Some(SurveyRun { manifest, data }))
    }
}

/// The bytes of a file; `None` if there is none.
fn read(path: &Path) -> Result<Option<Vec<u8>>, EvidenceError> {
    match file::read(path, file::LARGEST) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(e) if e.source.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(e.into()),
    }
}

//! A run of `vnmp figure8`: its manifest, records and processor times.

use std::path::Path;

use super::EvidenceError;
use crate::base::file;
use crate::figure8::SurveyRun;
use crate::figure8::record::{CPU_FILE, RECORDS_FILE};
use crate::figure8::table::Data;
use crate::record::io::from_csv;
use crate::record::manifest::{Kind, Manifest};

impl SurveyRun {
    /// Reads a folder; `None` if it holds no such run.
    pub(crate) fn read(folder: &Path) -> Result<Option<SurveyRun>, EvidenceError> {
        let manifest = match Manifest::read(folder)? {
            Some(manifest) if manifest.kind == Kind::Survey => manifest,
            _ => return Ok(None),
        };
        if !manifest.is_finished() {
            return Err(EvidenceError::NoRecords {
                folder: folder.to_owned(),
                suite: manifest.suite_line(),
            });
        }
        manifest.verify(folder)?;
        let (records, times) = (folder.join(RECORDS_FILE), folder.join(CPU_FILE));
        let records = from_csv(
            &*read(&records)?.ok_or_else(|| EvidenceError::NoRecords {
                folder: folder.to_owned(),
                suite: manifest.suites.first().map(|suite| suite.name.clone()).unwrap_or_default(),
            })?,
            &records.display().to_string(),
        )?;
        let times = from_csv(&*read(&times)?.unwrap_or_default(), &times.display().to_string())?;
        let data = Data::new(&records, &times, manifest.reference.as_deref().unwrap_or_default());
        Ok(Some(SurveyRun { manifest, data }))
    }
}

/// The bytes of a file; `None` if there is none.
fn read(path: &Path) -> Result<Option<Vec<u8>>, EvidenceError> {
    Ok(file::if_there(file::read(path, file::LARGEST))?)
}

//! A run of `vnmp figure8`: its manifest, records and processor times.

use std::path::Path;

use super::EvidenceError;
use crate::figure8::SurveyRun;
use crate::figure8::record::{RECORDS, SurveyRecord, TIMES, TimeRecord, has_times};
use crate::figure8::table::{Data, Measure};
use crate::record::io;
use crate::record::manifest::{Kind, MANIFEST_FILE, Manifest};

impl SurveyRun {
    /// Reads a folder; `None` if it holds no such run. Compared with `reference` instead of its own.
    pub(crate) fn read(
        folder: &Path,
        reference: Option<&str>,
    ) -> Result<Option<SurveyRun>, EvidenceError> {
        let found = EvidenceError::finished(folder, Kind::Survey)?;
        let Some(mut manifest) = found else { return Ok(None) };
        manifest.verify(folder)?;
        let suite = manifest.suites.first();
        let suite_name = suite.map_or("", |suite| suite.name.as_str());
        let path = manifest.records_file(folder, RECORDS);
        let path = path.ok_or_else(|| EvidenceError::missing(folder, &manifest, suite_name))?;
        let records: Vec<SurveyRecord> = io::read(&path)?;
        manifest.verify_rows(&path, records.len())?;
        let times: Vec<TimeRecord> = match manifest.records_file(folder, TIMES) {
            Some(path) => io::read(&path)?,
            None if has_times(&manifest) => {
                let what = "the file of the processor times is missing";
                return Err(EvidenceError::incomplete(&folder.join(MANIFEST_FILE), what));
            }
            None => Vec::new(),
        };
        if let Some(reference) = reference {
            manifest.reference = Some(reference.to_owned());
        }
        let data = Data::new(&records, &times, manifest.reference.as_deref().unwrap_or_default());
        match fault(&manifest, &data) {
            Some(what) => Err(EvidenceError::incomplete(&path, &what)),
            None => Ok(Some(SurveyRun { manifest, data })),
        }
    }
}

/// What is wrong with the records: every method has every position at every depth, and its time,
/// if times were kept.
fn fault(manifest: &Manifest, data: &Data) -> Option<String> {
    let suite = manifest.suites.first()?;
    if data.positions != suite.searched {
        return Some(format!("{} of {} positions have records", data.positions, suite.searched));
    }
    let measures = [Some(Measure::Nodes), has_times(manifest).then_some(Measure::Cpu)];
    manifest.specs().iter().find_map(|method| {
        let missing = |&depth: &u8| {
            let mut measures = measures.iter().flatten();
            let lacks = |&&measure: &&Measure| data.values(measure, method, depth).is_none();
            let found = measures.find(lacks)?;
            let what = found.title().to_lowercase();
            Some(format!("{what} of {method} at depth {depth} are not there for all positions"))
        };
        suite.depths.iter().find_map(missing)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_that_lacks_a_position_is_noticed() {
        let manifest: Manifest = serde_json::from_value(serde_json::json!({
            "kind": "survey", "experiment": "e", "title": "t", "fingerprint": "f",
            "methods": [{"method": "ab", "settings": {}}, {"method": "pvs", "settings": {}}],
            "files": {"cpu.csv": {"sha256": "", "rows": 4}},
            "suites": [{"name": "s", "wanted": "s", "is_substitute": false, "sha256": "",
                "depths": [2], "positions": 2, "searched": 2}]
        }))
        .unwrap();
        let (mut records, mut times) = (Vec::new(), Vec::new());
        for (method, index) in [("ab", 0), ("ab", 1), ("pvs", 0), ("pvs", 1)] {
            let (method, depth) = (method.to_owned(), 2);
            times.push(TimeRecord { index, method: method.clone(), depth, cpu_s: 0.1 });
            records.push(SurveyRecord { index, method, depth, ..SurveyRecord::default() });
        }
        let fault = |records, times| fault(&manifest, &Data::new(records, times, "ab"));
        assert_eq!(fault(&records, &times), None);
        let why = fault(&records[..3], &times).unwrap();
        assert_eq!(why, "all nodes of pvs at depth 2 are not there for all positions");
        assert!(fault(&records, &times[1..]).unwrap().starts_with("processor time of ab"));
        assert_eq!(fault(&records[..1], &times).unwrap(), "1 of 2 positions have records");
        assert!(fault(&[], &[]).is_some());
    }

    /// What the claim `survey-reinefeld` says about values.
    #[test]
    fn in_the_committed_run_pvs_finds_alpha_betas_value_without_re_searches_near_the_horizon() {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/reinefeld/records.csv");
        let records: Vec<SurveyRecord> = io::read(&path).unwrap();
        let of = |method: &str| -> Vec<_> {
            let own = records.iter().filter(|record| record.method == method);
            own.map(|r| (r.index, r.depth, r.score_cp, r.mate)).collect()
        };
        let [iter, pvs, all] = ["iter", "pvs", "pvs+research-above=0"].map(of);
        assert_eq!(iter.len(), 24 * 5);
        assert_eq!((&iter, &iter), (&pvs, &all));
    }
}

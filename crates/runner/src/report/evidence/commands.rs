//! The commands of runs that kept no `times.json`, from a file in the results folder.

use std::collections::BTreeMap;
use std::path::Path;

use crate::base::file;
use crate::base::lines::Lines;

use super::EvidenceError;

/// File name of the commands.
const COMMANDS_FILE: &str = "commands.toml";

/// Arguments of `vnmp` by the name of the run; none if there is no file.
pub(super) fn read(results: &Path) -> Result<BTreeMap<String, String>, EvidenceError> {
    let path = results.join(COMMANDS_FILE);
    let Some(text) = file::if_there(file::read_text(&path))? else { return Ok(BTreeMap::new()) };
    Ok(Lines { file: &path.display().to_string(), text: &text }.parse()?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::*;
    use crate::record::times::TIMES_FILE;
    use crate::report::claims;

    #[test]
    fn a_claims_run_has_its_times_or_a_command_and_not_both() {
        let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
        let commands = read(&results).unwrap();
        let files = [claims::paper().unwrap(), claims::survey().unwrap()];
        let all = files.iter().flat_map(|file| &file.claims).flat_map(|claim| claim.runs.clone());
        let runs: BTreeSet<String> = all.filter(|run| results.join(run).is_dir()).collect();
        let has_times = |run: &String| results.join(run).join(TIMES_FILE).is_file();
        let without: BTreeSet<String> = runs.into_iter().filter(|run| !has_times(run)).collect();
        assert!(without.len() > 10, "{without:?}");
        // The folder of all matches is not a run.
        let expected: Vec<&String> = without.iter().filter(|run| *run != "match").collect();
        assert_eq!(commands.keys().collect::<Vec<_>>(), expected);
        for (run, command) in &commands {
            let file = command.split(' ').find(|word| word.ends_with(".toml"));
            let file = file.map(|file| results.join("..").join(file));
            assert!(file.is_none_or(|file| file.is_file()), "{command}");
            let folder = command.rsplit(" --out ").next().unwrap().split(' ').next();
            assert_eq!(folder, Some(format!("results/{run}").as_str()));
        }
    }

    #[test]
    fn a_damaged_file_is_named_with_the_line_and_an_absent_one_is_empty() {
        let folder = tempfile::tempdir().unwrap();
        assert!(read(folder.path()).unwrap().is_empty());
        fs::write(folder.path().join(COMMANDS_FILE), "a = \"run\"\nb = 1\n").unwrap();
        let error = read(folder.path()).unwrap_err().to_string();
        assert!(error.contains("commands.toml:2: "), "{error}");
    }
}

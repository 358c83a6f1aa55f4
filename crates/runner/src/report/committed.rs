//! The tables and charts of committed runs are what their manifests and records give, to the byte.

use std::path::Path;

use crate::figure8::session;
use crate::record::folder::Folder;
use crate::report::evidence::{Evidence, Run};
use crate::report::page;
use crate::show::assemble::assemble;
use crate::show::grid::Format;

/// Runs whose tables also say what their engines did, which no manifest tells.
const WITH_ENGINES: &str = "engines";

#[test]
#[ignore = "takes a minute: cargo test --release -p vnmp committed -- --ignored"]
fn committed_tables_and_charts_come_out_of_their_records() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
    let evidence = Evidence::read(&results).unwrap();
    let mut compared = 0;
    for run in evidence.runs.values().filter(|run| run.name != WITH_ENGINES) {
        for (name, bytes) in files(run) {
            compared += same(&results.join(&run.name).join(name), &bytes);
        }
    }
    for (name, run) in &evidence.surveys {
        let made = tempfile::tempdir().unwrap();
        session::report(run, &Folder::open(made.path()).unwrap()).unwrap();
        for entry in std::fs::read_dir(made.path()).unwrap() {
            let path = entry.unwrap().path();
            let committed = results.join(name).join(path.file_name().unwrap());
            compared += same(&committed, &std::fs::read(path).unwrap());
        }
    }
    assert!(compared > 60, "only {compared} files are committed");
}

#[test]
#[ignore = "takes minutes: cargo test --release -p vnmp committed -- --ignored"]
fn no_figure_of_the_committed_results_has_a_label_that_is_clipped_or_covered() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
    let figures = page::figures(&Evidence::read(&results).unwrap()).unwrap();
    assert!(figures.len() >= 12, "{}", figures.len());
    for figure in figures {
        assert_eq!(figure.faults(), [""; 0], "{}", figure.name);
    }
}

/// The names and contents of a run's tables and charts.
fn files(run: &Run) -> Vec<(String, Vec<u8>)> {
    let reports = assemble(&run.manifest, &run.counted()).unwrap();
    let mut files = Vec::new();
    for report in &reports {
        let suffix = report.suffix(&run.manifest);
        for format in Format::ALL {
            let name = format!("table{suffix}.{}", format.extension());
            files.push((name, report.table.render(format).unwrap().into_bytes()));
        }
        for figure in &report.figures {
            files.extend(figure.committed(&suffix));
        }
    }
    files
}

/// Compares with a committed file, if there is one; gives how many were compared.
fn same(path: &Path, bytes: &[u8]) -> usize {
    let Ok(committed) = std::fs::read(path) else { return 0 };
    assert!(committed == bytes, "{} differs from what its records give", path.display());
    1
}

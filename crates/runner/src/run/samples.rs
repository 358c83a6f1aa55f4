//! Searches of committed runs, for tests that replay them.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, OnceLock};

use serde::Deserialize;

use crate::record::io;

/// What is read of a record.
#[derive(Deserialize)]
struct Record {
    index: u32,
    variant: String,
    nodes: u64,
}

/// Nodes of each iteration of a search.
pub(crate) struct Search {
    /// Number of its records file.
    pub(crate) suite: usize,
    pub(crate) index: u32,
    pub(crate) variant: String,
    pub(crate) nodes: Vec<u64>,
}

impl Search {
    /// Nodes of the iteration `less` plies before the last.
    pub(crate) fn trial(&self, less: usize) -> u64 {
        self.nodes[self.nodes.len() - 1 - less]
    }

    /// Nodes of all iterations.
    pub(crate) fn whole(&self) -> u64 {
        self.trial(0)
    }
}

/// The searches of a run, in the order of its plan. Read once for all tests.
pub(crate) fn searches(folder: &'static str) -> &'static [Search] {
    type Read = HashMap<&'static str, &'static OnceLock<Vec<Search>>>;
    static RUNS: LazyLock<Mutex<Read>> = LazyLock::new(Mutex::default);
    let run = *RUNS.lock().unwrap().entry(folder).or_insert_with(|| Box::leak(Box::default()));
    run.get_or_init(|| read(folder))
}

fn read(folder: &str) -> Vec<Search> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results").join(folder);
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_records =
        |path: &PathBuf| path.file_name().unwrap().to_string_lossy().starts_with("records");
    let mut files: Vec<_> = entries.filter(is_records).collect();
    files.sort();
    let mut all = Vec::new();
    for (suite, file) in files.iter().enumerate() {
        let mut searches = BTreeMap::<_, Vec<u64>>::new();
        for record in io::read::<Record>(file).unwrap() {
            searches.entry((record.index, record.variant)).or_default().push(record.nodes);
        }
        let search = |((index, variant), nodes)| Search { suite, index, variant, nodes };
        all.extend(searches.into_iter().map(search));
    }
    all
}

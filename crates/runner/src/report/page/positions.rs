//! The data of the per-position table: counts, solved marks and moves of every position at the
//! reported depths. Positions themselves only where the suite is our own.

use std::collections::BTreeMap;

use serde::Serialize;

use super::PageError;
use crate::record::RunRecord;
use crate::report::evidence::{Evidence, Run, RunSuite, Sample};
use crate::suite::{self, EMBEDDED_SUITES, EpdRecord, LookupOptions, Task};

#[derive(Serialize)]
struct RunData {
    title: String,
    variants: Vec<String>,
    /// Place of the reference among the variants.
    reference: Option<usize>,
    depths: Vec<u8>,
    rows: Vec<RowData>,
}

/// Nodes, solved, best move; absent where the variant was not run.
type CellData = Option<(u64, Option<bool>, Option<String>)>;

#[derive(Serialize)]
struct RowData {
    index: u32,
    id: String,
    /// By depth, then by variant.
    cells: Vec<Vec<CellData>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    own: Option<OwnData>,
}

/// What is shown of a position of our own.
#[derive(Serialize)]
struct OwnData {
    fen: String,
    task: String,
    /// Principal variations by depth, then by variant.
    pvs: Vec<Vec<Option<String>>>,
}

/// The JSON text. Points of a sweep are too many to list.
pub(crate) fn data(evidence: &Evidence) -> Result<String, PageError> {
    let runs = evidence.runs.values().filter(|run| !run.name.contains('/'));
    let all: Vec<RunData> = runs
        .flat_map(|run| run.parts().map(move |(suite, sample)| run_data(run, suite, sample)))
        .collect();
    Ok(serde_json::to_string(&all)?)
}

fn run_data(run: &Run, suite: &RunSuite, sample: &Sample) -> RunData {
    let own = own_positions(suite);
    let specs: Vec<&str> = run.manifest.variants.iter().map(|v| v.spec.as_str()).collect();
    let reference = run.manifest.reference.as_deref();
    let row = |index: u32| {
        let found = |depth: u8| -> Vec<Option<&RunRecord>> {
            specs.iter().map(|spec| sample.at(spec, depth)?.get(&index)).collect()
        };
        let by_depth: Vec<Vec<Option<&RunRecord>>> =
            suite.depths.iter().map(|&depth| found(depth)).collect();
        let cell = |r: &RunRecord| (r.nodes, r.solved, r.best_move.clone());
        let cells = by_depth.iter().map(|d| d.iter().map(|r| r.map(cell)).collect());
        let any = by_depth.iter().flatten().flatten().next();
        let id = any.map_or_else(|| format!("{index}"), |record| record.id.clone());
        let own = own.get(&index).map(|position| OwnData {
            fen: position.position.to_fen(),
            task: task(position),
            pvs: by_depth
                .iter()
                .map(|d| d.iter().map(|r| r.map(|r| r.pv.clone())).collect())
                .collect(),
        });
        RowData { index, id, cells: cells.collect(), own }
    };
    RunData {
        title: format!("{}: {}", run.name, suite.name),
        variants: specs.iter().map(|spec| run.title(spec).to_owned()).collect(),
        reference: specs.iter().position(|spec| Some(*spec) == reference),
        depths: suite.depths.clone(),
        rows: sample.positions().into_iter().map(row).collect(),
    }
}

/// The positions of a suite that is part of the program, if this is the very same file.
fn own_positions(suite: &RunSuite) -> BTreeMap<u32, EpdRecord> {
    if !EMBEDDED_SUITES.iter().any(|own| own.name == suite.name) {
        return BTreeMap::new();
    }
    match suite::find(&suite.name, &LookupOptions::default()) {
        Ok(found) if found.sha256 == suite.sha256 => {
            found.positions.into_iter().map(|position| (position.index, position)).collect()
        }
        _ => BTreeMap::new(),
    }
}

fn task(position: &EpdRecord) -> String {
    let list = |moves: &[vnmp_engine::Move]| {
        moves.iter().map(|&mv| position.position.san(mv)).collect::<Vec<_>>().join(" or ")
    };
    match &position.task {
        Task::BestMove { best, avoid } if avoid.is_empty() => format!("Solution: {}", list(best)),
        Task::BestMove { best, avoid } => {
            format!("Solution: {}; to avoid: {}", list(best), list(avoid))
        }
        Task::Mate { moves, .. } => format!("Mate in {moves}"),
        Task::None => "No task".to_owned(),
    }
}

//! `vnmp probcut RUN`: how values of deep searches follow from those of shallow ones, measured on a
//! run's records. The rule `probcut` computes with the table that this prints.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use vnmp_engine::Position;
use vnmp_variants::rules::probcut::regression::ONE;

use crate::base::file;
use crate::base::terminal::print;
use crate::record::RunRecord;
use crate::report::evidence::Run;
use crate::stats::regression::{SHARES, regression};

/// Options of the regression.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder of a run of one variant, e.g. of experiments/probcut.toml
    #[arg(value_name = "RUN")]
    folder: PathBuf,
    /// Write the table into a file instead of printing it
    #[arg(short, long, value_name = "FILE.csv")]
    out: Option<PathBuf>,
}

impl Args {
    /// A line for each pair of depths of the same parity.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let run = Run::read(&self.folder, "")?.with_context(|| {
            format!("{} is not the folder of a run of searches", self.folder.display())
        })?;
        let variants = run.manifest.variants.len();
        ensure!(variants == 1, "the run has {variants} variants; ProbCut wants the values of one");
        let values = values(run.samples.iter().flat_map(|sample| sample.all()))?;
        let table = origin(&run) + &table(&values);
        match &self.out {
            Some(path) => Ok(file::write(path, table.as_bytes())?),
            None => print(&table),
        }
    }
}

/// What was searched, as a comment.
fn origin(run: &Run) -> String {
    let variants = run.specs();
    let suites = run.manifest.suites.iter();
    let suites = suites.map(|suite| format!("{} of {}", suite.searched, suite.name));
    let engine = &run.manifest.engine_source;
    format!(
        "# vnmp probcut: {} on {}; engine source {engine}\n",
        variants.collect::<Vec<_>>().join(", "),
        suites.collect::<Vec<_>>().join(", ")
    )
}

/// Centipawns by depth, a map for each position that is not in check. Values that are mates are
/// left out: the rule does not ask for them either.
fn values<'a>(
    records: impl Iterator<Item = &'a RunRecord>,
) -> anyhow::Result<Vec<BTreeMap<u8, i32>>> {
    let mut positions = BTreeMap::<_, (_, BTreeMap<_, _>)>::new();
    for record in records {
        let (_, values) = positions
            .entry((&record.suite, record.index))
            .or_insert((&record.fen, BTreeMap::new()));
        values.extend(record.score_cp.map(|score| (record.depth, score)));
    }
    let mut quiet = Vec::new();
    for ((_, index), (fen, values)) in positions {
        let position = Position::from_fen(fen).with_context(|| {
            format!("the records name no position {index}; run without --omit-positions")
        })?;
        if !position.in_check() {
            quiet.push(values);
        }
    }
    Ok(quiet)
}

/// As the rule reads it: slopes in parts of 1,024, the rest in centipawns. A pair of depths without
/// a regression has no line.
fn table(values: &[BTreeMap<u8, i32>]) -> String {
    let shares: String = SHARES.iter().map(|share| format!(",residual_{share}")).collect();
    let mut table = format!("deep,shallow,positions,slope,intercept,deviation,r_squared{shares}\n");
    let depths = values.iter().flat_map(BTreeMap::keys).max().copied().unwrap_or(0);
    for deep in 3..=depths {
        for shallow in (1..deep).filter(|shallow| (deep - shallow) % 2 == 0) {
            let pair = |v: &BTreeMap<u8, i32>| Some((*v.get(&shallow)?, *v.get(&deep)?));
            let pairs = values.iter().filter_map(pair).map(|(x, y)| (x.into(), y.into()));
            let Some(line) = regression(&pairs.collect::<Vec<_>>()) else { continue };
            let [slope, intercept, deviation] =
                [line.slope * f64::from(ONE), line.intercept, line.deviation].map(whole);
            let residuals: String =
                line.residuals.iter().map(|value| format!(",{}", whole(*value))).collect();
            table += &format!(
                "{deep},{shallow},{},{slope},{intercept},{deviation},{:.4}{residuals}\n",
                line.pairs, line.r_squared
            );
        }
    }
    table
}

fn whole(value: f64) -> i64 {
    value.round() as i64
}

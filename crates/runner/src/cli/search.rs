//! `vnmp search FEN`: one position, one variant, every iteration as it ends.

use std::sync::atomic::Ordering;

use anyhow::ensure;
use clap::ValueEnum;
use serde::Serialize;
use vnmp_engine::{Iteration, Limits, Position, SearchSettings, TranspositionTable};
use vnmp_variants::Variant;

use crate::base::interrupt;
use crate::base::notation::{line, read_position};
use crate::base::terminal::print;
use crate::experiment::assign;

/// Options of a search.
#[derive(clap::Args)]
#[command(after_help = super::variants_help())]
pub(crate) struct Args {
    #[command(flatten)]
    single: Single,
    /// Depth in plies, 1 to 64
    #[arg(short, long, value_name = "D", default_value = "8", value_parser = super::depth)]
    depth: u8,
    /// Entries of the transposition table, 16 bytes each
    #[arg(long, value_name = "N")]
    hash_entries: Option<String>,
    /// Format of the output
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What a single search is of.
#[derive(clap::Args)]
pub(super) struct Single {
    /// Position as FEN in quotes, or startpos
    fen: String,
    /// The pruning variant
    #[arg(short, long, value_name = "V", default_value = "vrfd:r=3")]
    variant: String,
    /// Another search setting, e.g. killers=on; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
}

impl Single {
    /// Position, variant and settings; `hash_entries` are those of an option of their own.
    pub(super) fn read(
        &self,
        hash_entries: Option<String>,
    ) -> anyhow::Result<(Position, Variant, SearchSettings)> {
        let (position, variant) = (read_position(&self.fen)?, Variant::parse(&self.variant)?);
        let mut settings = SearchSettings::default();
        if let Some(entries) = hash_entries {
            settings.set("hash-entries", &entries)?;
        }
        assign(&mut settings, &self.set)?;
        Ok((position, variant, settings))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

#[derive(Serialize)]
struct Report {
    fen: String,
    variant: String,
    settings: std::collections::BTreeMap<&'static str, String>,
    iterations: Vec<Row>,
}

/// One iteration; all counts are cumulative.
#[derive(Serialize)]
struct Row {
    depth: u8,
    score_cp: Option<i32>,
    mate: Option<i32>,
    nodes: u64,
    main_nodes: u64,
    quiescence_nodes: u64,
    null_tried: u64,
    null_cut: u64,
    verifications: u64,
    researches: u64,
    researches_below_beta: u64,
    best_move: Option<String>,
    pv: String,
}

impl Args {
    /// Searches and prints.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let (position, variant, settings) = self.single.read(self.hash_entries)?;
        interrupt::watch()?;
        let stop = interrupt::flag();
        let limits = Limits { depth: self.depth, stop: Some(stop), ..Limits::default() };
        let mut table = TranspositionTable::try_new(settings.hash_entries)?;
        let text = self.format == Format::Text;
        if text {
            print(&heading(&position, &variant))?;
        }
        let mut printed = Ok(());
        let iterations =
            variant.search(&position, &settings, &limits, &mut table, &mut |iteration| {
                if text && printed.is_ok() {
                    printed = print(&text_line(&position, iteration));
                    if printed.is_err() {
                        stop.store(true, Ordering::Relaxed); // nobody reads on
                    }
                }
            });
        printed?;
        let complete = iterations.last().is_some_and(|last| last.depth == self.depth);
        if !text {
            let report = Report {
                fen: position.to_fen(),
                variant: variant.spec(),
                settings: settings.describe().into_iter().collect(),
                iterations: iterations.iter().map(|i| row(&position, i)).collect(),
            };
            print(&format!("{}\n", serde_json::to_string_pretty(&report)?))?;
        }
        ensure!(complete, "interrupted before depth {} was complete", self.depth);
        Ok(())
    }
}

fn heading(position: &Position, variant: &Variant) -> String {
    let columns = [
        "depth",
        "score",
        "nodes",
        "main",
        "quiescence",
        "null tried",
        "null cut",
        "verified",
        "searched again",
    ];
    let (fen, title, spec) = (position.to_fen(), variant.title(), variant.spec());
    let columns = aligned(columns.map(str::to_owned));
    format!("{fen}\n{title} ({spec})\n{columns}  principal variation\n")
}

fn text_line(position: &Position, iteration: &Iteration) -> String {
    let counts = &iteration.counts;
    let columns = aligned([
        iteration.depth.to_string(),
        iteration.score.to_string(),
        counts.nodes().to_string(),
        counts.main.to_string(),
        counts.quiescence.to_string(),
        counts.null_tried.to_string(),
        counts.null_cut.to_string(),
        counts.verifications.to_string(),
        counts.researches.to_string(),
    ]);
    format!("{columns}  {}\n", line(position, &iteration.pv))
}

/// Right-aligned columns.
fn aligned(cells: [String; 9]) -> String {
    let cells = cells.iter().zip([5, 8, 13, 13, 13, 11, 11, 11, 14]);
    cells.map(|(cell, width)| format!("{cell:>width$}")).collect::<Vec<_>>().join(" ")
}

fn row(position: &Position, iteration: &Iteration) -> Row {
    let counts = &iteration.counts;
    let mate = iteration.score.mate_in();
    Row {
        depth: iteration.depth,
        score_cp: mate.is_none().then_some(iteration.score.0),
        mate,
        nodes: counts.nodes(),
        main_nodes: counts.main,
        quiescence_nodes: counts.quiescence,
        null_tried: counts.null_tried,
        null_cut: counts.null_cut,
        verifications: counts.verifications,
        researches: counts.researches,
        researches_below_beta: counts.researches_below_beta,
        best_move: iteration.best_move.map(|mv| position.san(mv)),
        pv: line(position, &iteration.pv),
    }
}

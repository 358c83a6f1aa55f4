//! `vnmp search FEN`: one position, one variant, every iteration as it ends.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::{bail, ensure};
use clap::ValueEnum;
use serde::Serialize;
use vnmp_engine::{Iteration, Limits, Position, SearchSettings, TranspositionTable};
use vnmp_variants::Variant;

use crate::base::interrupt;
use crate::base::notation::{line, read_position};
use crate::base::number::positive;
use crate::base::terminal::{print, warn};
use crate::experiment::{assign, parse_variants};
use crate::suite::{LookupOptions, by_id};

/// Options of a search.
#[derive(clap::Args)]
#[command(after_help = super::variants_help())]
pub(crate) struct Args {
    #[command(flatten)]
    single: Single,
    /// The pruning variant, or several, e.g. r2,v3: one search after the other
    #[arg(
        short,
        long,
        value_name = "LIST",
        default_value = "vrfd:r=3",
        visible_alias = "variants"
    )]
    variant: String,
    /// Depth in plies, 1 to 64
    #[arg(short, long, value_name = "D", default_value = "8", value_parser = super::depth,
          allow_negative_numbers = true)]
    depth: u8,
    /// Nodes after which the search gives up; what it has finished by then is shown
    #[arg(long, value_name = "N", value_parser = positive::<NonZeroU64>)]
    node_limit: Option<NonZeroU64>,
    /// Entries of the transposition table, 16 bytes each
    #[arg(long, value_name = "N")]
    hash_entries: Option<String>,
    /// Format of the output
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// A position.
#[derive(clap::Args)]
pub(super) struct Place {
    /// Position as FEN in quotes, startpos, or the id of a position of a suite, e.g. BK.01
    #[arg(value_name = "FEN|ID")]
    fen: String,
    /// Folder of suites to search first for an id
    #[arg(long, value_name = "DIR")]
    suite_dir: Option<PathBuf>,
}

/// What a single search is of.
#[derive(clap::Args)]
pub(super) struct Single {
    #[command(flatten)]
    place: Place,
    /// Another search setting, e.g. killers=on; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
}

impl Place {
    /// The position: a FEN, or the id of one in the suites that are present.
    pub(super) fn position(&self) -> anyhow::Result<Position> {
        let is_id = !self.fen.is_empty() && !self.fen.contains(['/', ' ']);
        if self.fen == "startpos" || !is_id {
            return read_position(&self.fen);
        }
        let suite_dir = self.suite_dir.clone();
        let lookup = LookupOptions { suite_dir, discard: false, ..LookupOptions::default() };
        let found = by_id(&self.fen, None, &lookup)?;
        let boards: Vec<String> = found.iter().map(|(_, p)| p.position.to_fen()).collect();
        if boards.iter().any(|fen| *fen != boards[0]) {
            let suites: Vec<&str> = found.iter().map(|(suite, _)| suite.as_str()).collect();
            bail!("'{}' is a position of {}; give its FEN", self.fen, suites.join(" and of "));
        }
        Ok(found[0].1.position)
    }
}

impl Single {
    /// Position and settings; `hash_entries` are those of an option of their own.
    pub(super) fn read(
        &self,
        hash_entries: Option<String>,
    ) -> anyhow::Result<(Position, SearchSettings)> {
        let position = self.place.position()?;
        if !position.has_legal_move() {
            let what = if position.in_check() { "checkmate" } else { "stalemate" };
            bail!("the position is {what}, so there is nothing to search: {}", position.to_fen());
        }
        let mut settings = SearchSettings::default();
        if let Some(entries) = hash_entries {
            settings.set("hash-entries", &entries)?;
        }
        assign(&mut settings, &self.set)?;
        Ok((position, settings))
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
        let (variants, settings) = (parse_variants(&self.variant)?, self.hash_entries.clone());
        let (position, settings) = self.single.read(settings)?;
        interrupt::watch()?;
        let mut reports = Vec::new();
        for variant in &variants {
            reports.extend(self.search(&position, variant, &settings)?);
        }
        match &reports[..] {
            [] => Ok(()),
            [one] => print(&format!("{}\n", serde_json::to_string_pretty(one)?)),
            several => print(&format!("{}\n", serde_json::to_string_pretty(several)?)),
        }
    }

    /// Prints a variant's iterations as they end, or gives its report for JSON.
    fn search(
        &self,
        position: &Position,
        variant: &Variant,
        settings: &SearchSettings,
    ) -> anyhow::Result<Option<Report>> {
        let stop = interrupt::flag();
        let nodes = self.node_limit.map(NonZeroU64::get);
        let limits = Limits { depth: self.depth, nodes, stop: Some(stop), ..Limits::default() };
        let mut table = TranspositionTable::try_new(settings.hash_entries)?;
        let text = self.format == Format::Text;
        if text {
            print(&heading(position, variant))?;
        }
        let mut printed = Ok(());
        let iterations =
            variant.search(position, settings, &limits, &mut table, &mut |iteration| {
                if text && printed.is_ok() {
                    printed = print(&text_line(position, iteration));
                    if printed.is_err() {
                        stop.store(true, Ordering::Relaxed); // nobody reads on
                    }
                }
            });
        printed?;
        let complete = iterations.last().is_some_and(|last| last.depth == self.depth);
        let report = (!text).then(|| Report {
            fen: position.to_fen(),
            variant: variant.spec(),
            settings: settings.describe().into_iter().collect(),
            iterations: iterations.iter().map(|i| row(position, i)).collect(),
        });
        if !complete && let Some(limit) = self.node_limit.filter(|_| !stop.load(Ordering::Relaxed))
        {
            warn(&format!(
                "The limit of {limit} nodes ended the search before depth {}.",
                self.depth
            ));
            return Ok(report);
        }
        ensure!(complete, "interrupted before depth {} was complete", self.depth);
        Ok(report)
    }
}

fn heading(position: &Position, variant: &Variant) -> String {
    let (fen, title, spec) = (position.to_fen(), variant.title(), variant.spec());
    let columns = aligned(|(name, ..)| (*name).to_owned());
    format!("{fen}\n{title} ({spec})\n{columns}  principal variation\n")
}

fn text_line(position: &Position, iteration: &Iteration) -> String {
    let columns = aligned(|(_, _, cell)| cell(iteration));
    format!("{columns}  {}\n", line(position, &iteration.pv))
}

/// A column of the text: its name, its width and its cell.
type Column = (&'static str, usize, fn(&Iteration) -> String);

const COLUMNS: [Column; 9] = [
    ("depth", 5, |i| i.depth.to_string()),
    ("score", 8, |i| i.score.to_string()),
    ("nodes", 13, |i| i.counts.nodes().to_string()),
    ("main", 13, |i| i.counts.main.to_string()),
    ("quiescence", 13, |i| i.counts.quiescence.to_string()),
    ("null tried", 11, |i| i.counts.null_tried.to_string()),
    ("null cut", 11, |i| i.counts.null_cut.to_string()),
    ("verified", 11, |i| i.counts.verifications.to_string()),
    ("searched again", 14, |i| i.counts.researches.to_string()),
];

/// Right-aligned columns.
fn aligned(cell: impl Fn(&Column) -> String) -> String {
    let cells = COLUMNS.iter().map(|column| format!("{:>1$}", cell(column), column.1));
    cells.collect::<Vec<_>>().join(" ")
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

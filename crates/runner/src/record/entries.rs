//! The parts of a manifest: files of records, columns, methods, a match, a census, suites.

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use serde::{Deserialize, Serialize};

use crate::base::number::positive;
use crate::experiment::plan::Part;
use crate::experiment::searcher::Searcher;
use crate::suite;

/// A file of records.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct RecordsFile {
    /// SHA-256 of the file.
    pub(crate) sha256: String,
    /// Records in it, the header apart.
    pub(crate) rows: u64,
}

/// Positions that a row leaves out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct LeftOut {
    /// Name of the suite.
    pub(crate) suite: String,
    /// The row's depth in plies.
    pub(crate) depth: u8,
    /// By id.
    pub(crate) positions: Vec<String>,
}

/// A column.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct VariantEntry {
    /// Canonical specification.
    pub(crate) spec: String,
    /// Column title.
    pub(crate) title: String,
    /// Where the variant comes from; of another engine, its name for itself.
    pub(crate) source: String,
    /// Every parameter by name.
    #[serde(default)]
    pub(crate) parameters: BTreeMap<String, String>,
    /// Its level of each factor.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) levels: Vec<String>,
}

/// A method of the survey.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct MethodEntry {
    /// As typed.
    pub(crate) method: String,
    /// Every setting by name.
    pub(crate) settings: BTreeMap<String, String>,
}

/// A match: everything that determines its games, and what is reported of them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct MatchEntry {
    /// First and second side: all that determines how it plays.
    pub(crate) sides: [BTreeMap<String, String>; 2],
    /// Their names in PGN and reports.
    pub(crate) names: [String; 2],
    /// For each move or game.
    pub(crate) limit: String,
    /// Milliseconds by which a clock may be overstepped.
    pub(crate) time_margin_ms: u64,
    /// Resignation by score: moves in a row, centipawns.
    pub(crate) resign: Option<[i64; 2]>,
    /// Draws by score: from which move, moves in a row, centipawns.
    pub(crate) draw: Option<[i64; 3]>,
    /// Where openings come from.
    pub(crate) openings: serde_json::Value,
    /// Digest of the sources that play: clocks, rules, adjudication.
    pub(crate) game_source: String,
    /// Games that were to be played.
    pub(crate) games: u32,
    /// The standing after these numbers of games is reported too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) checkpoints: Vec<u32>,
    /// The sequential test that ends it: elo0, elo1, alpha, beta.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) sprt: Option<[f64; 4]>,
    /// Does the paper's result stand beside it?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) paper: bool,
}

/// Which claims a census tests.
#[derive(clap::Args, Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct CensusEntry {
    /// Tests of each cell (claim, depth, R, side, phase) of each search
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) per_cell: u32,
    /// Seed of the sample
    #[arg(long, value_name = "N", default_value_t = 2002)]
    pub(crate) seed: u64,
    /// Nodes after which a test is given up
    #[arg(long, value_name = "N", default_value = "10000000", value_parser = positive::<NonZeroU64>)]
    pub(crate) limit: NonZeroU64,
}

/// A suite.
#[derive(Clone, Debug, Serialize, Deserialize, Default)]
pub(crate) struct SuiteEntry {
    /// Its name.
    pub(crate) name: String,
    /// The name that the experiment asks for.
    pub(crate) wanted: String,
    /// The name of its row, where tables have a row per suite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) label: Option<String>,
    /// Does it stand in for the one asked for?
    pub(crate) is_substitute: bool,
    /// SHA-256 of the file without carriage returns.
    pub(crate) sha256: String,
    /// Reported depths in plies.
    pub(crate) depths: Vec<u8>,
    /// Positions after the discard.
    pub(crate) positions: usize,
    /// Positions searched: all, or a sample.
    pub(crate) searched: usize,
    /// Left out because a side has only king and pawns, by id.
    #[serde(default)]
    pub(crate) discarded: Vec<String>,
    /// Bad lines skipped, by line number.
    #[serde(default)]
    pub(crate) skipped_lines: Vec<usize>,
    /// Remarks of the reader, such as repeated positions.
    #[serde(default)]
    pub(crate) remarks: Vec<String>,
    /// Positions whose task is no mate, by index, where a table of mates leaves them to another table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) other_tasks: Vec<u32>,
    /// The only positions searched, by id, where the experiment lists them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) ids: Vec<String>,
    /// Where move counters start, as EPD has none.
    #[serde(default)]
    pub(crate) move_counters: String,
}

impl VariantEntry {
    /// Of a column.
    pub(super) fn new(searcher: &Searcher, title: String) -> VariantEntry {
        let (source, parameters) = match searcher {
            Searcher::Variant(variant) => {
                let parameters = variant.parameters().into_iter();
                let owned = parameters.map(|(name, value)| (name.to_owned(), value));
                let rules = variant.rules().iter();
                let rules = rules.map(|(rule, _)| format!("; {}: {}", rule.name, rule.source));
                (variant.source().to_owned() + &rules.collect::<String>(), owned.collect())
            }
            Searcher::Engine(engine) => (engine.identity.clone(), engine.parameters()),
        };
        VariantEntry { spec: searcher.spec(), title, source, parameters, levels: Vec::new() }
    }
}

impl SuiteEntry {
    /// Of a suite of a plan.
    pub(crate) fn new(part: &Part) -> SuiteEntry {
        let suite = &part.suite;
        SuiteEntry {
            name: suite.name.clone(),
            wanted: part.rows.suite.clone(),
            label: part.rows.label.clone(),
            is_substitute: part.is_substitute,
            sha256: suite.sha256.clone(),
            depths: part.rows.depths.clone(),
            positions: suite.positions.len(),
            searched: part.positions.len(),
            discarded: suite.discarded.clone(),
            skipped_lines: suite.skipped.iter().map(|bad| bad.line).collect(),
            remarks: suite.notes.clone(),
            other_tasks: part.other_tasks.clone(),
            ids: part.rows.ids.clone(),
            move_counters: "0 1 where the line gives none".to_owned(),
        }
    }

    /// What it stands in for: a suite by name, unless it was asked for itself.
    pub(crate) fn replaced(&self) -> Option<&str> {
        let wanted = if self.wanted == self.name { "the paper's suite" } else { &self.wanted };
        self.is_substitute.then_some(wanted)
    }

    /// Name and number of positions: `wcs (999 positions)`, `wcs (100 of 999 positions)`.
    pub(crate) fn describe(&self) -> String {
        suite::describe(&self.name, self.searched, self.positions)
    }
}

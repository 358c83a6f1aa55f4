//! `vnmp match A B`, and matches from a file.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use vnmp_engine::SearchSettings;

use super::merge::Way;
use crate::base::number::positive;
use crate::base::suggest::did_you_mean;
use crate::base::{file, interrupt};
use crate::engines::config::PREFIX;
use crate::engines::{Engine, EngineConfig, EngineFile};
use crate::play::matches::experiment::{MatchPlan, PAPERS_MATCH};
use crate::play::matches::run::Match;
use crate::play::matches::session::write_results;
use crate::play::matches::{MatchExperiment, MatchRequest, MoveLimit, Side};
use crate::run::session::Options;
use crate::run::shard::Division;

/// Nodes of a move when no limit is given. Milliseconds by which a clock may be overstepped where one side is
/// another program.
const ENGINE_MARGIN_MS: u64 = 20;
const DEFAULT_NODES: u64 = 20_000;
const DEFAULT_GAMES: u32 = 100;

/// What threads are of a match.
const THREADS: &str =
    "Games at a time [default: all processors]; changes no game under --nodes and --depth";

/// Options of a match.
#[derive(clap::Args)]
#[command(after_help = after_help(), mut_arg("threads", |arg| arg.help(THREADS)))]
pub(crate) struct Args {
    /// First side: a variant, one with settings (v3@killers=on), or uci:NAME
    #[arg(required_unless_present = "file", requires = "second")]
    first: Option<String>,
    /// Second side
    second: Option<String>,
    /// Matches from a TOML file instead; `paper` for the paper's
    #[arg(long, value_name = "FILE", conflicts_with = "first")]
    file: Option<String>,
    /// Only this match of the file
    #[arg(long, value_name = "NAME", requires = "file")]
    only: Option<String>,
    /// Number of games, even: each opening is played with both colours [default: 100]
    #[arg(short, long, value_name = "N")]
    games: Option<u32>,
    /// Suite with openings, by name or file [default: random balanced lines of 8 plies]
    #[arg(long, value_name = "NAME|FILE")]
    openings: Option<String>,
    /// Folder of suites to search first
    #[arg(long, value_name = "DIR")]
    suite_dir: Option<PathBuf>,
    /// Nodes for every move [default: 20000]
    #[arg(long, value_name = "N", group = "limit", value_parser = positive::<NonZeroU64>)]
    nodes: Option<NonZeroU64>,
    /// Depth in plies for every move
    #[arg(short, long, value_name = "D", group = "limit")]
    depth: Option<String>,
    /// Seconds for every move
    #[arg(long, value_name = "S", group = "limit")]
    movetime: Option<String>,
    /// Clock for the game in seconds: 60+0.6, or 40/60+0.6 for every 40 moves
    #[arg(long, value_name = "TC", group = "limit")]
    tc: Option<String>,
    /// Milliseconds by which a clock may be overstepped [default: 0, or 20 with another engine]
    #[arg(long, value_name = "MS")]
    time_margin: Option<u64>,
    /// End as soon as a test is decided, e.g. --sprt elo0=0 elo1=10
    #[arg(long, value_name = "NAME=VALUE", num_args = 1..=4)]
    sprt: Vec<String>,
    /// A side resigns after MOVES moves in a row with a score of -CP or less
    #[arg(long, value_name = "MOVES,CP")]
    resign: Option<String>,
    /// A draw from move FROM on, after MOVES moves of both sides within CP
    #[arg(long, value_name = "FROM,MOVES,CP")]
    draw: Option<String>,
    /// File with other engines; the programs it names are started, so trust it like a script
    /// [default: Debian's engines]
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
    /// A search setting for both sides, e.g. hash-entries=2^20; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    options: Options,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

fn after_help() -> String {
    format!("Repeat the command to resume an interrupted match.\n{}", super::variants_help())
}

impl Args {
    /// Plays.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let matches = self.matches()?;
        let several = matches.len() > 1;
        interrupt::watch()?;
        for (index, entry) in matches.into_iter().enumerate() {
            if index > 0 {
                crate::base::terminal::print("\n")?;
            }
            let out = match &self.options.out {
                Some(out) if several => Some(out.join(&entry.name)),
                out => out.clone(),
            };
            let request = self.request(entry)?;
            let file = request.engines.clone();
            let plan = request.plan(&|_, text, settings| meet(text, settings, file.as_deref()))?;
            let options = Options { out, ..self.options.clone() };
            perform(&request, &plan, Way::Run(&options), self.json)?;
        }
        Ok(())
    }

    /// What is to be played, from the file or the command line.
    fn matches(&self) -> anyhow::Result<Vec<MatchExperiment>> {
        let limit = self.limit()?;
        let mut matches = match (&self.first, &self.second, &self.file) {
            (Some(first), Some(second), None) => vec![MatchExperiment {
                name: format!("{}-{}", file::as_name(first), file::as_name(second)),
                first: first.clone(),
                second: second.clone(),
                limit: MoveLimit::Nodes(DEFAULT_NODES).to_string(),
                games: DEFAULT_GAMES,
                checkpoints: Vec::new(),
                openings: None,
                time_margin_ms: self.time_margin.unwrap_or(margin_ms(&[first, second])),
                paper: false,
            }],
            (_, _, Some(file)) if file == "paper" => {
                MatchExperiment::parse(PAPERS_MATCH, "experiments/match.toml")?
            }
            (_, _, Some(file)) => {
                let text = file::read_text(file.as_ref())?;
                MatchExperiment::parse(&text, file)?
            }
            _ => bail!("give two sides, or matches by --file"),
        };
        if let Some(only) = &self.only {
            let names: Vec<String> = matches.iter().map(|m| m.name.clone()).collect();
            matches.retain(|m| m.name == *only);
            let meant = did_you_mean(only, names.iter().map(String::as_str));
            let names = names.join(", ");
            ensure!(
                !matches.is_empty(),
                "no match '{only}' in the file; there are: {names}{meant}"
            );
        }
        for entry in &mut matches {
            entry.limit = limit.clone().unwrap_or(MoveLimit::parse(&entry.limit)?.to_string());
            entry.games = self.games.unwrap_or(entry.games);
            entry.openings = self.openings.clone().or(entry.openings.take());
        }
        Ok(matches)
    }

    fn limit(&self) -> anyhow::Result<Option<String>> {
        let Args { depth, movetime, tc, .. } = self;
        let nodes = &self.nodes.map(|nodes| nodes.to_string());
        let kinds = [("nodes", nodes), ("depth", depth), ("movetime", movetime), ("tc", tc)];
        let given = kinds.iter().find_map(|(kind, value)| Some((kind, value.as_ref()?)));
        let limit = given.map(|(kind, value)| MoveLimit::parse(&format!("{kind}={value}")));
        Ok(limit.transpose()?.map(|limit| limit.to_string()))
    }

    fn request(&self, entry: MatchExperiment) -> anyhow::Result<MatchRequest> {
        let sprt = (!self.sprt.is_empty()).then(|| self.sprt.join(" "));
        let alone = sprt.is_none() || self.options.shard.is_none();
        ensure!(alone, "--sprt with --shard: a test needs all games; leave one out");
        Ok(MatchRequest {
            entry,
            settings: self.set.clone(),
            engines: self.engines.clone(),
            suite_dir: self.suite_dir.clone(),
            sprt,
            resign: self.resign.as_deref().map(resign).transpose()?,
            draw: self.draw.as_deref().map(draw).transpose()?,
        })
    }
}

/// Reads a side, and asks an engine who it is.
fn meet(
    text: &str,
    settings: &SearchSettings,
    file: Option<&Path>,
) -> anyhow::Result<(Side, BTreeMap<String, String>)> {
    let side = Side::parse(text, settings, &|| EngineFile::find(file))?;
    let mut entry = side.describe();
    if let Side::Engine(config) = &side {
        // one that does not start loses its games, and the report says why
        let identity = Engine::meet(config, interrupt::flag())
            .map(|engine| engine.identity)
            .unwrap_or_default();
        entry.insert("id name".to_owned(), identity);
    }
    Ok((side, entry))
}

/// Merges the shards of a match. Engines are taken as the division describes them.
pub(super) fn merge(division: &Division, way: Way) -> anyhow::Result<()> {
    let request: MatchRequest = division.request()?;
    let described = division.manifest.game.as_ref().context("the division is not of a match")?;
    let games = request.entry.games;
    let planned = described.games == games && division.all() == games as usize;
    ensure!(planned, "the division is not of {games} games; make the shards again");
    let plan = request.plan(&|number, text, settings| match text.strip_prefix(PREFIX) {
        Some(name) => {
            let name = name.split('@').next().unwrap_or_default();
            let config = EngineConfig::named(name, "");
            Ok((Side::Engine(config), described.sides[number].clone()))
        }
        None => {
            let side = Side::parse(text, settings, &|| EngineFile::find(None))?;
            let entry = side.describe();
            Ok((side, entry))
        }
    })?;
    perform(&request, &plan, way, false)
}

/// Plays the games of a plan, or merges their shards.
fn perform(request: &MatchRequest, plan: &MatchPlan, way: Way, json: bool) -> anyhow::Result<()> {
    let job = Match::new(plan);
    way.perform(&job, &plan.manifest, request, |folder, _| {
        write_results(&plan.manifest, &job.games(), folder, json)
    })
}

fn resign(text: &str) -> anyhow::Result<[u32; 2]> {
    numbers(text).with_context(|| format!("--resign {text}: write MOVES,CP, e.g. 3,600"))
}

fn draw(text: &str) -> anyhow::Result<[u32; 3]> {
    numbers(text).with_context(|| format!("--draw {text}: write FROM,MOVES,CP, e.g. 40,8,10"))
}

/// Positive numbers up to 30,000 between commas.
fn numbers<const N: usize>(text: &str) -> Option<[u32; N]> {
    let numbers =
        text.split(',').map(|n| n.trim().parse().ok().filter(|n| (1..=30_000).contains(n)));
    numbers.collect::<Option<Vec<u32>>>()?.try_into().ok()
}

/// What the way to another program and back may take on a busy computer.
fn margin_ms(sides: &[&String; 2]) -> u64 {
    if sides.iter().any(|side| side.starts_with(PREFIX)) { ENGINE_MARGIN_MS } else { 0 }
}

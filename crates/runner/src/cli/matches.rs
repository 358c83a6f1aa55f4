//! `vnmp match A B`, and matches from a file.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use vnmp_engine::SearchSettings;

use crate::base::interrupt;
use crate::engines::EngineFile;
use crate::experiment::paper;
use crate::play::matches::experiment::PAPERS_MATCH;
use crate::play::matches::openings::Openings;
use crate::play::matches::referee::{DrawRule, Resign, Rules};
use crate::play::matches::session::{self, Options};
use crate::play::matches::sprt::Sprt;
use crate::play::matches::{MatchExperiment, MatchPlan, MoveLimit, Side};
use crate::suite::{self, LookupOptions};

/// Nodes of a move when no limit is given.
const DEFAULT_NODES: u64 = 20_000;
const DEFAULT_GAMES: u32 = 100;
const MOST_GAMES: u32 = 1_000_000;

/// Options of a match.
#[derive(clap::Args)]
#[command(after_help = after_help())]
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
    /// Folder with suites, looked through first
    #[arg(long, value_name = "DIR")]
    suite_dir: Option<PathBuf>,
    /// Nodes for every move [default: 20000]
    #[arg(long, value_name = "N", group = "limit")]
    nodes: Option<String>,
    /// Depth in plies for every move
    #[arg(short, long, value_name = "D", group = "limit")]
    depth: Option<String>,
    /// Seconds for every move
    #[arg(long, value_name = "S", group = "limit")]
    movetime: Option<String>,
    /// Clock for the game in seconds: 60+0.6, or 40/60+0.6 for every 40 moves
    #[arg(long, value_name = "TC", group = "limit")]
    tc: Option<String>,
    /// Milliseconds by which a clock may be overstepped
    #[arg(long, value_name = "MS", default_value_t = 0)]
    time_margin: u64,
    /// End as soon as a test is decided, e.g. --sprt elo0=0 elo1=10
    #[arg(long, value_name = "NAME=VALUE", num_args = 1..=4)]
    sprt: Vec<String>,
    /// A side resigns after MOVES moves in a row with a score of -CP or less
    #[arg(long, value_name = "MOVES,CP")]
    resign: Option<String>,
    /// A draw from move FROM on, after MOVES moves of both sides within CP
    #[arg(long, value_name = "FROM,MOVES,CP")]
    draw: Option<String>,
    /// File with other engines [default: engines.toml, or Debian's engines]
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
    /// A search setting for both sides, e.g. hash-entries=2^20; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Games at a time [default: all processors]; changes no game under --nodes and --depth
    #[arg(short, long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Output folder [default: one of its own under results/runs/]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Begin anew, throwing away games of an earlier start
    #[arg(long)]
    force: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// No progress, no closing line
    #[arg(short, long)]
    quiet: bool,
}

fn after_help() -> String {
    format!(
        "A match that was interrupted goes on with the same command.\n{}",
        super::variants_help()
    )
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
            let out = match &self.out {
                Some(out) if several => Some(out.join(&entry.name)),
                out => out.clone(),
            };
            let plan = self.plan(entry)?;
            let all = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
            let options = Options {
                threads: self.threads.unwrap_or_else(all),
                out,
                force: self.force,
                quiet: self.quiet,
                json: self.json,
            };
            session::play(&plan, &options)?;
        }
        Ok(())
    }

    /// What is to be played, from the file or the command line.
    fn matches(&self) -> anyhow::Result<Vec<MatchExperiment>> {
        let limit = self.limit()?;
        let mut matches = match (&self.first, &self.second, &self.file) {
            (Some(first), Some(second), None) => vec![MatchExperiment {
                name: format!("{}-{}", folder_name(first), folder_name(second)),
                sides: [first.clone(), second.clone()],
                limit: MoveLimit::Nodes(DEFAULT_NODES),
                games: DEFAULT_GAMES,
                checkpoints: Vec::new(),
                openings: None,
                time_margin: Duration::from_millis(self.time_margin),
                paper: false,
            }],
            (_, _, Some(file)) if file == "paper" => {
                MatchExperiment::parse(PAPERS_MATCH, "experiments/match.toml")?
            }
            (_, _, Some(file)) => {
                let text = crate::base::file::read_text(file.as_ref())?;
                MatchExperiment::parse(&text, file)?
            }
            _ => bail!("give two sides, or matches by --file"),
        };
        if let Some(only) = &self.only {
            let names = matches.iter().map(|m| m.name.as_str()).collect::<Vec<_>>().join(", ");
            matches.retain(|m| m.name == *only);
            ensure!(!matches.is_empty(), "no match '{only}' in the file; there are: {names}");
        }
        for entry in &mut matches {
            entry.limit = limit.unwrap_or(entry.limit);
            entry.games = self.games.unwrap_or(entry.games);
            entry.openings = self.openings.clone().or(entry.openings.take());
            let games = entry.games;
            let even = games > 0 && games.is_multiple_of(2);
            ensure!(even, "--games {games}: give an even number; both sides play each opening");
            ensure!(games <= MOST_GAMES, "--games {games}: {MOST_GAMES} is the most");
        }
        Ok(matches)
    }

    fn limit(&self) -> anyhow::Result<Option<MoveLimit>> {
        Ok(match self {
            Args { nodes: Some(value), .. } => Some(MoveLimit::nodes(value)?),
            Args { depth: Some(value), .. } => Some(MoveLimit::depth(value)?),
            Args { movetime: Some(value), .. } => Some(MoveLimit::move_time(value)?),
            Args { tc: Some(value), .. } => Some(MoveLimit::clock(value)?),
            _ => None,
        })
    }

    fn plan(&self, entry: MatchExperiment) -> anyhow::Result<MatchPlan> {
        let mut settings = SearchSettings::default();
        crate::experiment::assign(&mut settings, &self.set)?;
        let engines = || EngineFile::find(self.engines.as_deref());
        let [first, second] = &entry.sides;
        let sides =
            [Side::parse(first, &settings, &engines)?, Side::parse(second, &settings, &engines)?];
        let pairs = entry.games as usize / 2;
        let openings = match &entry.openings {
            None => Openings::random(pairs)?,
            Some(name) => {
                let lookup = LookupOptions {
                    suite_dir: self.suite_dir.clone(),
                    skip_bad: false,
                    discard: false,
                    errata: None,
                };
                Openings::of_suite(&suite::find(name, &lookup)?, pairs)?
            }
        };
        let sprt = match self.sprt.is_empty() {
            true => None,
            false => Some(Sprt::parse(&self.sprt.join(" "))?),
        };
        Ok(MatchPlan {
            name: entry.name,
            sides,
            rules: Rules {
                limit: entry.limit,
                time_margin: entry.time_margin,
                resign: self.resign.as_deref().map(resign).transpose()?,
                draw: self.draw.as_deref().map(draw).transpose()?,
            },
            games: entry.games,
            openings,
            sprt,
            checkpoints: entry.checkpoints,
            paper: if entry.paper { Some(paper::self_play()?) } else { None },
        })
    }
}

fn resign(text: &str) -> anyhow::Result<Resign> {
    let [moves, score_cp] =
        numbers(text).with_context(|| format!("--resign {text}: write MOVES,CP, e.g. 3,600"))?;
    Ok(Resign { moves, score_cp: score_cp as i32 })
}

fn draw(text: &str) -> anyhow::Result<DrawRule> {
    let [from_move, moves, score_cp] = numbers(text)
        .with_context(|| format!("--draw {text}: write FROM,MOVES,CP, e.g. 40,8,10"))?;
    Ok(DrawRule { from_move, moves, score_cp: score_cp as i32 })
}

/// Positive numbers up to 30,000 between commas.
fn numbers<const N: usize>(text: &str) -> Option<[u32; N]> {
    let numbers =
        text.split(',').map(|n| n.trim().parse().ok().filter(|n| (1..=30_000).contains(n)));
    numbers.collect::<Option<Vec<u32>>>()?.try_into().ok()
}

/// A side as part of a folder's name.
fn folder_name(side: &str) -> String {
    let fit = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    side.chars().map(fit).collect()
}

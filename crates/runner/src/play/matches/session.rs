//! A match from beginning to end: folder, journal, games, report, PGN, chart. What an interrupt
//! leaves behind is complete in itself, and the same command goes on where it was.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{bail, ensure};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::experiment::MatchPlan;
use super::journal::{Header, Journal};
use super::pgn;
use super::record::{End, GameRecord};
use super::run::{Games, run};
use super::summary::{Summary, counted, standings};
use crate::base::interrupt;
use crate::base::terminal::{print, warn};
use crate::record::folder::Folder;
use crate::show::canvas::Figure;

/// How a match is run and shown; nothing here changes a game.
pub(crate) struct Options {
    /// Games at a time.
    pub(crate) threads: NonZeroUsize,
    /// Output folder; by default one of the match's own.
    pub(crate) out: Option<PathBuf>,
    /// Throw earlier games away.
    pub(crate) force: bool,
    /// No progress and no closing line.
    pub(crate) quiet: bool,
    /// Print `summary.json` instead of the report.
    pub(crate) json: bool,
}

/// Plays a match, prints its report and leaves its folder.
///
/// # Errors
/// When files cannot be used, or the user interrupted.
pub(crate) fn play(plan: &MatchPlan, options: &Options) -> anyhow::Result<()> {
    let fingerprint = plan.fingerprint();
    let path = match &options.out {
        Some(path) => path.clone(),
        None => Path::new("results/runs").join(format!("match-{}-{fingerprint}", plan.name)),
    };
    let folder = Folder::create(&path)?;
    let title = format!("{}, {}", plan.title(), plan.rules.limit);
    let header = Header { fingerprint, title };
    let (journal, mut done) = Journal::open(folder.path(), &header, options.force)?;
    done.retain(|number, _| *number < plan.games);
    let kept = done.len();
    if kept > 0 && !options.quiet {
        warn(&format!("{kept} of {} games are in the journal already", plan.games));
    }

    let bar = progress_bar(plan.games, options.quiet);
    bar.set_position(kept as u64);
    let journal = Mutex::new(journal);
    let games = run(plan, done, options.threads, interrupt::flag(), &|game, games| {
        let mut journal = journal.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        journal.add(game)?;
        bar.inc(1);
        bar.set_message(standing(games, plan.games));
        anyhow::Ok(())
    });
    bar.finish_and_clear();
    let games = games?;

    let summary = Summary::new(plan, &games);
    write(&folder, plan, &games, &summary)?;
    if !options.quiet {
        warn(&format!("Results: {}{}", path.display(), std::path::MAIN_SEPARATOR));
    }
    print(&if options.json { summary.to_json() } else { summary.to_text() })?;
    if interrupt::flag().load(Ordering::Relaxed) {
        let (played, all) = (games.len(), plan.games);
        bail!("interrupted after {played} of {all} games; the same command plays the others");
    }
    for (side, name) in summary.setting.names.iter().enumerate() {
        let failed = |game: &&GameRecord| {
            game.end != End::TimeForfeit && game.failures.iter().any(|f| f.side == side)
        };
        let says_nothing =
            !games.is_empty() && games.values().filter(failed).count() == games.len();
        ensure!(!says_nothing, "{name} failed in every game, as the report says");
    }
    Ok(())
}

fn write(
    folder: &Folder,
    plan: &MatchPlan,
    games: &Games,
    summary: &Summary,
) -> anyhow::Result<()> {
    let [first, second] = &summary.setting.names;
    let event =
        pgn::Event { title: &summary.title, sides: [first, second], limit: &summary.setting.limit };
    let counted = counted(plan, games);
    folder.write("games.pgn", pgn::games(&event, counted.iter().copied()).as_bytes())?;
    folder.write("summary.json", summary.to_json().as_bytes())?;
    folder.write("report.txt", summary.to_text().as_bytes())?;
    let course = standings(games, counted.len() as u32 / 2);
    if let Some(chart) = super::chart::Chart::new(summary, course) {
        folder.write("elo.svg", chart.svg()?.as_bytes())?;
        folder.write("elo.png", &chart.png()?)?;
    }
    Ok(())
}

fn standing(games: &Games, planned: u32) -> String {
    let Some(last) = standings(games, planned / 2).pop() else { return String::new() };
    let (tally, estimate) = (last.tally, last.estimate);
    let elo = estimate.map_or(String::new(), |e| {
        format!(", Elo {:+.0} [{:+.0}, {:+.0}]", e.elo, e.elo_low, e.elo_high)
    });
    format!("+{} ={} -{}{elo}", tally.wins, tally.draws, tally.losses)
}

fn progress_bar(games: u32, quiet: bool) -> ProgressBar {
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(Some(u64::from(games)), target);
    if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} games, {msg}, {eta} left")
    {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

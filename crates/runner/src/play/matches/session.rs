//! Output of a match: its games as CSV and PGN, the summary, the report and the chart of Elo, all made
//! from the manifest and the games alone. The output of an interrupted match is complete in itself.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, bail};

use super::games_csv;
use super::pgn;
use super::run::Games;
use super::summary::{Summary, counted, standings};
use crate::base::terminal::{note, print};
use crate::base::{digest, file, json};
use crate::record::folder::Folder;
use crate::record::manifest::{Manifest, RecordsFile};

/// File of the games.
pub(crate) const GAMES_FILE: &str = "games.csv";

/// The games of a finished match, from its folder.
///
/// # Errors
/// When they are missing, or are not those of the manifest.
pub(crate) fn read(manifest: &Manifest, folder: &Path) -> anyhow::Result<Games> {
    manifest.verify(folder)?;
    let path = folder.join(GAMES_FILE);
    games_csv::from_csv(file::open(&path)?, &path.display().to_string())
}

/// Writes all files of a match and prints its report, or its summary as JSON.
///
/// # Errors
/// When a file cannot be written, or the games say nothing because a side failed in all of them.
pub(crate) fn write_results(
    manifest: &Manifest,
    games: &Games,
    folder: &Folder,
    json: bool,
) -> anyhow::Result<()> {
    let entry = manifest.game.as_ref().context("the manifest is not that of a match")?;
    let summary = Summary::new(manifest, entry, games);
    let counted = counted(entry, games);
    let csv = games_csv::to_csv(counted.iter().copied())?;
    folder.write(GAMES_FILE, &csv)?;
    let [first, second] = &entry.names;
    let event = pgn::Event { title: &summary.title, sides: [first, second], limit: &entry.limit };
    folder.write("games.pgn", pgn::games(&event, counted.iter().copied()).as_bytes())?;
    let (summary_json, report) = (json::pretty(&summary), summary.to_text());
    folder.write("summary.json", summary_json.as_bytes())?;
    folder.write("report.txt", report.as_bytes())?;
    let course = standings(games, counted.len() as u32 / 2);
    if let Some(chart) = super::chart::chart(&summary, &course)? {
        chart.write(folder, "")?;
    }
    let rows = counted.len() as u64;
    let file = RecordsFile { sha256: digest::sha256(&csv), rows };
    let files = BTreeMap::from([(GAMES_FILE.to_owned(), file)]);
    let manifest = Manifest { files, ..manifest.clone() };
    folder.finish(&manifest)?;
    print(if json { &summary_json } else { &report })?;
    if !summary.failures.is_empty() {
        note("forfeited games stay in the journal; --fresh plays all games again");
    }
    match summary.says_nothing() {
        Some(why) => bail!(why),
        None => Ok(()),
    }
}

//! `vnmp suites`: which suites are present, which public ones are not, and how to get them.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Subcommand;

use crate::base::terminal::{note, print};
use crate::figure8::horizon;
use crate::make::SuiteManifest;
use crate::show::grid::columns;
use crate::suite::{
    EMBEDDED_SUITES, Imported, KNOWN_SUITES, KnownSuite, LICENCE, LookupOptions, Selection, Suite,
    available, digest, find, folders, import,
};

/// Remarks on an import that are printed; the others are counted.
const TOLD: usize = 10;

/// Options of the list.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Folder of suites to search first
    #[arg(long, value_name = "DIR")]
    suite_dir: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Lists the suites, as `vnmp suites` alone does
    List,
    /// Imports an EPD file, a PGN file or lichess puzzles as a suite, where git ignores it in a checkout
    Import {
        /// EPD, PGN, or the lichess.org puzzles as CSV
        file: PathBuf,
        #[command(flatten)]
        selection: Selection,
        /// Name for the suite; the name of a public suite is reserved for it
        #[arg(long = "as", value_name = "NAME")]
        name: String,
        /// Import a file that differs from the public suite of that name, or overwrite an existing one
        #[arg(long)]
        force: bool,
        /// Folder to put it into [default: suites/imported]
        #[arg(long, value_name = "DIR")]
        suite_dir: Option<PathBuf>,
    },
    /// Fetches public suites from their pinned addresses, to where git ignores them in a checkout
    Fetch(super::fetch::Args),
    /// Checks that positions and solutions are legal and suites are what they claim to be
    Verify(super::verify::Args),
    /// Shows one position as a board, with its solution
    Show(super::show::Args),
    /// Rebuilds one of the shipped suites, byte for byte
    Make(super::make::Args),
    /// Asks a UCI engine for clear best moves in our games, as evidence for suites
    Survey(super::survey::Args),
}

impl Args {
    /// Lists or imports.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.command {
            None | Some(Command::List) => list(self.suite_dir),
            Some(Command::Fetch(args)) => args.run(),
            Some(Command::Verify(args)) => args.run(),
            Some(Command::Show(args)) => args.run(),
            Some(Command::Make(args)) => args.run(),
            Some(Command::Survey(args)) => args.run(),
            Some(Command::Import { file, selection, name, force, suite_dir }) => {
                let Imported { name, path, positions, sha256, known, notes } =
                    import(&file, &name, &selection, force, suite_dir.as_deref())?;
                let (path, what) = match known {
                    Some(known) => (path.display(), format!("the public suite {}", known.title)),
                    None => (path.display(), "no suite known to this program".to_owned()),
                };
                notes.iter().take(TOLD).for_each(|text| note(text));
                if let Some(more @ 1..) = notes.len().checked_sub(TOLD) {
                    note(&format!("and {more} more"));
                }
                let text = format!("{name}: {positions} positions, {what}\nSHA-256 {sha256}\n");
                print(&format!("{text}written: {path}\n"))
            }
        }
    }
}

fn list(suite_dir: Option<PathBuf>) -> anyhow::Result<()> {
    let options = LookupOptions { suite_dir, ..LookupOptions::default() };
    let heading = ["suite", "positions", "searched", "discarded", "SHA-256", "what"];
    let mut rows = vec![heading.map(str::to_owned)];
    let present = available(&options);
    for entry in &present {
        let place = entry.path.as_ref().map(|path| path.display().to_string());
        rows.push(match find(place.as_deref().unwrap_or(&entry.name), &options) {
            Ok(suite) => row(&entry.name, &suite, what(entry.known, &suite)),
            Err(error) => {
                let first = error.to_string().lines().next().unwrap_or_default().to_owned();
                let mut row = [const { String::new() }; 6];
                (row[0], row[5]) = (entry.name.clone(), first);
                row
            }
        });
    }
    let mut text = columns(&rows);
    let missing = KNOWN_SUITES
        .iter()
        .filter(|known| !present.iter().any(|entry| entry.known == Some(*known)));
    for known @ KnownSuite { name, title, positions, after_discard, .. } in missing {
        let how = known.how_to_get();
        writeln!(
            text,
            "\nnot present: {name} ({title}, {positions} positions, {after_discard} searched)"
        )?;
        writeln!(text, "  {how}\n  {LICENCE}")?;
    }
    text += "\nlooked for in:\n";
    for folder in folders(&options) {
        writeln!(text, "  {}", folder.display())?;
    }
    print(&text)
}

/// Title and licence.
fn what(known: Option<&KnownSuite>, suite: &Suite) -> String {
    if let Some(known) = known {
        return format!("public: {}; {}", known.title, LICENCE);
    }
    if digest(horizon::SUITE.as_bytes()) == suite.sha256 {
        return "ours: Figure 4 of Marsland's survey, for `vnmp horizon`".to_owned();
    }
    let shipped = EMBEDDED_SUITES.iter().find(|s| digest(s.text.as_bytes()) == suite.sha256);
    match shipped.map(|shipped| shipped.manifest.map(toml::from_str::<SuiteManifest>)) {
        Some(Some(Ok(manifest))) => format!("ours: {}; {}", manifest.title, manifest.licence),
        Some(_) => "ours".to_owned(),
        None => "neither ours nor one of the public suites".to_owned(),
    }
}

fn row(name: &str, suite: &Suite, what: String) -> [String; 6] {
    let (searched, discarded) = (suite.positions.len(), suite.discarded.len());
    let [total, searched, discarded] =
        [searched + discarded, searched, discarded].map(|n| n.to_string());
    let sha256 = format!("{}...", &suite.sha256[..12]);
    [name.to_owned(), total, searched, discarded, sha256, what]
}

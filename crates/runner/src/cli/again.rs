//! `vnmp table RUN`: the tables of a run's folder, from its manifest and records alone.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::base::terminal::print;
use crate::base::{digest, file};
use crate::census;
use crate::figure8::record::{CPU_FILE, RECORDS_FILE};
use crate::figure8::session::report;
use crate::figure8::table::Measure;
use crate::play::matches::games_csv;
use crate::play::matches::session::{GAMES_FILE, write_results};
use crate::play::matches::summary::Summary;
use crate::record::folder::Folder;
use crate::record::manifest::{Kind, MANIFEST_FILE, Manifest, RecordsFile, SCHEMA};
use crate::report::evidence::{Run, SurveyRun};
use crate::report::findings;
use crate::run::files::write_reports;
use crate::show::assemble::assemble;
use crate::show::grid::{Format, Show};

/// Options of rendering.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder of a run: tables, a match or a comparison of the survey's methods
    #[arg(value_name = "RUN")]
    folder: PathBuf,
    /// Format of the tables on standard output
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Also write tables, charts and the manifest in its current form into the folder
    #[arg(long)]
    write: bool,
}

impl Args {
    /// Prints the tables. The records are compared with the manifest's digests first.
    pub(crate) fn run(mut self) -> anyhow::Result<()> {
        if self.folder.ends_with(MANIFEST_FILE) {
            self.folder.pop();
        }
        let shown = self.folder.display();
        // The files read must be the files rewritten.
        let locked = (self.write && self.folder.is_dir()).then(|| Folder::open(&self.folder));
        let folder = locked.transpose()?;
        let manifest = Manifest::read(&self.folder)?.with_context(|| {
            format!("{shown} is not a run folder; give one that has a manifest.json")
        })?;
        ensure!(
            manifest.is_finished(),
            "{shown}: the run has not ended; its command, given again, goes on from there"
        );
        match manifest.kind {
            Kind::Search => self.searches(manifest, folder.as_ref()),
            Kind::Survey => self.survey(manifest, folder.as_ref()),
            Kind::Match => self.games(&manifest, folder.as_ref()),
            Kind::Census => self.census(&manifest, folder.as_ref()),
        }
    }

    fn searches(&self, manifest: Manifest, folder: Option<&Folder>) -> anyhow::Result<()> {
        let run = Run::read(&self.folder, "")?.context("there are no records")?;
        let reports = assemble(&manifest, &run.counted())?;
        if let Some(folder) = folder {
            write_reports(folder, &reports)?;
            let rows = run.samples.iter().map(|sample| sample.all().count() as u64);
            renew(folder, manifest, run.files.iter().map(PathBuf::as_path).zip(rows))?;
        }
        let tables = reports.iter().map(|report| report.table.render(self.format));
        print(&tables.collect::<anyhow::Result<Vec<_>>>()?.join("\n"))
    }

    fn survey(&self, manifest: Manifest, folder: Option<&Folder>) -> anyhow::Result<()> {
        let run = SurveyRun::read(&self.folder)?.context("there are no records")?;
        if let Some(folder) = folder {
            report(&run, folder, self.format)?;
            findings::write(run.clone(), folder, self.format)?;
            let files = [RECORDS_FILE, CPU_FILE].map(|name| {
                let lines = file::read_text(&folder.path().join(name)).unwrap_or_default();
                (Path::new(name), lines.lines().count().saturating_sub(1) as u64)
            });
            renew(folder, manifest, files.into_iter())?;
        }
        let tables = [Measure::DETERMINISTIC.as_slice(), &[Measure::Cpu]];
        let texts = tables.iter().map(|measures| run.table(measures).render(self.format));
        print(&texts.collect::<anyhow::Result<Vec<_>>>()?.join("\n"))
    }

    fn games(&self, manifest: &Manifest, folder: Option<&Folder>) -> anyhow::Result<()> {
        manifest.verify(&self.folder)?;
        let path = self.folder.join(GAMES_FILE);
        let games = games_csv::from_csv(file::open(&path)?, &path.display().to_string())?;
        if let Some(folder) = folder {
            return write_results(manifest, &games, folder, self.format == Format::Json);
        }
        let entry = manifest.game.as_ref().context("the manifest is not that of a match")?;
        let summary = Summary::new(manifest, entry, &games);
        print(&match self.format {
            Format::Text => summary.to_text(),
            Format::Markdown => format!("```\n{}```\n", summary.to_text()),
            Format::Csv => String::from_utf8(games_csv::to_csv(games.values())?)?,
            Format::Json => summary.to_json(),
        })
    }

    fn census(&self, manifest: &Manifest, folder: Option<&Folder>) -> anyhow::Result<()> {
        let rates = census::session::read(manifest, &self.folder)?;
        if let Some(folder) = folder {
            census::session::write_tables(&rates, folder)?;
        }
        print(&rates.render(self.format)?)
    }
}

/// The manifest in today's form. One without digests gets those of the `files` as they are, of which
/// the numbers of rows are given.
fn renew<'a>(
    folder: &Folder,
    manifest: Manifest,
    files: impl Iterator<Item = (&'a Path, u64)>,
) -> anyhow::Result<()> {
    let mut entries = manifest.files.clone(); // which have been verified
    for (path, rows) in files.filter(|_| manifest.files.is_empty()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let sha256 = digest::sha256_of_file(&folder.path().join(&name))?;
        entries.insert(name, RecordsFile { sha256, rows });
    }
    let manifest = Manifest { schema: SCHEMA, files: entries, ..manifest };
    Ok(folder.write(MANIFEST_FILE, manifest.to_json().as_bytes())?)
}

//! `vnmp table RUN`: the tables of a run's folder, from its manifest and records alone.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::base::digest;
use crate::base::terminal::print;
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
        let folder = &self.folder;
        let manifest = Manifest::read(folder)?.with_context(|| {
            format!("{} is not a run folder; give one that has a manifest.json", folder.display())
        })?;
        ensure!(
            manifest.is_finished(),
            "{}: the run has not ended; its command, given again, goes on from there",
            folder.display()
        );
        manifest.verify(folder)?;
        match manifest.kind {
            Kind::Search => self.searches(manifest),
            Kind::Survey => self.survey(manifest),
            Kind::Match => self.games(manifest),
        }
    }

    fn searches(&self, manifest: Manifest) -> anyhow::Result<()> {
        let run = Run::read(&self.folder, "")?.context("there are no records")?;
        let reports = assemble(&manifest, &run.counted())?;
        if self.write {
            let folder = Folder::open(&self.folder)?;
            write_reports(&folder, &reports)?;
            let rows = run.samples.iter().map(|sample| sample.all().count() as u64);
            self.renew(&folder, manifest, run.files.iter().cloned().zip(rows).collect())?;
        }
        let tables: Result<Vec<_>, _> =
            reports.iter().map(|r| r.table.render(self.format)).collect();
        print(&tables?.join("\n"))
    }

    fn survey(&self, manifest: Manifest) -> anyhow::Result<()> {
        let run = SurveyRun::read(&self.folder)?.context("there are no records")?;
        if !self.write {
            let tables = [Measure::DETERMINISTIC.as_slice(), &[Measure::Cpu]];
            let texts = tables.map(|measures| run.table(measures).render(self.format));
            return print(&texts.into_iter().collect::<Result<Vec<_>, _>>()?.join("\n"));
        }
        let folder = Folder::open(&self.folder)?;
        let mut texts = report(&run, &folder, self.format)?;
        texts.extend(findings::write(run, &folder, self.format)?);
        let files = ["records.csv", "cpu.csv"].map(|name| {
            let lines = std::fs::read_to_string(folder.path().join(name)).unwrap_or_default();
            (PathBuf::from(name), lines.lines().count().saturating_sub(1) as u64)
        });
        self.renew(&folder, manifest, files.to_vec())?;
        print(&texts.join("\n"))
    }

    fn games(&self, manifest: Manifest) -> anyhow::Result<()> {
        let path = self.folder.join(GAMES_FILE);
        let file = File::open(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let games = games_csv::from_csv(file, &path.display().to_string())?;
        if self.write {
            let folder = Folder::open(&self.folder)?;
            return write_results(&manifest, &games, &folder, self.format == Format::Json);
        }
        let entry = manifest.game.as_ref().context("the manifest is not that of a match")?;
        let summary = Summary::new(&manifest, entry, &games);
        print(&match self.format {
            Format::Text => summary.to_text(),
            Format::Markdown => format!("```\n{}```\n", summary.to_text()),
            Format::Csv => String::from_utf8(games_csv::to_csv(games.values())?)?,
            Format::Json => summary.to_json(),
        })
    }

    /// The manifest in today's form, with the digests of the records as they are.
    fn renew(
        &self,
        folder: &Folder,
        manifest: Manifest,
        files: Vec<(PathBuf, u64)>,
    ) -> anyhow::Result<()> {
        let mut entries = manifest.files.clone(); // which have been verified
        for (path, rows) in files.into_iter().filter(|_| manifest.files.is_empty()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let sha256 = digest::sha256_of_file(&folder.path().join(Path::new(&name)))?;
            entries.insert(name, RecordsFile { sha256, rows });
        }
        let manifest = Manifest { schema: SCHEMA, files: entries, ..manifest };
        Ok(folder.write(MANIFEST_FILE, manifest.to_json().as_bytes())?)
    }
}

//! `vnmp table RUN`: the tables of a run's folder, from its manifest and records alone.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

use crate::base::terminal::print;
use crate::base::{digest, file, json};
use crate::census;
use crate::experiment::{Depths, TableKind, reference_among};
use crate::figure8::record::{RECORDS, TIMES};
use crate::figure8::session::report;
use crate::figure8::table::Measure;
use crate::play::matches::games_csv;
use crate::play::matches::session::{self, write_results};
use crate::play::matches::summary::Summary;
use crate::record::folder::Folder;
use crate::record::manifest::{Kind, MANIFEST_FILE, Manifest, RecordsFile, SCHEMA};
use crate::report::evidence::{Run, SurveyRun};
use crate::report::findings;
use crate::report::sweep::SweepTable;
use crate::run::files::write_reports;
use crate::show::assemble::assemble;
use crate::show::grid::{Format, Show, printed, verbatim};

/// Options of rendering.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder of a run: tables, a sweep, a match or a comparison of the survey's methods
    #[arg(value_name = "RUN")]
    folder: PathBuf,
    /// Format of the tables on standard output
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The tables, e.g. nodes,to-solution [default: the run's]
    #[arg(long, value_name = "LIST", value_enum, value_delimiter = ',')]
    tables: Option<Vec<TableKind>>,
    /// The column that percentages refer to [default: the run's]
    #[arg(long, value_name = "VARIANT", conflicts_with = "write")]
    reference: Option<String>,
    /// Rows in plies, e.g. 4-8 or 4,6,8, of the depths in the records [default: the run's]
    #[arg(long, value_name = "LIST", conflicts_with = "write", value_parser = Depths::parse)]
    depths: Option<Depths>,
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
        let Some(manifest) = Manifest::read(&self.folder)? else {
            let reference = self.reference.as_deref();
            let sweep = SweepTable::read(&self.folder, reference, self.depths.as_ref())?;
            let is_sweeps = !self.write && self.tables.is_none();
            let sweep = sweep.filter(|_| is_sweeps).with_context(|| {
                format!("{shown} is not a run folder; give one that has a manifest.json")
            })?;
            return print(&printed(&[&sweep], self.format)?);
        };
        ensure!(
            manifest.is_finished(),
            "{shown}: the run is not complete; repeat its command to resume it"
        );
        let has_rows = matches!(manifest.kind, Kind::Search | Kind::Survey);
        ensure!(
            has_rows || self.reference.is_none() && self.depths.is_none(),
            "{shown} has no rows of depths; leave out --reference and --depths"
        );
        ensure!(
            manifest.kind == Kind::Search || self.tables.is_none(),
            "{shown} has one table of its own; leave out --tables"
        );
        match manifest.kind {
            Kind::Search => self.searches(manifest, folder.as_ref()),
            Kind::Survey => self.survey(manifest, folder.as_ref()),
            Kind::Match => self.games(&manifest, folder.as_ref()),
            Kind::Census => self.census(&manifest, folder.as_ref()),
        }
    }

    fn searches(&self, mut manifest: Manifest, folder: Option<&Folder>) -> anyhow::Result<()> {
        let run = Run::read(&self.folder, "")?.context("there are no records")?;
        self.choose(&mut manifest, &run)?;
        let asked = self.tables.clone().unwrap_or_else(|| manifest.tables.clone());
        let mut reports = Vec::new();
        for kind in asked {
            let is_own = manifest.tables.contains(&kind) || kind == TableKind::Effects;
            let title = match kind.counts() {
                _ if is_own => manifest.title.clone(), // which may name a table of the paper
                Some(what) => format!("{}: {what}", manifest.experiment),
                None => manifest.experiment.clone(), // the table adds what it counts
            };
            let of_kind = Manifest { tables: vec![kind], title, ..manifest.clone() };
            reports.extend(assemble(&of_kind, &run.counted())?);
        }
        if let Some(folder) = folder {
            write_reports(folder, &manifest, &reports)?;
            let rows = run.samples.iter().map(|sample| sample.all().count() as u64);
            renew(folder, manifest, run.files.iter().map(PathBuf::as_path).zip(rows))?;
        }
        let tables: Vec<&dyn Show> = reports.iter().map(|r| r.table.as_ref()).collect();
        print(&printed(&tables, self.format)?)
    }

    /// Replaces the run's reference and depths with the requested ones.
    fn choose(&self, manifest: &mut Manifest, run: &Run) -> anyhow::Result<()> {
        if let Some(reference) = &self.reference {
            manifest.reference = Some(reference_among(reference, &manifest.specs_of_variants())?);
        }
        let Some(depths) = &self.depths else { return Ok(()) };
        for (suite, sample) in manifest.suites.iter_mut().zip(&run.samples) {
            let held = sample.variants().filter_map(|variant| sample.depths(variant).next_back());
            let deepest = held.max().unwrap_or(0);
            if let Some(depth) = depths.list().iter().find(|&&depth| depth > deepest) {
                bail!(
                    "--depths: the records of {} end at depth {deepest}, before {depth}",
                    suite.name
                );
            }
            suite.depths = depths.list().to_vec();
        }
        Ok(())
    }

    fn survey(&self, manifest: Manifest, folder: Option<&Folder>) -> anyhow::Result<()> {
        if let Some(reference) = &self.reference {
            let methods = manifest.specs();
            let (is_one, all) = (methods.contains(reference), methods.join(", "));
            ensure!(is_one, "--reference: '{reference}' is not among the methods: {all}");
        }
        let run = SurveyRun::read(&self.folder, self.reference.as_deref())?;
        let mut run = run.context("there are no records")?;
        if let Some(depths) = &self.depths {
            let held = run.data.depths();
            if let Some(depth) = depths.list().iter().find(|depth| !held.contains(depth)) {
                bail!("--depths: there are no records of depth {depth}, only of {held:?}");
            }
            run.data.keep(depths.list());
        }
        if let Some(folder) = folder {
            report(&run, folder)?;
            findings::write(run.clone(), folder, self.format)?;
            let paths = [RECORDS, TIMES].map(|name| manifest.records_file(folder.path(), name));
            let files = paths.iter().flatten().map(|path| {
                let lines = file::read_text(path).unwrap_or_default();
                (path.as_path(), lines.lines().count().saturating_sub(1) as u64)
            });
            renew(folder, manifest, files)?;
        }
        let tables = [Measure::DETERMINISTIC.as_slice(), &[Measure::Cpu]];
        let tables = tables.map(|measures| run.table(measures));
        let tables: Vec<&dyn Show> = tables.iter().map(|table| table as &dyn Show).collect();
        print(&printed(&tables, self.format)?)
    }

    fn games(&self, manifest: &Manifest, folder: Option<&Folder>) -> anyhow::Result<()> {
        let games = session::read(manifest, &self.folder)?;
        if let Some(folder) = folder {
            return write_results(manifest, &games, folder, self.format == Format::Json);
        }
        let entry = manifest.game.as_ref().context("the manifest is not that of a match")?;
        let summary = Summary::new(manifest, entry, &games);
        print(&match self.format {
            Format::Text => summary.to_text(),
            Format::Markdown => format!("```\n{}```\n", summary.to_text()),
            Format::Csv => String::from_utf8(games_csv::to_csv(games.values())?)?,
            Format::Json => json::pretty(&summary),
            Format::Latex => verbatim(&summary.to_text(), &serde_json::to_value(&summary)?),
        })
    }

    fn census(&self, manifest: &Manifest, folder: Option<&Folder>) -> anyhow::Result<()> {
        let rates = census::session::read(manifest, &self.folder)?;
        if let Some(folder) = folder {
            census::session::write_tables(&rates, folder)?;
        }
        print(&printed(&[&rates], self.format)?)
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
    Ok(folder.finish(&manifest)?)
}

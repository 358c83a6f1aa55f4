//! `vnmp report`: the report as HTML and Markdown, from the committed records alone; for a user's own run,
//! the same without the paper.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::base::file;
use crate::base::terminal::warn;
use crate::play::matches::session;
use crate::record::manifest::{Kind, Manifest};
use crate::report::evidence::{Evidence, Times};
use crate::report::page::{self, FigureBlock, Page};

/// Options of the report.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder of a run of your own, for a page about it alone, without the paper
    #[arg(value_name = "RUN", conflicts_with_all = ["results", "readme", "check"])]
    run: Option<PathBuf>,
    /// Folder of the results
    #[arg(long, value_name = "DIR", default_value = "results")]
    results: PathBuf,
    /// Output folder [default: report/ in the folder of the results or of the run]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// File whose marked sections state results, updated with the report; need not exist [default:
    /// README.md beside the folder of the results]
    #[arg(long, value_name = "FILE")]
    readme: Option<PathBuf>,
    /// Write only the figure of this name, as SVG, PNG and CSV; needs --out
    #[arg(long, value_name = "NAME", requires = "out", conflicts_with = "check")]
    figure: Option<String>,
    /// Change nothing, but fail if the files differ from what would be written, or a figure has a label
    /// that is clipped or covered. HTML and PNG, which are not committed, are not compared
    #[arg(long)]
    check: bool,
}

impl Args {
    /// Makes the report.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if let Some(run) = &self.run {
            let page = of_run(run)?;
            return match (&self.figure, self.out) {
                (Some(name), Some(out)) => figure(&page.figures, name, &out),
                (_, out) => write(&page, &out.unwrap_or_else(|| run.join("report"))),
            };
        }
        let (evidence, results) = (super::evidence(&self.results)?, self.results.as_path());
        if let (Some(name), Some(out)) = (&self.figure, &self.out) {
            return figure(&page::figures(&evidence)?, name, out);
        }
        let path = self.readme.map_or_else(|| beside(results), Ok)?;
        let readme = path.exists().then(|| file::read_text(&path)).transpose()?;
        let usual = results.join("report");
        let out = self.out.unwrap_or_else(|| usual.clone());
        let is_usual = out == usual || is_same(&out, &usual);
        let page = Page::build(&evidence, readme.as_deref(), is_usual)?;
        let mut files: Vec<(PathBuf, Vec<u8>)> =
            page.kept.iter().map(|(name, bytes)| (out.join(name), bytes.clone())).collect();
        files.extend(page.readme.clone().map(|text| (path, text.into_bytes())));
        if self.check {
            return check(&page, &files);
        }
        for (path, bytes) in &files {
            file::write(path, bytes)?;
        }
        build(&page, &out)
    }
}

/// The README beside a folder, which may be given as `.`.
fn beside(folder: &Path) -> anyhow::Result<PathBuf> {
    let folder = match folder.file_name() {
        Some(_) => folder.to_owned(),
        None => folder.canonicalize().with_context(|| folder.display().to_string())?,
    };
    Ok(folder.with_file_name("README.md"))
}

/// Do two paths lead to the same folder?
fn is_same(a: &Path, b: &Path) -> bool {
    let known = |path: &Path| path.canonicalize().ok();
    known(a).is_some_and(|a| Some(a) == known(b))
}

/// The page of one run.
fn of_run(folder: &Path) -> anyhow::Result<Page> {
    let shown = folder.display();
    let manifest = Manifest::read(folder)?.with_context(|| {
        format!("{shown} is not a run folder; give one that has a manifest.json")
    })?;
    ensure!(
        manifest.is_finished(),
        "{shown}: the run is not complete; repeat its command to resume it"
    );
    ensure!(
        manifest.kind != Kind::Census,
        "{shown} is a census; `vnmp table {shown}` prints its tables"
    );
    if manifest.kind == Kind::Match {
        let command = Times::read(folder)?.and_then(|times| times.command());
        return Page::of_match(&manifest, &session::read(&manifest, folder)?, command);
    }
    let (mut evidence, name) = Evidence::of_run(folder)?;
    evidence.runs.retain(|own, _| *own == name); // no shards, no points of a sweep
    Page::of_run(evidence)
}

/// Writes the page of one run with all its files.
fn write(page: &Page, out: &Path) -> anyhow::Result<()> {
    for (name, bytes) in &page.kept {
        file::write(&out.join(name), bytes)?;
    }
    build(page, out)
}

/// Files that git does not hold: pages and figures for the screen.
fn build(page: &Page, out: &Path) -> anyhow::Result<()> {
    for figure in &page.figures {
        if let Some(png) = figure.png()? {
            file::write(&out.join("figures").join(format!("{}.png", figure.name)), &png)?;
        }
    }
    for (name, html) in &page.built {
        file::write(&out.join(name), html.as_bytes())?;
    }
    warn(&format!("Report: {}", out.join("report.html").display()));
    Ok(())
}

/// Writes one figure.
fn figure(figures: &[FigureBlock], name: &str, out: &Path) -> anyhow::Result<()> {
    let Some(figure) = figures.iter().find(|figure| figure.name == name) else {
        let names: Vec<&str> = figures.iter().map(|figure| figure.name.as_str()).collect();
        anyhow::bail!("these results have no figure '{name}'; they have {}", names.join(", "));
    };
    let png = figure.png()?.map(|png| (format!("{name}.png"), png));
    for (name, bytes) in figure.files().into_iter().chain(png) {
        let path = out.join(name);
        file::write(&path, &bytes)?;
        warn(&format!("Figure: {}", path.display()));
    }
    Ok(())
}

fn check(page: &Page, files: &[(PathBuf, Vec<u8>)]) -> anyhow::Result<()> {
    let mut faults = Vec::new();
    for figure in &page.figures {
        faults.extend(figure.faults().into_iter().map(|fault| format!("{}: {fault}", figure.name)));
    }
    ensure!(faults.is_empty(), "labels that a reader cannot read: {}", faults.join("; "));
    let differs = |(path, bytes): &&(PathBuf, Vec<u8>)| {
        std::fs::read(path).ok().as_deref() != Some(bytes.as_slice())
    };
    let differing: Vec<String> =
        files.iter().filter(differs).map(|(path, _)| path.display().to_string()).collect();
    ensure!(
        differing.is_empty(),
        "what the records give differs from {}; run `vnmp report` and commit",
        differing.join(", ")
    );
    Ok(())
}

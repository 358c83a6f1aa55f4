//! `vnmp report`: the report as HTML and Markdown, from the committed records alone.

use std::path::{Path, PathBuf};

use crate::base::file;
use crate::base::terminal::{note, warn};
use crate::report::evidence::Evidence;
use crate::report::page::{self, Page};

/// Options of the report.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder of the results
    #[arg(long, value_name = "DIR", default_value = "results")]
    results: PathBuf,
    /// Output folder [default: report/ in the folder of the results]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// File whose marked parts state results, renewed with the report; may be missing
    #[arg(long, value_name = "FILE", default_value = "README.md")]
    readme: PathBuf,
    /// Write only the figure of this name, as SVG, PNG and CSV; needs --out
    #[arg(long, value_name = "NAME", requires = "out", conflicts_with = "check")]
    figure: Option<String>,
    /// Change nothing, but fail if the files there differ from what would be written; HTML and PNG,
    /// which are not committed, are left aside
    #[arg(long)]
    check: bool,
}

impl Args {
    /// Makes the report.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let evidence = Evidence::read(&self.results)?;
        evidence.incomplete.iter().for_each(|why| note(why));
        if let (Some(name), Some(out)) = (&self.figure, &self.out) {
            return figure(&evidence, name, out);
        }
        let readme = self.readme.exists().then(|| file::read_text(&self.readme)).transpose()?;
        let page = Page::build(&evidence, readme.as_deref())?;
        let out = self.out.unwrap_or_else(|| self.results.join("report"));
        let mut files: Vec<(PathBuf, Vec<u8>)> =
            page.kept.into_iter().map(|(name, bytes)| (out.join(name), bytes)).collect();
        files.extend(page.readme.map(|text| (self.readme, text.into_bytes())));
        if self.check {
            return check(&files);
        }
        for (path, bytes) in &files {
            file::write(path, bytes)?;
        }
        for figure in &page.figures {
            if let Some(png) = figure.png()? {
                file::write(&out.join("figures").join(format!("{}.png", figure.name)), &png)?;
            }
        }
        let html = out.join("report.html");
        file::write(&html, page.html.as_bytes())?;
        warn(&format!("Report: {}", html.display()));
        Ok(())
    }
}

/// Writes one figure.
fn figure(evidence: &Evidence, name: &str, out: &Path) -> anyhow::Result<()> {
    let figures = page::figures(evidence)?;
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

fn check(files: &[(PathBuf, Vec<u8>)]) -> anyhow::Result<()> {
    let differs = |(path, bytes): &&(PathBuf, Vec<u8>)| {
        std::fs::read(path).ok().as_deref() != Some(bytes.as_slice())
    };
    let differing: Vec<String> =
        files.iter().filter(differs).map(|(path, _)| path.display().to_string()).collect();
    anyhow::ensure!(
        differing.is_empty(),
        "what the records give differs from {}; run `vnmp report` and commit",
        differing.join(", ")
    );
    Ok(())
}

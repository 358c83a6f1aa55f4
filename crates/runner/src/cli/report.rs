//! `vnmp report`: the report as HTML and Markdown, from the committed records alone.

use std::path::PathBuf;

use anyhow::Context;

use crate::evidence::Evidence;
use crate::page::Page;
use crate::terminal::warn;

/// Options of the report.
#[derive(clap::Args)]
pub struct Args {
    /// Folder of the results
    #[arg(long, value_name = "DIR", default_value = "results")]
    results: PathBuf,
    /// Output folder [default: report/ in the folder of the results]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Change nothing, but fail if the files there differ from what would be written
    #[arg(long)]
    check: bool,
}

impl Args {
    /// Makes the report.
    pub fn run(self) -> anyhow::Result<()> {
        let evidence = Evidence::read(&self.results)?;
        evidence.incomplete.iter().for_each(|why| warn(&format!("NOTE: {why}")));
        let page = Page::build(&evidence)?;
        let out = self.out.unwrap_or_else(|| self.results.join("report"));
        let mut differing = Vec::new();
        for (name, bytes) in &page.files {
            let path = out.join(name);
            if self.check {
                if std::fs::read(&path).ok().as_deref() != Some(bytes) {
                    differing.push(name.as_str());
                }
                continue;
            }
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder)
                    .with_context(|| format!("cannot create {}", folder.display()))?;
            }
            std::fs::write(&path, bytes)
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        anyhow::ensure!(
            differing.is_empty(),
            "{} differs from what the records give: {}; run `vnmp report` and commit",
            out.display(),
            differing.join(", ")
        );
        if !self.check {
            warn(&format!("Report: {}", out.join("report.html").display()));
        }
        Ok(())
    }
}

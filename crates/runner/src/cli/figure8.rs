//! `vnmp figure8`: what each alpha-beta enhancement of Marsland's survey is worth.

use std::path::Path;

use super::merge::Way;
use crate::base::file;
use crate::base::terminal::print;
use crate::figure8::run::Comparison;
use crate::figure8::session::{Request, write_results};
use crate::record::manifest::Manifest;
use crate::report::findings;
use crate::run::files::Form;
use crate::run::session::Options;
use crate::show::grid::{Show, printed};

/// Options of the comparison.
#[derive(clap::Args)]
#[command(after_help = super::methods_help(), mut_arg("threads", one_thread))]
pub(crate) struct Args {
    #[command(flatten)]
    request: Request,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    form: Form,
}

fn one_thread(arg: clap::Arg) -> clap::Arg {
    let help = "Worker threads; processor times are steadiest with one";
    arg.help(help).default_value("1").hide_default_value(false)
}

impl Args {
    /// Runs the comparison.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let (mut request, path) = (self.request.clone(), Path::new(&self.request.experiment));
        request.text = path.is_file().then(|| file::read_text(path)).transpose()?;
        perform(&request, Way::Run(&self.options), self.form)
    }
}

/// Runs a comparison, or merges its shards.
pub(super) fn perform(request: &Request, way: Way, form: Form) -> anyhow::Result<()> {
    let experiment = request.experiment()?;
    let part = request.part(&experiment)?;
    let manifest = Manifest::survey(&experiment, &part);
    way.tell(&manifest, form.format);
    let job = Comparison::new(&experiment, &part.positions);
    way.perform(&job, &manifest, request, |folder, fetch| {
        let (run, tables) = write_results(&manifest, &job, folder, form, fetch)?;
        let tables: Vec<&dyn Show> = tables.iter().map(|table| table as &dyn Show).collect();
        let mut texts = vec![printed(&tables, form.format)?];
        texts.extend(findings::write(run, folder, form.format)?);
        print(&texts.join("\n"))
    })
}

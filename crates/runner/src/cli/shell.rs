//! Shell completions and manual pages, made from the same table as the help.

use std::path::{Path, PathBuf};

use clap::Command;
use clap_complete::Shell;

use crate::base::{file, terminal::print};

/// `vnmp completions SHELL`.
#[derive(clap::Args)]
pub(crate) struct CompletionsArgs {
    /// Shell to write the script for
    shell: Shell,
}

/// `vnmp man`.
#[derive(clap::Args)]
pub(crate) struct ManArgs {
    /// Instead, write a page for every command to this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl CompletionsArgs {
    /// Prints the script.
    pub(crate) fn run(self, mut vnmp: Command) -> anyhow::Result<()> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut vnmp, "vnmp", &mut script);
        print(&String::from_utf8(script)?)
    }
}

impl ManArgs {
    /// Prints the page of the program, or writes that and one for each command.
    pub(crate) fn run(self, vnmp: Command) -> anyhow::Result<()> {
        let mut vnmp = vnmp.disable_help_subcommand(true);
        vnmp.build(); // gives each command its full name, e.g. `vnmp-table3`
        match self.out {
            None => print(&page(&vnmp)?),
            Some(folder) => write_pages(&vnmp, &folder),
        }
    }
}

fn write_pages(command: &Command, folder: &Path) -> anyhow::Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    file::write(&folder.join(format!("{name}.1")), page(command)?.as_bytes())?;
    let mut below = command.get_subcommands().filter(|command| !command.is_hide_set());
    below.try_for_each(|command| write_pages(command, folder))
}

fn page(command: &Command) -> anyhow::Result<String> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    Ok(String::from_utf8(page)?)
}

//! `vnmp keep`: the keeper of an engine, which this program starts for itself.

use std::ffi::OsString;

use crate::engines::keeper;

/// Options of `keep`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The engine
    program: OsString,
    /// Its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

impl Args {
    /// Keeps it.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        Ok(keeper::keep(&self.program, &self.arguments)?)
    }
}

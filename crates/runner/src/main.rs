//! The command line of `vnmp`: parse, dispatch, and turn an error into an exit code.

use std::process::ExitCode;
use std::sync::atomic::Ordering;

use vnmp::{cli, interrupt, terminal};

fn main() -> ExitCode {
    match cli::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if terminal::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            terminal::warn(&format!("error: {error:#}"));
            let stopped = interrupt::flag().load(Ordering::Relaxed);
            ExitCode::from(if stopped { interrupt::EXIT_CODE } else { 1 })
        }
    }
}

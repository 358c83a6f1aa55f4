//! The command line of `vnmp`: parse, dispatch, and turn an error into an exit code.

use std::process::ExitCode;
use std::sync::atomic::Ordering;

use vnmp::{cli, interrupt, terminal};

fn main() -> ExitCode {
    match cli::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if terminal::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            terminal::warn(&format!("error: {}", message(&error)));
            let stopped = interrupt::flag().load(Ordering::Relaxed);
            ExitCode::from(if stopped { interrupt::EXIT_CODE } else { 1 })
        }
    }
}

/// The error with its causes, each said once: many messages repeat their cause already.
fn message(error: &anyhow::Error) -> String {
    let mut message = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if message.is_empty() {
            message = cause;
        } else if !message.contains(&cause) {
            message = format!("{message}: {cause}");
        }
    }
    message
}

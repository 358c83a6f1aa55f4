//! Writing to the terminal without panics: a reader that closes the pipe early, as `head` does,
//! is no error of ours. Whatever is written passes `escape::terminal` here.

use std::io::{self, Write};

use anyhow::Context;

use crate::base::escape;

/// Writes to standard output. A closed pipe comes back as an error for `main` to end quietly.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(escape::terminal(text).as_bytes()).and_then(|()| out.flush());
    written.context("cannot write to standard output")
}

/// Writes a line to standard error; if that fails there is nowhere left to say so.
pub(crate) fn warn(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", escape::terminal(line));
}

/// The same for what a reader of the results must know.
pub(crate) fn note(text: &str) {
    warn(&format!("NOTE: {text}"));
}

/// Is this error a pipe closed by its reader?
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let closed = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    error.downcast_ref::<io::Error>().is_some_and(closed)
}

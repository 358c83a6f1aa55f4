//! Writing to the terminal without panics: a reader that closes the pipe early, as `head` does,
//! is not our error. All output passes through `escape::terminal` here.

use std::io::{self, IsTerminal, Write};

use anyhow::Context;

use crate::base::escape;

/// Writes to standard output. A closed pipe comes back as an error for `main` to end quietly.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(escape::terminal(text).as_bytes()).and_then(|()| out.flush());
    written.context("cannot write to standard output")
}

/// Width in columns if standard output is a terminal; `None` if it is not or does not say.
pub(crate) fn width() -> Option<usize> {
    let out = io::stdout();
    let size = out.is_terminal().then(|| rustix::termios::tcgetwinsize(&out).ok())??;
    (size.ws_col > 0).then_some(usize::from(size.ws_col))
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

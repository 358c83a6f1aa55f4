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

/// Rows of text as columns, separated by two spaces; the first row is the heading.
pub(crate) fn columns<const N: usize>(rows: &[[String; N]]) -> String {
    let shown = |row: &[String; N]| row.each_ref().map(|text| escape::line(text));
    let rows: Vec<[String; N]> = rows.iter().map(shown).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..N).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// Is this error a pipe closed by its reader?
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let closed = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    error.downcast_ref::<io::Error>().is_some_and(closed)
}

//! `vnmp uci`: the engine on standard input and output.

use std::io::{self, BufRead, Cursor, IsTerminal, Read};

/// Serves until `quit` or the end of the input.
pub(crate) fn run() -> anyhow::Result<()> {
    Ok(crate::play::uci::serve(io::stdin().lock(), io::stdout())?)
}

/// The same without arguments, as chess programs start an engine: if not a person but a program is
/// there, and its first line is `uci`. False if not.
pub(super) fn run_if_greeted() -> anyhow::Result<bool> {
    let input = io::stdin();
    if input.is_terminal() {
        return Ok(false);
    }
    let mut input = input.lock();
    let mut line = Vec::new();
    input.by_ref().take(80).read_until(b'\n', &mut line)?;
    if line.trim_ascii() != b"uci" {
        return Ok(false);
    }
    crate::play::uci::serve(Cursor::new(line).chain(input), io::stdout())?;
    Ok(true)
}

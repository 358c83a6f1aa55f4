//! `vnmp uci`: the engine on standard input and output.

use std::io;

/// Serves until `quit` or the end of the input.
pub fn run() -> anyhow::Result<()> {
    Ok(crate::uci::serve(io::stdin().lock(), io::stdout())?)
}

//! Ctrl-C and termination: the first asks the searches to stop, the second ends the program.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

/// Exit code after an interrupt, as shells have it: 128 + SIGINT.
pub(crate) const EXIT_CODE: u8 = 130;

static STOP: AtomicBool = AtomicBool::new(false);

/// True once the user has interrupted.
pub(crate) fn flag() -> &'static AtomicBool {
    &STOP
}

/// Begins to watch for the signals, the first time it is called.
pub(crate) fn watch() -> anyhow::Result<()> {
    static FIRST: Once = Once::new();
    let mut result = Ok(());
    FIRST.call_once(|| {
        result = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(i32::from(EXIT_CODE));
            }
        });
    });
    result.context("cannot watch for Ctrl-C")
}

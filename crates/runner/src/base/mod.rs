//! Shared by all modules: the terminal, interrupts, progress, notation, digests.

pub(crate) mod digest;
pub(crate) mod distinct;
pub(crate) mod escape;
pub(crate) mod estimate;
pub(crate) mod file;
pub(crate) mod interrupt;
pub(crate) mod json;
pub(crate) mod lines;
pub(crate) mod notation;
pub(crate) mod number;
pub(crate) mod progress;
pub(crate) mod rng;
pub(crate) mod suggest;
pub(crate) mod terminal;

//! Engines of others, driven over the Universal Chess Interface. `config` says which and how,
//! `process` owns the child and its pipes, `info` reads what it says, `client` speaks with it.
//! Real engines die, hang, answer nothing or nonsense: all of that is a `Failure`, never a panic,
//! and never a wait without end.

mod client;
pub mod config;
mod info;
mod process;

pub use client::{Client, Failure, Search};
pub use config::{EngineConfig, EngineError, EngineFile};
pub use info::{ForeignScore, Info};

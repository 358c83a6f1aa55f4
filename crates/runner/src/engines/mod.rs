//! Other engines, driven over the Universal Chess Interface. `config` says which and how, `process` owns the
//! child and its pipes, `keeper` ends it in every case, `info` reads what it says, `client` speaks with it;
//! `engine` is one as a column of tables, `analysis` its iterations, `remarks` what tables say of it. Real
//! engines die, hang, or answer nothing or nonsense: all of that is a `Failure`, never a panic or an endless
//! wait.

mod analysis;
mod client;
pub(crate) mod config;
mod engine;
mod info;
pub(crate) mod keeper;
mod process;

pub(crate) use analysis::{Analysis, AnalysisRow};
pub(crate) use client::{Client, Failure};
pub(crate) use config::{EngineConfig, EngineError, EngineFile};
pub(crate) use engine::{Engine, Engines};
pub(crate) use info::{ForeignScore, Info};

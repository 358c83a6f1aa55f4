//! Suites, experiments, execution, records, tables, charts and the command line of `vnmp`.
//! `Suite -> Vec<Unit> -> search -> RunRecord -> Table -> Report`: *run* stops at records;
//! tables and charts read only records.

#[cfg(not(unix))]
compile_error!(
    "vnmp is for Unix: it talks to other engines over pipes with deadlines and ends them by \
     their process groups; on Windows build it in WSL"
);

mod base;
mod census;
mod cli;
mod engines;
mod experiment;
mod figure8;
pub mod fuzz;
mod gate;
mod make;
mod play;
mod record;
mod report;
mod run;
mod show;
mod stats;
mod suite;

pub use cli::main;

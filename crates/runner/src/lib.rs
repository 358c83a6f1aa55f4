//! Suites, experiments, execution, records, tables, charts and the command line of `vnmp`.
//! `Suite -> Vec<Unit> -> search -> RunRecord -> Table -> Report`: *run* stops at records;
//! tables and charts read only records.

pub mod bench;
pub mod chart;
pub mod cli;
pub mod execute;
pub mod experiment;
pub mod interrupt;
pub mod make;
pub mod manifest;
pub mod notation;
pub mod output;
pub mod paper;
pub mod plan;
pub mod progress;
pub mod record;
pub mod report;
pub mod session;
pub mod suite;
pub mod table;
pub mod terminal;
pub mod verify;

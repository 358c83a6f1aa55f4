//! Suites, experiments, execution, records, tables, charts and the command line of `vnmp`.
//! `Suite -> Vec<Unit> -> search -> RunRecord -> Table -> Report`: *run* stops at records;
//! tables and charts read only records.

pub mod audit;
pub mod baseline;
pub mod bench;
pub mod chart;
pub mod cli;
pub mod cost;
pub mod execute;
pub mod experiment;
pub mod external;
pub mod game;
pub mod interrupt;
pub mod journal;
pub mod make;
pub mod manifest;
pub mod matches;
pub mod merge;
pub mod notation;
pub mod outcome;
pub mod output;
pub mod paper;
pub mod plan;
pub mod progress;
pub mod record;
pub mod report;
pub mod results;
pub mod session;
pub mod shard;
pub mod suite;
pub mod table;
pub mod terminal;
pub mod uci;
pub mod unit_key;
pub mod work;

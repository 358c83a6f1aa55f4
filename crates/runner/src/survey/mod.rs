//! Marsland's survey re-run: what each alpha-beta enhancement is worth (its Figure 8).
//! `Experiment -> searches -> SurveyRecord -> Figure8 (table) -> chart, claims`; as with the
//! paper's tables, everything after the records reads only records. Processor times are kept
//! apart from them, because they differ from run to run.

pub mod bounds;
pub mod chart;
pub mod experiment;
pub mod findings;
pub mod horizon;
pub mod manifest;
pub mod record;
pub mod render;
mod run;
pub mod session;
mod spec;
pub mod table;

pub use experiment::Experiment;
pub use record::{SurveyRecord, TimeRecord};
pub use spec::{ADDITIONS, BASES, MethodError, SurveyMethod, Term};

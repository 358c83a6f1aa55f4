//! Marsland's survey re-run: what each alpha-beta enhancement is worth (its Figure 8).
//! `Experiment -> searches -> SurveyRecord -> Figure8 (table) -> chart, claims`; as with the
//! paper's tables, everything after the records reads only records. Processor times are kept
//! apart from them, because they differ from run to run.

pub(crate) mod chart;
pub(crate) mod experiment;
pub(crate) mod findings;
pub(crate) mod horizon;
pub(crate) mod manifest;
pub(crate) mod record;
pub(crate) mod render;
pub(crate) mod run;
pub(crate) mod session;
mod spec;
pub(crate) mod table;

pub(crate) use experiment::Experiment;
pub(crate) use spec::{ADDITIONS, BASES, SurveyMethod, Term};
pub(crate) use table::SurveyRun;

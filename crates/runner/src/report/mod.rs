//! Committed records to verdicts and the report.

pub(crate) mod claims;
pub(crate) mod coverage;
pub(crate) mod diff;
pub(crate) mod evidence;
pub(crate) mod figures;
pub(crate) mod findings;
pub(crate) mod numbers;
pub(crate) mod page;
pub(crate) mod peers;
pub(crate) mod points;
pub(crate) mod settings;
pub(crate) mod sides;
pub(crate) mod solution;
pub(crate) mod sweep;

//! Committed records to verdicts and the report.

pub(crate) mod claims;
pub(crate) mod evidence;
pub(crate) mod findings;
pub(crate) mod page;

//! Units to records: the journal, the work, shards and their merging, one session.

pub(crate) mod audit;
pub(crate) mod cost;
pub(crate) mod execute;
pub(crate) mod files;
pub(crate) mod forecast;
pub(crate) mod inventory;
pub(crate) mod job;
pub(crate) mod journal;
pub(crate) mod merge;
pub(crate) mod outcome;
pub(crate) mod preview;
pub(crate) mod remarks;
#[cfg(test)]
pub(crate) mod samples;
pub(crate) mod search;
pub(crate) mod session;
pub(crate) mod shard;

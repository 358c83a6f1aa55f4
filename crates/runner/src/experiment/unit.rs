//! The unit of work of an experiment: one search.

use crate::experiment::searcher::Searcher;
use crate::suite::EpdRecord;

/// One search: a position, who searches it and the depth to which it goes.
#[derive(Clone, Copy)]
pub(crate) struct Unit<'a> {
    /// Which suite of the experiment, from 0.
    pub(crate) suite: usize,
    /// What is searched.
    pub(crate) position: &'a EpdRecord,
    /// By whom.
    pub(crate) searcher: &'a Searcher,
    /// Depth of the search in plies; all iterations from 1 to it are recorded.
    pub(crate) depth: u8,
    /// Nodes after which the search gives up; the iterations that it has finished are kept.
    /// Other engines are not told.
    pub(crate) node_limit: Option<u64>,
}

//! The node count of a running search, and when it ends: at a node limit, or when stopped.
//! The limit counts nodes, so that a limited search is as deterministic as any other.

use std::sync::atomic::{AtomicBool, Ordering};

/// How many nodes may pass before the stop flag is checked again.
const POLL_INTERVAL: u64 = 4096;

/// Nodes searched, and the limits.
pub(crate) struct Effort<'a> {
    /// Nodes of main and quiescence search.
    pub(crate) nodes: u64,
    /// Has the search ended? All values are meaningless from then on.
    pub(crate) stopped: bool,
    checkpoint: u64,
    limit: u64,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Effort<'a> {
    pub(crate) fn new(limit: Option<u64>, stop: Option<&'a AtomicBool>) -> Effort<'a> {
        Effort { nodes: 0, stopped: false, checkpoint: 0, limit: limit.unwrap_or(u64::MAX), stop }
    }

    /// Is the search to end here?
    #[inline(always)]
    pub(crate) fn is_spent(&mut self) -> bool {
        self.nodes >= self.checkpoint && self.look()
    }

    #[cold]
    fn look(&mut self) -> bool {
        let told = self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        self.stopped |= told || self.nodes >= self.limit;
        if !self.stopped {
            self.checkpoint = self.limit.min(self.nodes + POLL_INTERVAL);
        }
        self.stopped
    }
}

//! What a search of the survey counts: the horizon nodes of its Figure 8 and all others.

/// What a search of the survey counts, since its first iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SurveyCounts {
    /// Horizon nodes: evaluations at remaining depth 0 ("bottom positions", "terminal nodes").
    pub horizon: u64,
    /// Nodes above the horizon, the root included.
    pub interior: u64,
    /// Nodes of the quiescence search below the horizon, and of static analyses.
    pub quiescence: u64,
    /// Interior nodes whose moves were generated.
    pub expanded: u64,
    /// Moves generated at those nodes.
    pub generated: u64,
    /// Minimal-window searches that were repeated with an open window.
    pub researches: u64,
    /// Aspiration windows that failed.
    pub aspiration_researches: u64,
    /// Nodes that the transposition table ended.
    pub table_cutoffs: u64,
    /// Moves omitted by forward pruning.
    pub omitted: u64,
}

impl SurveyCounts {
    /// All nodes: interior, horizon and quiescence.
    pub fn nodes(&self) -> u64 {
        self.horizon + self.interior + self.quiescence
    }
}

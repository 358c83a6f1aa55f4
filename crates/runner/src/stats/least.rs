//! The smallest number of positions for an interval of totals: with smaller samples from our own records it
//! contains the true value in significantly fewer than 93 of 100 (`results/coverage/coverage.csv`; a test
//! compares).

/// Ratios of totals: of nodes of two variants.
pub(crate) const RATIO: usize = 100;
/// Means, of nodes per position.
pub(crate) const MEAN: usize = 100;
/// Ratios of such ratios: the same at two depths, or under two settings.
pub(crate) const PAIRED_CHANGE: usize = 100;
/// Where a total lies between two others.
pub(crate) const BETWEEN: usize = 100;
/// Differences of solved positions; fewer hold the truth too seldom for some true shares (`mcnemar`).
pub(crate) const SOLVED: usize = 20;
/// Student's of contrasts in solved positions, of which nearly all are 0.
pub(crate) const CONTRAST: usize = 139;
/// Ratios between methods of the survey.
pub(crate) const SURVEY: usize = 24;
/// Rankings of methods: the least of several ratios has no smooth distribution.
pub(crate) const RANKING: usize = 100;

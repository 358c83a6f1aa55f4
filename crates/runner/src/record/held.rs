//! When a search has solved its position: at the first iteration from which on every iteration finds the
//! solution. A solution that is found, lost and found again counts from the second time.

/// That iteration's depth with the cumulative nodes up to it. `None` if the last iteration does not
/// hold the solution, or there is no task. Iterations are depth, nodes and solved, the deepest first.
pub(crate) fn held_from(
    deepest_first: impl Iterator<Item = (u8, u64, Option<bool>)>,
) -> Option<(u8, u64)> {
    let held = deepest_first.take_while(|(_, _, solved)| *solved == Some(true));
    held.last().map(|(depth, nodes, _)| (depth, nodes))
}

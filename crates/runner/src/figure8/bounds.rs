//! The minimal game tree by formula (section 2.3): W^ceil(D/2) + W^floor(D/2) - 1 terminal nodes
//! in a uniform tree of width W and depth D. Chess trees are not uniform: W is the average width
//! of a position's own tree.

/// Terminal nodes of the minimal tree.
pub(crate) fn minimal_terminal_nodes(width: f64, depth: u8) -> f64 {
    let half = i32::from(depth / 2);
    width.powi(i32::from(depth) - half) + width.powi(half) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_gives_knuth_and_moores_counts() {
        assert_eq!(minimal_terminal_nodes(34.0, 1), 34.0);
        assert_eq!(minimal_terminal_nodes(34.0, 2), 67.0);
        assert_eq!(minimal_terminal_nodes(34.0, 3), 34.0 * 34.0 + 33.0);
        assert_eq!(minimal_terminal_nodes(2.0, 4), 7.0);
        assert_eq!(minimal_terminal_nodes(1.0, 9), 1.0);
    }
}

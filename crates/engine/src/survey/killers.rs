//! The killer heuristic (section 3.3): at each level the two moves that most frequently caused
//! a cut-off. A new move takes the place of the one with the smaller count.

use crate::score::MAX_PLY;
use crate::types::Move;

/// Two moves a ply, the more frequent first.
pub(super) struct Killers(Vec<[(Move, u32); 2]>);

impl Killers {
    pub(super) fn new() -> Killers {
        Killers(vec![[(Move::NULL, 0); 2]; MAX_PLY + 2])
    }

    /// A move caused a cut-off at this ply.
    pub(super) fn add(&mut self, ply: usize, mv: Move) {
        let pair = &mut self.0[ply];
        match pair.iter_mut().find(|(killer, _)| *killer == mv) {
            Some((_, count)) => *count += 1,
            None => pair[1] = (mv, 1),
        }
        if pair[1].1 > pair[0].1 {
            pair.swap(0, 1);
        }
    }

    /// The killers of a ply, [`Move::NULL`] where there is none yet.
    pub(super) fn get(&self, ply: usize) -> [Move; 2] {
        self.0[ply].map(|(mv, _)| mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_frequent_killer_stays_when_a_new_one_comes() {
        let [a, b, c] = [1, 2, 3].map(Move::from_bits);
        let mut killers = Killers::new();
        for mv in [a, b, b, c] {
            killers.add(5, mv);
        }
        assert_eq!(killers.get(5), [b, c]);
        assert_eq!(killers.get(4), [Move::NULL; 2]);
    }
}

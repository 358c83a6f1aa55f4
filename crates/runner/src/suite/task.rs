//! The task of a position, and when a search has solved it. The rule is the paper's: only the result of the
//! iteration at the table's depth counts.

use vnmp_engine::{Move, Position};

/// The task of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    /// EPD `bm` and `am`: hold one of the best moves, and none of those to avoid.
    BestMove {
        /// The moves that solve; empty if the suite gives only moves to avoid.
        best: Vec<Move>,
        /// The moves that do not.
        avoid: Vec<Move>,
    },
    /// EPD `dm`, or `bm #4`: find a mate. Any first move that mates in time will do, as the paper
    /// counts mates found, so the moves of an accompanying `bm` or `am` are shown but not required.
    Mate {
        /// The side to move mates in at most this many moves.
        moves: u32,
        /// The moves that the suite gives besides.
        best: Vec<Move>,
        /// Those that it warns of.
        avoid: Vec<Move>,
    },
    /// There is no task.
    None,
}

impl Task {
    /// As EPD has it: `bm Nf3 Nc3; am Qxb2`, `dm 4`; empty if the suite asks for nothing.
    pub(crate) fn text(&self, position: &Position) -> String {
        self.told(position, ["dm", "bm", "am"], " ", "; ")
    }

    /// The mate, the best moves and those to avoid, with a word before each.
    pub(crate) fn told(
        &self,
        position: &Position,
        words: [&str; 3],
        or: &str,
        and: &str,
    ) -> String {
        let moves = |word: &str, list: &[Move]| {
            let list: Vec<String> = list.iter().map(|mv| position.san(*mv)).collect();
            (!list.is_empty()).then(|| format!("{word} {}", list.join(or)))
        };
        let (mate, best, avoid) = match self {
            Task::None => return String::new(),
            Task::BestMove { best, avoid } => (None, best, avoid),
            Task::Mate { moves, best, avoid } => (Some(moves), best, avoid),
        };
        let mate = mate.map(|moves| format!("{} {moves}", words[0]));
        let parts = [mate, moves(words[1], best), moves(words[2], avoid)];
        parts.into_iter().flatten().collect::<Vec<_>>().join(and)
    }

    /// Is the task fulfilled by an iteration that holds `best` and whose score is a mate in
    /// `mate` moves (negative: the side to move is mated; `None`: no mate)?
    /// `None` if there is no task.
    pub(crate) fn solved(&self, best: Option<Move>, mate: Option<i32>) -> Option<bool> {
        match self {
            Task::BestMove { best: wanted, avoid } => Some(best.is_some_and(|held| {
                (wanted.is_empty() || wanted.contains(&held)) && !avoid.contains(&held)
            })),
            Task::Mate { moves, .. } => {
                Some(mate.is_some_and(|mate| mate > 0 && mate.unsigned_abs() <= *moves))
            }
            Task::None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vnmp_engine::Position;

    fn start(san: &str) -> Move {
        Position::start().parse_san(san).expect("a move of the start position")
    }

    #[test]
    fn one_of_several_best_moves_solves() {
        let task = Task::BestMove { best: vec![start("e4"), start("d4")], avoid: vec![] };
        assert_eq!(task.solved(Some(start("d4")), None), Some(true));
        assert_eq!(task.solved(Some(start("c4")), None), Some(false));
        assert_eq!(task.solved(None, None), Some(false));
    }

    #[test]
    fn any_move_but_the_one_to_avoid_solves() {
        let task = Task::BestMove { best: vec![], avoid: vec![start("f3")] };
        assert_eq!(task.solved(Some(start("e4")), None), Some(true));
        assert_eq!(task.solved(Some(start("f3")), None), Some(false));
        assert_eq!(task.solved(None, None), Some(false));
    }

    #[test]
    fn a_mate_must_be_for_the_side_to_move_and_short_enough() {
        let task = Task::Mate { moves: 4, best: vec![start("d4")], avoid: vec![start("e4")] };
        for (mate, solved) in
            [(Some(4), true), (Some(1), true), (Some(5), false), (Some(-2), false), (None, false)]
        {
            assert_eq!(task.solved(Some(start("e4")), mate), Some(solved), "{mate:?}");
        }
        assert_eq!(task.solved(None, Some(0)), Some(false), "being mated already is no mate");
    }

    #[test]
    fn without_a_task_nothing_is_solved_or_missed() {
        assert_eq!(Task::None.solved(Some(start("e4")), Some(1)), None);
    }
}

//! The positions of a game in order, with what repetition needs to know.

use vnmp_engine::{Move, Position};

/// A game: where it began, its moves, and the position now.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    start: Position,
    moves: Vec<Move>,
    position: Position,
    /// Keys of the positions before the present one, oldest first.
    earlier: Vec<u64>,
}

impl Game {
    /// A game that begins here.
    pub(crate) fn new(start: Position) -> Game {
        Game { start, moves: Vec::new(), position: start, earlier: Vec::new() }
    }

    /// Where it began.
    pub(crate) fn start(&self) -> &Position {
        &self.start
    }

    /// The position now.
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far.
    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Keys of the positions before the present one, oldest first, as a search wants them.
    pub(crate) fn earlier_keys(&self) -> &[u64] {
        &self.earlier
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, mv: Move) {
        debug_assert!(self.position.is_legal(mv));
        self.earlier.push(self.position.key());
        self.position = self.position.make(mv);
        self.moves.push(mv);
    }

    /// How often the present position has been on the board, this time included.
    pub(crate) fn occurrences(&self) -> usize {
        let now = self.position.key();
        1 + self.earlier.iter().filter(|key| **key == now).count()
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new(Position::start())
    }
}

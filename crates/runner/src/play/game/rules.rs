//! How a game ends by the rules: mate, stalemate, repetition, fifty moves, too little material.
//! Draws that players would have to claim are taken as claimed.

use vnmp_engine::{Bitboard, Color, PieceType, Position};

use super::Game;

/// An end by the rules of chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// The side to move is mated; this side wins.
    Checkmate(Color),
    /// The side to move has no move and is not in check.
    Stalemate,
    /// The position is on the board for the third time.
    Repetition,
    /// A hundred plies without capture or pawn move.
    FiftyMoves,
    /// Nobody can mate by any sequence of moves.
    Material,
}

impl Ending {
    /// Who wins; `None` for a draw.
    pub(crate) fn winner(self) -> Option<Color> {
        match self {
            Ending::Checkmate(winner) => Some(winner),
            _ => None,
        }
    }

    /// The reason as a PGN gives it.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Ending::Checkmate(Color::White) => "White mates",
            Ending::Checkmate(Color::Black) => "Black mates",
            Ending::Stalemate => "Draw by stalemate",
            Ending::Repetition => "Draw by threefold repetition",
            Ending::FiftyMoves => "Draw by the fifty-move rule",
            Ending::Material => "Draw by insufficient material",
        }
    }
}

impl Game {
    /// Has the game ended? Mate takes precedence over every draw.
    pub(crate) fn ending(&self) -> Option<Ending> {
        let position = self.position();
        if !position.has_legal_move() {
            return Some(match position.in_check() {
                true => Ending::Checkmate(position.turn().other()),
                false => Ending::Stalemate,
            });
        }
        if insufficient_material(position) {
            Some(Ending::Material)
        } else if position.halfmove_clock() >= 100 {
            Some(Ending::FiftyMoves)
        } else if self.occurrences() >= 3 {
            Some(Ending::Repetition)
        } else {
            None
        }
    }
}

/// Kings alone, with one minor piece, or with bishops that all stand on squares of one colour.
pub(crate) fn insufficient_material(position: &Position) -> bool {
    let board = position.board();
    let count = |squares: Bitboard| squares.into_iter().count();
    let mating = [PieceType::Pawn, PieceType::Rook, PieceType::Queen];
    if mating.into_iter().any(|kind| board.kind(kind).any()) {
        return false;
    }
    let knights = count(board.kind(PieceType::Knight));
    let bishops = board.kind(PieceType::Bishop);
    if knights + count(bishops) <= 1 {
        return true;
    }
    let dark = |square: vnmp_engine::Square| (square.file() + square.rank()).is_multiple_of(2);
    let on_dark = bishops.into_iter().filter(|square| dark(*square)).count();
    knights == 0 && (on_dark == 0 || on_dark == count(bishops))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(Position::from_fen(fen).unwrap());
        for text in moves.split_whitespace() {
            let mv = game.position().legal_uci(text).unwrap();
            game.play(mv);
        }
        game
    }

    #[test]
    fn the_third_occurrence_is_a_draw_and_the_second_is_not() {
        let twice = "g1f3 g8f6 f3g1 f6g8";
        assert_eq!(game(vnmp_engine::START_FEN, twice).ending(), None);
        let thrice = format!("{twice} {twice}");
        let ended = game(vnmp_engine::START_FEN, &thrice).ending();
        assert_eq!(ended, Some(Ending::Repetition));
    }

    #[test]
    fn mate_precedes_the_fifty_move_rule() {
        let fen = "7k/8/6K1/8/8/8/Q7/8 w - - 99 80";
        assert_eq!(game(fen, "a2a8").ending(), Some(Ending::Checkmate(Color::White)));
        assert_eq!(game(fen, "a2b1").ending(), Some(Ending::FiftyMoves));
        assert_eq!(game(fen, "a2b2").ending(), Some(Ending::FiftyMoves));
    }

    #[test]
    fn no_move_and_no_check_is_stalemate() {
        assert_eq!(game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "").ending(), Some(Ending::Stalemate));
    }

    #[test]
    fn material_that_cannot_mate_is_a_draw_and_two_knights_are_not() {
        for (fen, drawn) in [
            ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", true),
            ("8/8/4k3/8/8/3KB3/8/8 w - - 0 1", true),
            ("8/8/4kn2/8/8/3K4/8/8 w - - 0 1", true),
            ("8/8/4kb2/8/8/3KB3/8/8 w - - 0 1", true), // e3 and f6 are both dark
            ("8/8/4kb2/8/8/3K1B2/8/8 w - - 0 1", false),
            ("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", false),
            ("8/8/4k3/8/8/3KP3/8/8 w - - 0 1", false),
        ] {
            assert_eq!(game(fen, "").ending() == Some(Ending::Material), drawn, "{fen}");
        }
    }
}

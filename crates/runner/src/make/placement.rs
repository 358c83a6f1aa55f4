//! Random placements of few men: a cheap source of zugzwangs, of which games have one in 350.
//! A placement has the defender to move; `before` takes the attacker's last move back.

use vnmp_engine::{Color, Move, PieceType, Position, Setup, Square};

use crate::base::rng::Rng;

type Squares = [Option<(Color, PieceType)>; 64];

/// Pieces are drawn evenly from these.
const PIECES: [PieceType; 4] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];
/// Least and greatest number of pieces and of pawns: the defender's, then the attacker's.
const DEFENDER: [(usize, usize); 2] = [(1, 1), (0, 3)];
const ATTACKER: [(usize, usize); 2] = [(2, 4), (0, 1)];

/// The rule in words, for the manifest.
pub(crate) fn rule() -> String {
    let side = |[(least, most), (few, many)]: [(usize, usize); 2]| {
        let pieces = if least == most { format!("{least}") } else { format!("{least} to {most}") };
        format!("{pieces} of queen, rook, bishop and knight and {few} to {many} pawns")
    };
    format!(
        "from random placements with the defender to move: a king of each side, for the defender {}, \
         for the attacker {}, and for every man a square, pawns on ranks 2 to 7; colours, numbers, \
         pieces and squares drawn evenly; two men on a square or an illegal position is no \
         placement; no duplicates, both colours alike",
        side(DEFENDER),
        side(ATTACKER)
    )
}

/// Draws a placement; `None` where the draw is none.
pub(crate) fn draw(rng: &mut Rng) -> Option<Position> {
    let defender = if rng.below(2) == 0 { Color::White } else { Color::Black };
    let mut squares = [None; 64];
    for (color, numbers) in [(defender, DEFENDER), (defender.other(), ATTACKER)] {
        let [pieces, pawns] = numbers.map(|(least, most)| rng.between(least, most));
        let mut men = vec![PieceType::King];
        men.extend((0..pieces).map(|_| PIECES[rng.below(PIECES.len())]));
        men.extend((0..pawns).map(|_| PieceType::Pawn));
        for kind in men {
            let square = match kind {
                PieceType::Pawn => 8 + rng.below(48),
                _ => rng.below(64),
            };
            if squares[square].replace((color, kind)).is_some() {
                return None;
            }
        }
    }
    position(squares, defender)
}

/// The positions from which a move that is neither capture nor promotion leads to this one, in an
/// order that is drawn.
pub(crate) fn before(position: &Position, rng: &mut Rng) -> impl Iterator<Item = Position> {
    let (attacker, squares) = (position.turn().other(), position.setup().squares);
    let men = Square::all().filter(|s| squares[s.index()].is_some_and(|man| man.0 == attacker));
    let empty: Vec<Square> = Square::all().filter(|s| squares[s.index()].is_none()).collect();
    let mut moves: Vec<(Square, Square)> =
        men.flat_map(|to| empty.iter().map(move |&from| (from, to))).collect();
    for last in (1..moves.len()).rev() {
        moves.swap(last, rng.below(last + 1));
    }
    let board = *position.board();
    moves.into_iter().filter_map(move |(from, to)| {
        let mut squares: Squares = squares;
        squares[from.index()] = squares[to.index()].take();
        let before = self::position(squares, attacker)?;
        let leads_here =
            |mv: &Move| (mv.from(), mv.to()) == (from, to) && *before.make(*mv).board() == board;
        before.legal_moves().iter().any(leads_here).then_some(before)
    })
}

fn position(squares: Squares, turn: Color) -> Option<Position> {
    let setup = Setup {
        squares,
        turn,
        castling: 0,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };
    setup.validate().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_have_a_piece_and_each_is_to_move_in_half_of_the_placements() {
        let drawn: Vec<Position> =
            (0..2000).filter_map(|number| draw(&mut Rng::of_item(1, number))).collect();
        assert!(drawn.len() > 500, "{}", drawn.len());
        let white = drawn.iter().filter(|p| p.turn() == Color::White).count();
        assert!(white.abs_diff(drawn.len() - white) < drawn.len() / 10, "{white}");
        for position in &drawn {
            let men = |color: Color, kind| position.board().of(color, kind).count() as usize;
            for (color, [pieces, pawns]) in
                [(position.turn(), DEFENDER), (position.turn().other(), ATTACKER)]
            {
                let found: usize = PIECES.iter().map(|&kind| men(color, kind)).sum();
                assert!((pieces.0..=pieces.1).contains(&found), "{}", position.to_fen());
                let found = men(color, PieceType::Pawn);
                assert!((pawns.0..=pawns.1).contains(&found), "{}", position.to_fen());
            }
        }
    }

    #[test]
    fn a_move_is_taken_back_in_every_possible_way_once() {
        // The rook came along the rank or the file, or from behind the king; a pawn may also have
        // made a double step.
        let position = Position::from_fen("k7/8/8/8/4P3/8/8/K6R b - - 0 1").unwrap();
        let mut found: Vec<String> =
            before(&position, &mut Rng::new(1)).map(|before| before.to_fen()).collect();
        let after = |fen: &String| {
            let before = Position::from_fen(fen).unwrap();
            let moves = before.legal_moves();
            moves.iter().any(|&mv| before.make(mv).board() == position.board())
        };
        assert!(found.iter().all(after));
        let all = found.len();
        found.sort_unstable();
        found.dedup();
        // Rook: 6 on the rank, 7 on the file; king: 3; pawn: from e3 and e2.
        assert_eq!((found.len(), all), (6 + 7 - 1 + 3 + 2, 17), "{found:?}");
    }
}

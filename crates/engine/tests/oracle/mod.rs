//! `cozy-chess` behind our types: an independent second opinion for the tests.
#![allow(dead_code)] // each test binary uses only part of it

use cozy_chess::{Board, Color, File, Piece, Rank, Square};

/// Leaves of the legal move tree.
pub fn perft(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            nodes += perft(&next, depth - 1);
        }
        false
    });
    nodes
}

/// The legal moves in long algebraic notation, sorted; castling is written as a two-square king
/// move.
pub fn legal_moves(board: &Board) -> Vec<(String, cozy_chess::Move)> {
    let mut legal = Vec::new();
    board.generate_moves(|moves| {
        legal.extend(moves.into_iter().map(|mv| (text(board, mv), mv)));
        false
    });
    legal.sort_by(|a, b| a.0.cmp(&b.0));
    legal
}

/// `cozy-chess` writes castling as the king taking its own rook.
fn text(board: &Board, mut mv: cozy_chess::Move) -> String {
    let own = board.colors(board.side_to_move());
    if board.piece_on(mv.from) == Some(Piece::King) && own.has(mv.to) {
        let file = if mv.to.file() == File::H { File::G } else { File::C };
        let rank = if board.side_to_move() == Color::White { Rank::First } else { Rank::Eighth };
        mv.to = Square::new(file, rank);
    }
    mv.to_string()
}

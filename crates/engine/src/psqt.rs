//! Piece values and piece-square tables, made by formula, and the packed sum that a board keeps.
//! Four lanes of 16 bits in one `i64`, so that one addition updates all of them:
//! material | middlegame | endgame | phase (white minus black; phase sums both sides).

use crate::types::{Color, Piece, Square};

/// Material in centipawns, as `PieceType` orders the kinds.
pub const PIECE_VALUE: [i32; 6] = [100, 320, 330, 500, 900, 0];
const ENDGAME_VALUE: [i32; 6] = [115, 310, 325, 520, 930, 0];
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// The phase of the start position; more (after promotions) counts as this.
pub const FULL_PHASE: i32 = 24;

const PAWN_ADVANCE: [(i32, i32); 8] =
    [(0, 0), (0, 0), (2, 6), (8, 14), (17, 28), (32, 52), (55, 90), (0, 0)];

/// 6 on the four centre squares, 0 in the corners.
const fn centrality(file: i32, rank: i32) -> i32 {
    let files = if file < 4 { 3 - file } else { file - 4 };
    let ranks = if rank < 4 { 3 - rank } else { rank - 4 };
    6 - files - ranks
}

/// (middlegame, endgame) bonus of a white piece.
const fn bonus(kind: usize, file: i32, rank: i32) -> (i32, i32) {
    let centre = centrality(file, rank) - 3;
    let central_file = file == 3 || file == 4;
    match kind {
        0 => {
            let (middle, end) = PAWN_ADVANCE[rank as usize];
            let staying = if central_file && rank == 1 { -14 } else { 0 };
            let occupying = if central_file && (rank == 3 || rank == 4) { 12 } else { 0 };
            (middle + staying + occupying, end)
        }
        1 => (8 * centre - if rank == 0 { 10 } else { 0 }, 6 * centre),
        2 => (4 * centre - if rank == 0 { 8 } else { 0 }, 4 * centre),
        3 => {
            let seventh = if rank == 6 { 14 } else { 0 };
            (seventh + if central_file { 5 } else { 0 }, seventh)
        }
        4 => (centre, 5 * centre),
        _ => {
            let wing = if file <= 2 || file >= 6 { 22 } else { 0 };
            let home = if rank == 0 { wing } else { -18 * rank };
            (home, 9 * centre)
        }
    }
}

const fn pack(material: i32, middle: i32, end: i32, phase: i32) -> i64 {
    ((material as i64) << 48) + ((middle as i64) << 32) + ((end as i64) << 16) + phase as i64
}

const fn build() -> [i64; 16 * 64] {
    let mut table = [0; 16 * 64];
    let mut kind = 0;
    while kind < 6 {
        let mut square = 0;
        while square < 64 {
            let (middle, end) = bonus(kind, square as i32 % 8, square as i32 / 8);
            let (material, middle, end) =
                (PIECE_VALUE[kind], PIECE_VALUE[kind] + middle, ENDGAME_VALUE[kind] + end);
            table[kind * 64 + square] = pack(material, middle, end, PHASE[kind]);
            table[(8 + kind) * 64 + (square ^ 56)] = pack(-material, -middle, -end, PHASE[kind]);
            square += 1;
        }
        kind += 1;
    }
    table
}

static TABLE: [i64; 16 * 64] = build();

/// The running sums of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sums(i64);

impl Sums {
    #[inline(always)]
    pub(crate) fn add(&mut self, piece: Piece, square: Square) {
        self.0 = self.0.wrapping_add(TABLE[piece.index() << 6 | square.index()]);
    }

    #[inline(always)]
    pub(crate) fn remove(&mut self, piece: Piece, square: Square) {
        self.0 = self.0.wrapping_sub(TABLE[piece.index() << 6 | square.index()]);
    }

    /// Material balance in centipawns, seen from `side`.
    #[inline(always)]
    pub fn material(self, side: Color) -> i32 {
        let white = (self.0.wrapping_add(1 << 47) >> 48) as i32;
        if side == Color::White { white } else { -white }
    }

    /// Material and piece squares, tapered between middlegame and endgame, seen from `side`.
    /// Rounded after the change of side: a mirrored position has exactly the same value.
    #[inline(always)]
    pub fn tapered(self, side: Color) -> i32 {
        let phase = (self.0 & 0xffff) as i32;
        let end = (self.0 >> 16) as i16 as i32;
        let middle = (self.0.wrapping_add(1 << 31) >> 32) as i16 as i32;
        let (middle, end) = if side == Color::White { (middle, end) } else { (-middle, -end) };
        let phase = if phase < FULL_PHASE { phase } else { FULL_PHASE };
        // phase / 24 in 1/65536, to the nearest: exact at both ends
        end + (((middle - end) * phase * 2731 + (1 << 15)) >> 16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::PieceType;

    #[test]
    fn lanes_survive_negative_sums() {
        let mut sums = Sums::default();
        let queen = Piece::new(Color::Black, PieceType::Queen);
        for square in [Square::at(0, 0), Square::at(3, 3), Square::at(7, 7)] {
            sums.add(queen, square);
        }
        let pawn = Piece::new(Color::White, PieceType::Pawn);
        sums.add(pawn, Square::at(3, 1));
        assert_eq!(sums.material(Color::White), 100 - 2700);
        assert_eq!(sums.material(Color::Black), 2700 - 100);
        sums.remove(pawn, Square::at(3, 1));
        for square in [Square::at(0, 0), Square::at(3, 3), Square::at(7, 7)] {
            sums.remove(queen, square);
        }
        assert_eq!(sums, Sums::default());
    }

    #[test]
    fn a_full_phase_gives_the_middlegame_and_an_empty_one_the_endgame() {
        let mut sums = Sums::default();
        let pawn = Piece::new(Color::White, PieceType::Pawn);
        sums.add(pawn, Square::at(0, 1));
        assert_eq!(sums.tapered(Color::White), ENDGAME_VALUE[0]);
        for _ in 0..3 {
            sums.add(Piece::new(Color::White, PieceType::Queen), Square::at(0, 0));
            sums.add(Piece::new(Color::Black, PieceType::Queen), Square::at(0, 7));
        }
        assert_eq!(sums.tapered(Color::White), PIECE_VALUE[0]);
        assert_eq!(sums.tapered(Color::Black), -PIECE_VALUE[0]);
    }
}

//! Zobrist keys: constants that follow from one pinned seed.
//! Node counts depend on them through table collisions, so the seed never changes;
//! other seeds (a measure of the noise floor) are mixed in by the transposition table.

use crate::types::{Color, Piece, Square};

const SEED: u64 = 0x5645_5249_4649_4544;

struct Keys {
    pieces: [u64; 16 * 64],
    castling: [u64; 16],
    en_passant: [u64; 8],
    black: u64,
}

/// SplitMix64: the state advances by a constant, the output is a mix of it.
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn build() -> Keys {
    let mut state = SEED;
    let mut keys = Keys { pieces: [0; 16 * 64], castling: [0; 16], en_passant: [0; 8], black: 0 };
    let mut i = 0;
    while i < 16 * 64 {
        let key = next(&mut state);
        if (i / 64) % 8 < 6 {
            keys.pieces[i] = key; // the rows of "no piece" stay 0
        }
        i += 1;
    }
    i = 1; // no rights: 0
    while i < 16 {
        keys.castling[i] = next(&mut state);
        i += 1;
    }
    i = 0;
    while i < 8 {
        keys.en_passant[i] = next(&mut state);
        i += 1;
    }
    keys.black = next(&mut state);
    keys
}

static KEYS: Keys = build();

#[inline(always)]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    KEYS.pieces[piece.index() << 6 | square.index()]
}

#[inline(always)]
pub(crate) fn castling(rights: u8) -> u64 {
    KEYS.castling[(rights & 15) as usize]
}

#[inline(always)]
pub(crate) fn en_passant(square: Square) -> u64 {
    KEYS.en_passant[square.file() as usize]
}

#[inline(always)]
pub(crate) fn black_to_move() -> u64 {
    KEYS.black
}

#[inline(always)]
pub(crate) fn side(color: Color) -> u64 {
    if color == Color::Black { KEYS.black } else { 0 }
}

//! Attack tables, all computed at compile time: leapers, rays, lines and magic sliders.
//! Pure geometry; nothing here knows whose move it is.

use crate::magic::{BISHOP_MAGICS, ROOK_MAGICS};
use crate::types::{Bitboard, Color, Square};

const ORTHOGONAL: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

const fn step(square: usize, (files, ranks): (i8, i8)) -> Option<usize> {
    let file = (square % 8) as i8 + files;
    let rank = (square / 8) as i8 + ranks;
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        return None;
    }
    Some(rank as usize * 8 + file as usize)
}

const fn leaper<const N: usize>(steps: [(i8, i8); N]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < N {
            if let Some(to) = step(square, steps[i]) {
                table[square] |= 1 << to;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

/// Squares reached from `square` along four directions, up to and with the first occupied one.
const fn walk(square: usize, occupied: u64, directions: [(i8, i8); 4]) -> u64 {
    let mut reached = 0;
    let mut i = 0;
    while i < 4 {
        let mut at = square;
        while let Some(to) = step(at, directions[i]) {
            reached |= 1 << to;
            if occupied >> to & 1 != 0 {
                break;
            }
            at = to;
        }
        i += 1;
    }
    reached
}

/// The squares whose occupation matters to a slider: its rays without their last squares.
const fn relevant(square: usize, directions: [(i8, i8); 4]) -> u64 {
    let mut mask = 0;
    let mut i = 0;
    while i < 4 {
        let mut at = square;
        while let Some(to) = step(at, directions[i]) {
            if step(to, directions[i]).is_some() {
                mask |= 1 << to;
            }
            at = to;
        }
        i += 1;
    }
    mask
}

#[derive(Clone, Copy)]
struct Magic {
    mask: u64,
    factor: u64,
    offset: u32,
    shift: u32,
}

impl Magic {
    #[inline(always)]
    const fn index(&self, occupied: u64) -> usize {
        let product = (occupied & self.mask).wrapping_mul(self.factor);
        (product >> (self.shift & 63)) as usize + self.offset as usize
    }
}

/// 102,400 rook and 5,248 bishop entries, padded to a power of two so that a mask bounds the index.
const SLIDER_ENTRIES: usize = 1 << 17;

struct Sliders {
    rook: [Magic; 64],
    bishop: [Magic; 64],
    attacks: [u64; SLIDER_ENTRIES],
}

const fn build_sliders() -> Sliders {
    let none = Magic { mask: 0, factor: 0, offset: 0, shift: 0 };
    let mut sliders =
        Sliders { rook: [none; 64], bishop: [none; 64], attacks: [0; SLIDER_ENTRIES] };
    let mut offset = 0;
    let mut n = 0;
    while n < 128 {
        let square = n % 64;
        let directions = if n < 64 { ORTHOGONAL } else { DIAGONAL };
        let factor = if n < 64 { ROOK_MAGICS[square] } else { BISHOP_MAGICS[square] };
        let mask = relevant(square, directions);
        let magic = Magic { mask, factor, offset, shift: 64 - mask.count_ones() };
        let mut occupied: u64 = 0;
        loop {
            sliders.attacks[magic.index(occupied)] = walk(square, occupied, directions);
            occupied = occupied.wrapping_sub(mask) & mask;
            if occupied == 0 {
                break;
            }
        }
        if n < 64 {
            sliders.rook[square] = magic;
        } else {
            sliders.bishop[square] = magic;
        }
        offset += 1 << mask.count_ones();
        n += 1;
    }
    sliders
}

const fn empty_board(directions: [(i8, i8); 4]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = walk(square, 0, directions);
        square += 1;
    }
    table
}

/// `BETWEEN[a][b]`: the squares strictly between; `LINE[a][b]`: the whole line through both.
const fn segments() -> ([[u64; 64]; 64], [[u64; 64]; 64]) {
    let mut between = [[0; 64]; 64];
    let mut line = [[0; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut i = 0;
        while i < 8 {
            let direction = KING_STEPS[i];
            let opposite = (-direction.0, -direction.1);
            let mut whole: u64 = 1 << a;
            let mut at = a;
            while let Some(to) = step(at, direction) {
                whole |= 1 << to;
                at = to;
            }
            at = a;
            while let Some(to) = step(at, opposite) {
                whole |= 1 << to;
                at = to;
            }
            let mut passed: u64 = 0;
            at = a;
            while let Some(b) = step(at, direction) {
                between[a][b] = passed;
                line[a][b] = whole;
                passed |= 1 << b;
                at = b;
            }
            i += 1;
        }
        a += 1;
    }
    (between, line)
}

static KNIGHT: [u64; 64] = leaper(KNIGHT_STEPS);
static KING: [u64; 64] = leaper(KING_STEPS);
static PAWN: [[u64; 64]; 2] = [leaper([(-1, 1), (1, 1)]), leaper([(-1, -1), (1, -1)])];
#[allow(long_running_const_eval)] // 107,648 ray walks, about a second
static SLIDERS: Sliders = build_sliders();
static ROOK_RAYS: [u64; 64] = empty_board(ORTHOGONAL);
static BISHOP_RAYS: [u64; 64] = empty_board(DIAGONAL);
static BETWEEN: [[u64; 64]; 64] = segments().0;
static LINE: [[u64; 64]; 64] = segments().1;

/// Squares that a knight attacks.
#[inline(always)]
pub fn knight(square: Square) -> Bitboard {
    Bitboard(KNIGHT[square.index()])
}

/// Squares that a king attacks.
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    Bitboard(KING[square.index()])
}

/// Squares that a pawn of this colour attacks.
#[inline(always)]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    Bitboard(PAWN[color as usize][square.index()])
}

/// Squares that a rook attacks, up to and with the first occupied one on each ray.
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let magic = &SLIDERS.rook[square.index()];
    Bitboard(SLIDERS.attacks[magic.index(occupied.0) & (SLIDER_ENTRIES - 1)])
}

/// Squares that a bishop attacks, up to and with the first occupied one on each ray.
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let magic = &SLIDERS.bishop[square.index()];
    Bitboard(SLIDERS.attacks[magic.index(occupied.0) & (SLIDER_ENTRIES - 1)])
}

/// Rook rays on an empty board.
#[inline(always)]
pub fn rook_rays(square: Square) -> Bitboard {
    Bitboard(ROOK_RAYS[square.index()])
}

/// Bishop rays on an empty board.
#[inline(always)]
pub fn bishop_rays(square: Square) -> Bitboard {
    Bitboard(BISHOP_RAYS[square.index()])
}

/// The squares strictly between two on a common line; else empty.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// The whole line through two different squares on a common line; else empty.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    Bitboard(LINE[a.index()][b.index()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_magic_entry_equals_the_ray_walk() {
        for square in Square::all() {
            for (directions, attacks) in
                [(ORTHOGONAL, rook as fn(_, _) -> _), (DIAGONAL, bishop as fn(_, _) -> _)]
            {
                let mask = relevant(square.index(), directions);
                let mut occupied = 0u64;
                loop {
                    let expected = walk(square.index(), occupied, directions);
                    assert_eq!(attacks(square, Bitboard(occupied)), Bitboard(expected), "{square}");
                    occupied = occupied.wrapping_sub(mask) & mask;
                    if occupied == 0 {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn between_and_line_agree_with_their_meaning() {
        let square = |name: &str| name.parse::<Square>().unwrap();
        assert_eq!(between(square("a1"), square("d4")).count(), 2);
        assert_eq!(line(square("a1"), square("d4")).count(), 8);
        assert_eq!(between(square("a1"), square("b3")), Bitboard::EMPTY);
        assert_eq!(between(square("e1"), square("e8")).count(), 6);
        assert!(line(square("e4"), square("g4")).has(square("a4")));
    }
}

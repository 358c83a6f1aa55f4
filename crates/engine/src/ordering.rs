//! Move ordering: the move stack that all nodes share, the history table (Schaeffer 1983) and
//! the staged picker: table move, tactical moves, killers (a setting), quiet moves.

use crate::board::Board;
use crate::movegen::{self, Black, Legality, Side, White, evasions};
use crate::position::Position;
use crate::score::MAX_PLY;
use crate::see::loses_material;
use crate::settings::CaptureOrder;
use crate::types::{Color, Move, Piece, PieceType};

/// Room for the moves of all nodes on a path: `MAX_PLY` full lists and a quiescence line.
const STACK_ENTRIES: usize = 1 << 15;

/// The moves of all nodes on the current path, one list above the other.
/// An entry is `score 32 | order of generation 16, earlier is greater | move 16`.
pub(crate) struct MoveStack(Box<[u64; STACK_ENTRIES]>);

impl MoveStack {
    pub(crate) fn new() -> MoveStack {
        MoveStack(vec![0; STACK_ENTRIES].into_boxed_slice().try_into().expect("that length"))
    }

    #[inline(always)]
    pub(crate) fn write(&mut self, at: usize, score: u32, mv: Move) {
        self.0[at % STACK_ENTRIES] =
            (score as u64) << 32 | (!at as u16 as u64) << 16 | mv.bits() as u64;
    }

    /// Swaps the greatest entry of `from..end` to `from` and returns its move.
    #[inline(always)]
    pub(crate) fn select(&mut self, from: usize, end: usize) -> Move {
        let mut best = self.0[from % STACK_ENTRIES];
        let mut best_at = from;
        for at in from + 1..end {
            let entry = self.0[at % STACK_ENTRIES];
            if entry > best {
                best = entry;
                best_at = at;
            }
        }
        self.0[best_at % STACK_ENTRIES] = self.0[from % STACK_ENTRIES];
        self.0[from % STACK_ENTRIES] = best;
        Move::from_bits(best as u16)
    }

    /// Orders an entry by another score first; its own, less than 2^11, decides between equals.
    fn prefer(&mut self, at: usize, score: impl Fn(Move) -> u32) {
        let entry = &mut self.0[at % STACK_ENTRIES];
        let first = score(Move::from_bits(*entry as u16)).min((1 << 21) - 1);
        *entry |= (first as u64) << 43;
    }

    /// Sorts `from..end`, greatest first.
    fn sort(&mut self, from: usize, end: usize) {
        if let Some(entries) = self.0.get_mut(from..end) {
            entries.sort_unstable_by(|a, b| b.cmp(a));
        }
    }

    #[inline(always)]
    fn get(&self, at: usize) -> Move {
        Move::from_bits(self.0[at % STACK_ENTRIES] as u16)
    }
}

/// How often a quiet move was best, by side, origin and destination: it gains each time.
/// Saturates at 2^32 - 1.
pub(crate) struct History(Box<[u32; 2 * 64 * 64]>);

impl History {
    pub(crate) fn new() -> History {
        History(vec![0; 2 * 64 * 64].into_boxed_slice().try_into().expect("that length"))
    }

    #[inline(always)]
    fn index(side: Color, mv: Move) -> usize {
        (side as usize) << 12 | (mv.bits() & 0xfff) as usize
    }

    #[inline(always)]
    pub(crate) fn get(&self, side: Color, mv: Move) -> u32 {
        self.0[History::index(side, mv)]
    }

    #[inline(always)]
    pub(crate) fn reward(&mut self, side: Color, mv: Move, gain: u32) {
        let entry = &mut self.0[History::index(side, mv)];
        *entry = entry.saturating_add(gain);
    }

    pub(crate) fn halve(&mut self) {
        self.0.iter_mut().for_each(|entry| *entry /= 2);
    }
}

/// The two latest quiet moves that caused a cutoff at each ply.
pub(crate) struct Killers([[Move; 2]; MAX_PLY]);

impl Killers {
    pub(crate) fn new() -> Killers {
        Killers([[Move::NULL; 2]; MAX_PLY])
    }

    pub(crate) fn add(&mut self, ply: usize, mv: Move) {
        let pair = &mut self.0[ply % MAX_PLY];
        if pair[0] != mv {
            *pair = [mv, pair[0]];
        }
    }

    fn get(&self, ply: usize) -> [Move; 2] {
        self.0[ply % MAX_PLY]
    }
}

/// MVV-LVA by victim kind (7: none) and attacker kind: the victim counts first.
const MVV_LVA: [u8; 64] = {
    let mut table = [0; 64];
    let mut victim = 0;
    while victim < 8 {
        let mut attacker = 0;
        while attacker < 8 {
            let gain = if victim < 6 { (victim as u8 + 1) * 8 } else { 0 };
            table[victim << 3 | attacker] = gain + 7 - attacker as u8;
            attacker += 1;
        }
        victim += 1;
    }
    table
};
/// A promotion to a queen counts as capturing one more queen.
const QUEENING: u32 = 5 * 8;
/// Good captures stand above losing ones when static exchange orders them.
const NOT_LOSING: u32 = 1 << 10;

/// MVV-LVA score of a capture or queen promotion.
#[inline(always)]
pub(crate) fn mvv_lva(board: &Board, attacker: PieceType, mv: Move) -> u32 {
    let kind = mv.kind_bits();
    let victim = if kind == Move::EN_PASSANT {
        PieceType::Pawn as usize
    } else {
        board.piece_at(mv.to()).kind_index()
    };
    let promotion = if kind == Move::promotion_bits(PieceType::Queen) { QUEENING } else { 0 };
    MVV_LVA[victim << 3 | attacker as usize] as u32 + promotion
}

#[inline(always)]
pub(crate) fn capture_score(
    order: CaptureOrder,
    board: &Board,
    us: Color,
    attacker: PieceType,
    mv: Move,
) -> u32 {
    match order {
        CaptureOrder::MvvLva => mvv_lva(board, attacker, mv),
        CaptureOrder::Generated => 0,
        CaptureOrder::See => {
            let bonus = if loses_material(board, us, mv) { 0 } else { NOT_LOSING };
            bonus + mvv_lva(board, attacker, mv)
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    GenerateTactical,
    Tactical,
    Killer(usize),
    GenerateQuiet,
    Quiet,
}

/// What the picker uses besides its own state.
pub(crate) struct Sources<'a> {
    pub(crate) position: &'a Position,
    pub(crate) moves: &'a mut MoveStack,
    pub(crate) history: Option<&'a History>,
    pub(crate) killers: Option<&'a Killers>,
    pub(crate) capture_order: CaptureOrder,
    /// Does the history order captures before anything else does?
    pub(crate) history_captures: bool,
    pub(crate) ply: usize,
}

/// Hands out the legal moves of a node, best first, generating them as late as possible.
pub(crate) struct Picker {
    stage: Stage,
    table_move: Move,
    killers: [Move; 2],
    legality: Option<Legality>,
    next: usize,
    end: usize,
}

impl Picker {
    /// A picker whose moves are on the stack from `base`. `table_move` need not be legal.
    pub(crate) fn new(table_move: Move, base: usize) -> Picker {
        Picker {
            stage: Stage::TableMove,
            table_move,
            killers: [Move::NULL; 2],
            legality: None,
            next: base,
            end: base,
        }
    }

    /// Where the next node's moves may be stored.
    #[inline(always)]
    pub(crate) fn end(&self) -> usize {
        self.end
    }

    /// The next legal move.
    pub(crate) fn next(&mut self, s: &mut Sources) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateTactical;
                    if s.position.is_legal(self.table_move) {
                        return Some(self.table_move);
                    }
                    self.table_move = Move::NULL;
                }
                Stage::GenerateTactical => {
                    match s.position.turn() {
                        Color::White => self.generate_tactical::<White>(s),
                        Color::Black => self.generate_tactical::<Black>(s),
                    }
                    self.stage = Stage::Tactical;
                }
                Stage::Tactical => {
                    while self.next < self.end {
                        let mv = s.moves.select(self.next, self.end);
                        self.next += 1;
                        if mv != self.table_move && self.allows(s.position, mv) {
                            return Some(mv);
                        }
                    }
                    self.stage = Stage::GenerateQuiet;
                    if let Some(killers) = s.killers {
                        self.killers = killers.get(s.ply);
                        self.stage = Stage::Killer(0);
                    }
                }
                Stage::Killer(i) => {
                    self.stage = if i == 0 { Stage::Killer(1) } else { Stage::GenerateQuiet };
                    let mv = self.killers[i];
                    if mv != self.table_move
                        && is_quiet(s.position.board(), mv)
                        && s.position.is_legal(mv)
                    {
                        return Some(mv);
                    }
                    self.killers[i] = Move::NULL;
                }
                Stage::GenerateQuiet => {
                    match s.position.turn() {
                        Color::White => self.generate_quiet::<White>(s),
                        Color::Black => self.generate_quiet::<Black>(s),
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    while self.next < self.end {
                        let mv = s.moves.get(self.next);
                        self.next += 1;
                        if mv != self.table_move
                            && !self.killers.contains(&mv)
                            && self.allows(s.position, mv)
                        {
                            return Some(mv);
                        }
                    }
                    return None;
                }
            }
        }
    }

    #[inline(always)]
    fn allows(&self, position: &Position, mv: Move) -> bool {
        self.legality.as_ref().is_some_and(|l| l.allows(position.board(), mv))
    }

    #[inline(always)]
    fn generate_tactical<S: Side>(&mut self, s: &mut Sources) {
        let board = s.position.board();
        let (_, pinned) = board.king_danger(S::US);
        self.legality = Some(Legality::new(board, S::US, pinned, s.position.en_passant()));
        let evasions = evasions(board.king(S::US), s.position.checkers());
        let targets = board.color(S::US.other()) & evasions;
        let empty = !board.occupied() & evasions;
        let mut end = self.end;
        movegen::captures::<S>(board, targets, empty, s.position.en_passant(), |kind, mv| {
            // one more than the underpromotions, which come last
            let score = capture_score(s.capture_order, board, S::US, kind, mv) + 1;
            s.moves.write(end, score, mv);
            end += 1;
        });
        if let Some(history) = s.history.filter(|_| s.history_captures) {
            (self.end..end).for_each(|at| s.moves.prefer(at, |mv| history.get(S::US, mv)));
        }
        movegen::underpromotions::<S>(board, targets, empty, |_, mv| {
            s.moves.write(end, 0, mv);
            end += 1;
        });
        self.end = end;
    }

    #[inline(always)]
    fn generate_quiet<S: Side>(&mut self, s: &mut Sources) {
        let board = s.position.board();
        let evasions = evasions(board.king(S::US), s.position.checkers());
        let start = self.end;
        let mut end = start;
        movegen::quiets::<S>(s.position, !board.occupied() & evasions, |_, mv| {
            let score = s.history.map_or(0, |history| history.get(S::US, mv));
            s.moves.write(end, score, mv);
            end += 1;
        });
        s.moves.sort(start, end);
        self.next = start;
        self.end = end;
    }
}

/// Neither capture nor promotion.
#[inline(always)]
pub(crate) fn is_quiet(board: &Board, mv: Move) -> bool {
    mv.kind_bits() < Move::EN_PASSANT && board.piece_at(mv.to()) == Piece::NONE
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Perft through the picker, with the last generated move as each node's table move.
    fn perft_by_picker(position: &Position, depth: u32, moves: &mut MoveStack, base: usize) -> u64 {
        let history = History::new();
        let table_move = position.legal_moves().last().copied().unwrap_or(Move::NULL);
        let mut picker = Picker::new(table_move, base);
        let mut count = 0;
        loop {
            let mut sources = Sources {
                position,
                moves,
                history: Some(&history),
                killers: None,
                capture_order: CaptureOrder::MvvLva,
                history_captures: false,
                ply: 0,
            };
            let Some(mv) = picker.next(&mut sources) else { return count };
            count += match depth {
                1 => 1,
                _ => perft_by_picker(&position.make(mv), depth - 1, moves, picker.end()),
            };
        }
    }

    /// Every count of the perft files up to a size that tests can afford.
    #[test]
    fn the_picker_hands_out_every_legal_move_once() {
        let files = [
            include_str!("../tests/perft/published.txt"),
            include_str!("../tests/perft/special.txt"),
        ];
        let mut moves = MoveStack::new();
        let mut position = Position::start();
        let mut checked = 0;
        for line in files.iter().flat_map(|file| file.lines()) {
            if let Some(fen) = line.strip_prefix("fen ") {
                position = Position::from_fen(fen).unwrap();
            }
            let Some((depth, count)) = line.split_once(' ') else { continue };
            let (Ok(depth), Ok(count)) = (depth.parse(), count.parse::<u64>()) else { continue };
            if count <= 700_000 {
                assert_eq!(perft_by_picker(&position, depth, &mut moves, 0), count, "{line}");
                checked += 1;
            }
        }
        assert!(checked > 40, "only {checked} counts were read");
    }

    fn order(fen: &str, order: CaptureOrder, killers: Option<&Killers>) -> Vec<String> {
        let position = Position::from_fen(fen).unwrap();
        let mut moves = MoveStack::new();
        let mut picker = Picker::new(Move::NULL, 0);
        let mut listed = Vec::new();
        loop {
            let mut sources = Sources {
                position: &position,
                moves: &mut moves,
                history: None,
                killers,
                capture_order: order,
                history_captures: false,
                ply: 0,
            };
            match picker.next(&mut sources) {
                Some(mv) => listed.push(mv.to_string()),
                None => return listed,
            }
        }
    }

    #[test]
    fn victims_come_before_attackers_and_underpromotions_last() {
        // queen on e5 hangs to pawn and knight, rook on a8 to the promoting pawn;
        // promoting counts as much as the pawn taking a queen, and was generated first
        let fen = "r6k/1P6/8/4q3/3P4/3N4/8/6K1 w - - 0 1";
        let moves = order(fen, CaptureOrder::MvvLva, None);
        assert_eq!(moves[..4], ["b7a8q", "d4e5", "b7b8q", "d3e5"]);
        assert_eq!(moves[4..7], ["b7a8r", "b7a8b", "b7a8n"]);
    }

    #[test]
    fn history_orders_captures_before_their_victims_do_and_no_other_moves() {
        // two pawns and a knight may be taken
        let position = Position::from_fen("7k/8/8/2p1n1p1/8/8/8/K1R1R1R1 w - - 0 1").unwrap();
        let mut history = History::new();
        history.reward(Color::White, position.legal_uci("g1g5").unwrap(), 3);
        history.reward(Color::White, position.legal_uci("a1a2").unwrap(), 3);
        let listed = |history_captures| -> Vec<String> {
            let (mut moves, mut picker) = (MoveStack::new(), Picker::new(Move::NULL, 0));
            let mut sources = Sources {
                position: &position,
                moves: &mut moves,
                history: Some(&history),
                killers: None,
                capture_order: CaptureOrder::MvvLva,
                history_captures,
                ply: 0,
            };
            std::iter::from_fn(|| picker.next(&mut sources).map(|mv| mv.to_string())).collect()
        };
        assert_eq!(listed(false)[..4], ["e1e5", "c1c5", "g1g5", "a1a2"]);
        assert_eq!(listed(true)[..4], ["g1g5", "e1e5", "c1c5", "a1a2"]);
    }

    #[test]
    fn losing_captures_come_last_under_static_exchange() {
        // the queen may take a defended rook or a free pawn
        let fen = "k7/8/1p6/2r5/8/2Q4p/8/K7 w - - 0 1";
        assert_eq!(order(fen, CaptureOrder::MvvLva, None)[..2], ["c3c5", "c3h3"]);
        assert_eq!(order(fen, CaptureOrder::See, None)[..2], ["c3h3", "c3c5"]);
    }

    #[test]
    fn killers_come_before_other_quiet_moves_and_only_once() {
        let position = Position::start();
        let mut killers = Killers::new();
        for name in ["g1f3", "e2e4", "e2e5"] {
            if let Some(mv) = position.legal_uci(name) {
                killers.add(0, mv);
            }
        }
        let moves = order(crate::START_FEN, CaptureOrder::MvvLva, Some(&killers));
        assert_eq!(moves[..2], ["e2e4", "g1f3"]);
        assert_eq!(moves.len(), 20);
    }

    #[test]
    fn history_counts_by_side_and_saturates() {
        let mut history = History::new();
        let mv = Position::start().legal_uci("g1f3").unwrap();
        history.reward(Color::White, mv, 32);
        assert_eq!(history.get(Color::White, mv), 32);
        assert_eq!(history.get(Color::Black, mv), 0);
        for _ in 0..3 {
            history.reward(Color::White, mv, 1 << 31);
        }
        assert_eq!(history.get(Color::White, mv), u32::MAX);
        history.halve();
        assert_eq!(history.get(Color::White, mv), u32::MAX / 2);
    }
}

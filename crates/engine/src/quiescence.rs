//! Quiescence search: stand pat, then every capture and queen promotion, MVV-LVA, fail-soft.
//! No checks, no exchange pruning, no delta pruning, no table (SPEC of the reproduction).
//! Captures never repeat a position, so it works on the `Board` alone: no key, rights or clocks.

use std::marker::PhantomData;

use crate::board::Board;
use crate::effort::Effort;
use crate::evaluation::{Weights, evaluate, value_by_mobility, value_by_sums};
use crate::movegen::{self, Black, Legality, Side, White};
use crate::ordering::{MoveStack, capture_score};
use crate::position::Position;
use crate::score::{Score, Window};
use crate::settings::{CaptureOrder, Evaluation, QuiescenceCaptures, SearchSettings};
use crate::types::{Bitboard, Color, Move, Square};

/// The part of the search's state that quiescence needs: node count, limits and move stack.
pub(crate) struct Quiescence<'a> {
    pub(crate) effort: Effort<'a>,
    pub(crate) moves: MoveStack,
    run: [Runner; 2],
    weights: Weights,
    captures: QuiescenceCaptures,
    /// Where the next node may capture, if that is restricted.
    targets: Bitboard,
}

type Runner = fn(&mut Quiescence, &Board, Option<Square>, i32, i32, usize) -> i32;

impl<'a> Quiescence<'a> {
    pub(crate) fn new(settings: &SearchSettings, effort: Effort<'a>) -> Quiescence<'a> {
        Quiescence {
            effort,
            moves: MoveStack::new(),
            run: runners(settings),
            weights: Weights::of(&settings.alternatives),
            captures: settings.alternatives.quiescence_captures,
            targets: Bitboard::FULL,
        }
    }

    /// Notes the move that leads to the leaf searched next.
    pub(crate) fn reached_by(&mut self, mv: Move) {
        self.targets = match self.captures {
            QuiescenceCaptures::All | QuiescenceCaptures::LastFromSecond => Bitboard::FULL,
            QuiescenceCaptures::Last if mv.is_null() => Bitboard::EMPTY,
            QuiescenceCaptures::Last => mv.to().bit(),
        };
    }

    /// Searches a position; its moves may be stored on the stack from `base`.
    #[inline(always)]
    pub(crate) fn search(&mut self, position: &Position, w: Window, base: usize) -> Score {
        let run = self.run[position.turn() as usize];
        let (alpha, beta) = (w.alpha.0, w.beta.0);
        Score(run(self, position.board(), position.en_passant(), alpha, beta, base))
    }
}

/// The settings that quiescence depends on, known at compile time.
trait Rules {
    const EVALUATION: Evaluation;
    const ORDER: CaptureOrder;
    /// Are weights and captures read at run time?
    const ALTERED: bool = false;

    #[inline(always)]
    fn weights(q: &Quiescence) -> Weights {
        if Self::ALTERED { q.weights } else { Weights::PLAIN }
    }

    /// Where a node may capture. A pawn captured en passant is not on the target square; that
    /// capture is always allowed, as the pawn moved last.
    #[inline(always)]
    fn targets(q: &Quiescence) -> Bitboard {
        if Self::ALTERED { q.targets } else { Bitboard::FULL }
    }

    /// Notes that a move leads to the next node.
    #[inline(always)]
    fn reached_by(q: &mut Quiescence, mv: Move) {
        if Self::ALTERED && q.captures != QuiescenceCaptures::All {
            q.targets = mv.to().bit();
        }
    }
}

/// The same with weights and captures as the settings have them.
struct Altered<R>(PhantomData<R>);

impl<R: Rules> Rules for Altered<R> {
    const EVALUATION: Evaluation = R::EVALUATION;
    const ORDER: CaptureOrder = R::ORDER;
    const ALTERED: bool = true;
}

macro_rules! rules {
    ($settings:expr; $($name:ident: $evaluation:ident $order:ident),* $(,)?) => {{
        $(struct $name;
        impl Rules for $name {
            const EVALUATION: Evaluation = Evaluation::$evaluation;
            const ORDER: CaptureOrder = CaptureOrder::$order;
        })*
        let altered = $settings.alternatives.alter_quiescence();
        match ($settings.evaluation, $settings.quiescence_order) {
            _ if !$settings.quiescence => static_runners($settings.evaluation),
            $((Evaluation::$evaluation, CaptureOrder::$order) if altered =>
                [leaf::<Altered<$name>, White>, leaf::<Altered<$name>, Black>],
            (Evaluation::$evaluation, CaptureOrder::$order) =>
                [leaf::<$name, White>, leaf::<$name, Black>],)*
        }
    }};
}

fn runners(settings: &SearchSettings) -> [Runner; 2] {
    rules! { settings;
        Standard: PieceSquare MvvLva,
        StandardUnsorted: PieceSquare Generated,
        StandardSee: PieceSquare See,
        Material: Material MvvLva,
        MaterialUnsorted: Material Generated,
        MaterialSee: Material See,
        Mobile: Mobility MvvLva,
        MobileUnsorted: Mobility Generated,
        MobileSee: Mobility See,
    }
}

/// Without quiescence, a leaf is evaluated statically.
fn static_runners(evaluation: Evaluation) -> [Runner; 2] {
    macro_rules! pair {
        ($evaluation:expr) => {
            [
                |q, board, _, _, _, _| {
                    q.effort.nodes += 1;
                    evaluate($evaluation, q.weights, board, Color::White)
                },
                |q, board, _, _, _, _| {
                    q.effort.nodes += 1;
                    evaluate($evaluation, q.weights, board, Color::Black)
                },
            ]
        };
    }
    match evaluation {
        Evaluation::Material => pair!(Evaluation::Material),
        Evaluation::PieceSquare => pair!(Evaluation::PieceSquare),
        Evaluation::Mobility => pair!(Evaluation::Mobility),
    }
}

/// Does a node stand pat on the sums alone? Three in five do, which can be seen without making
/// the board.
#[inline(always)]
fn stands_pat<R: Rules>(by_sums: i32, beta: i32) -> bool {
    R::EVALUATION != Evaluation::Mobility && by_sums >= beta
}

/// A leaf of the main search.
fn leaf<R: Rules, S: Side>(
    q: &mut Quiescence,
    board: &Board,
    en_passant: Option<Square>,
    alpha: i32,
    beta: i32,
    base: usize,
) -> i32 {
    let value = value_by_sums(R::EVALUATION, R::weights(q), board.sums(), S::US);
    if stands_pat::<R>(value, beta) {
        q.effort.nodes += 1;
        return value;
    }
    quiesce::<R, S>(q, board, en_passant, value, alpha, beta, base)
}

/// A node that does not stand pat on `by_sums`, its value by the sums alone.
fn quiesce<R: Rules, S: Side>(
    q: &mut Quiescence,
    board: &Board,
    en_passant: Option<Square>,
    by_sums: i32,
    mut alpha: i32,
    beta: i32,
    base: usize,
) -> i32 {
    q.effort.nodes += 1;
    let mut best = by_sums + value_by_mobility(R::EVALUATION, board, S::US);
    if R::EVALUATION == Evaluation::Mobility && best >= beta {
        return best;
    }
    if q.effort.is_spent() {
        return best;
    }
    alpha = alpha.max(best);

    let targets = board.color(S::US.other()) & R::targets(q);
    let queening = !board.occupied() & R::targets(q);
    let mut end = base;
    movegen::captures::<S>(board, targets, queening, en_passant, |kind, mv| {
        q.moves.write(end, capture_score(R::ORDER, board, S::US, kind, mv), mv);
        end += 1;
    });
    if end == base {
        return best;
    }
    let legality = Legality::of_captures(board, S::US, en_passant);
    for next in base..end {
        let mv = q.moves.select(next, end);
        if !legality.allows(board, mv) {
            continue;
        }
        let sums = board.sums_after(S::US, mv);
        let answer = value_by_sums(R::EVALUATION, R::weights(q), sums, S::Other::US);
        if stands_pat::<R>(answer, -alpha) {
            q.effort.nodes += 1;
            best = best.max(-answer);
            continue;
        }
        R::reached_by(q, mv);
        let mut child = board.copy_with(sums);
        child.relocate(S::US, mv);
        let value = -quiesce::<R, S::Other>(q, &child, None, answer, -beta, -alpha, end);
        if value > best {
            best = value;
            if value > alpha {
                if value >= beta {
                    return value;
                }
                alpha = value;
            }
        }
    }
    best
}

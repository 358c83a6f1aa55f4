//! Without pruning or table the search must return the value of plain minimax, written out here in
//! its simplest form.

use vnmp_engine::{
    Alternatives, Board, CaptureOrder, Color, Evaluation, Limits, Move, MoveKind, Percent,
    PieceType, Position, QuiescenceCaptures, Score, SearchSettings, Square, TranspositionTable,
};
use vnmp_variants::Variant;

const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n2n2/2pp4/3P1B2/2PBPN2/PP3PPP/RN1Q1RK1 b - - 0 9",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "5rk1/1b3ppp/p7/1p1Q4/8/1B5P/PP3PPK/2q2R2 b - - 0 1",
    "8/P6k/8/8/8/8/7p/K5NR b - - 0 1",
    "2k5/8/8/8/3p4/8/2P5/2KR4 w - - 0 1",
];

/// Squares that the pieces of a side reach, walking every step and ray.
fn mobility(board: &Board, side: Color) -> i32 {
    let mut reached = 0;
    for from in board.color(side) {
        for (files, ranks) in (-2i8..=2).flat_map(|f| (-2i8..=2).map(move |r| (f, r))) {
            let (straight, steps) = (files == 0 || ranks == 0, files.abs().max(ranks.abs()));
            let longest = match board.piece_at(from).get().expect("a piece").1 {
                PieceType::Knight if files.abs() + ranks.abs() == 3 => 1,
                PieceType::Bishop if steps == 1 && !straight => 7,
                PieceType::Rook if steps == 1 && straight => 7,
                PieceType::Queen if steps == 1 => 7,
                _ => 0,
            };
            let (mut file, mut rank) = (from.file() as i8, from.rank() as i8);
            for _ in 0..longest {
                (file, rank) = (file + files, rank + ranks);
                if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                    break;
                }
                let to = Square::at(file as u8, rank as u8);
                reached += !board.color(side).has(to) as i32;
                if board.occupied().has(to) {
                    break;
                }
            }
        }
    }
    reached
}

fn evaluate(position: &Position, settings: &SearchSettings) -> i32 {
    let (board, us) = (position.board(), position.turn());
    let Alternatives { tempo, positional_percent: Percent(percent), .. } = settings.alternatives;
    let material = board.sums().material(us);
    let placed = material + (board.sums().tapered(us) - material) * i32::from(percent) / 100;
    let value = match settings.evaluation {
        Evaluation::Material => material,
        Evaluation::PieceSquare => placed,
        Evaluation::Mobility => placed + 3 * (mobility(board, us) - mobility(board, us.other())),
    };
    value + i32::from(tempo)
}

/// The square of the man that a move captures.
fn captured(position: &Position, mv: Move) -> Option<Square> {
    if mv.kind() == MoveKind::EnPassant {
        return Some(Square::at(mv.to().file(), mv.from().rank()));
    }
    position.board().occupied().has(mv.to()).then_some(mv.to())
}

/// Quiescence without alpha-beta, slow and simple. With `only`, just the man on that square may be
/// captured.
fn stand_pat(position: &Position, only: Option<Square>, settings: &SearchSettings) -> i32 {
    let mut best = evaluate(position, settings);
    for mv in position.legal_moves() {
        let captured = captured(position, mv);
        let queening = mv.promotion() == Some(PieceType::Queen);
        let allowed = only.is_none() || only == captured;
        if allowed && (queening || captured.is_some() && mv.promotion().is_none()) {
            let next = match settings.alternatives.quiescence_captures {
                QuiescenceCaptures::All => None,
                _ => Some(mv.to()),
            };
            best = best.max(-stand_pat(&position.make(mv), next, settings));
        }
    }
    best
}

fn leaf(position: &Position, last: Move, settings: &SearchSettings) -> i32 {
    if !settings.quiescence {
        return evaluate(position, settings);
    }
    let last_only = settings.alternatives.quiescence_captures == QuiescenceCaptures::Last;
    stand_pat(position, last_only.then_some(last.to()), settings)
}

fn minimax(
    position: &Position,
    last: Move,
    depth: i32,
    path: &mut Vec<u64>,
    settings: &SearchSettings,
) -> i32 {
    let ply = path.len();
    if ply > 0 && path.contains(&position.key()) {
        return 0;
    }
    if depth <= 0 && !position.in_check() {
        return leaf(position, last, settings);
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.in_check() { ply as i32 - Score::MATE.0 } else { 0 };
    }
    path.push(position.key());
    let extended = ply > 0 && position.in_check() && settings.alternatives.check_extension;
    let depth = if extended { depth.max(0) } else { depth.max(1) - 1 };
    let values =
        moves.into_iter().map(|mv| -minimax(&position.make(mv), mv, depth, path, settings));
    let best = values.max().expect("a move");
    path.pop();
    best
}

const EVALUATIONS: [Evaluation; 3] =
    [Evaluation::PieceSquare, Evaluation::Material, Evaluation::Mobility];

fn settings(quiescence: bool) -> SearchSettings {
    SearchSettings { hash_entries: 0, quiescence, ..Default::default() }
}

fn values(fen: &str, depth: u8, settings: &SearchSettings) -> Vec<i32> {
    let none = Variant::parse("none").unwrap();
    let position = Position::from_fen(fen).unwrap();
    let limits = Limits { depth, ..Default::default() };
    let mut table = TranspositionTable::new(settings.hash_entries);
    let iterations = none.search(&position, settings, &limits, &mut table, &mut |_| {});
    iterations.iter().map(|i| i.score.0).collect()
}

fn assert_equals_minimax(fen: &str, quiescence: bool) {
    for evaluation in EVALUATIONS {
        assert_value(fen, 3, &SearchSettings { evaluation, ..settings(quiescence) });
    }
}

fn assert_value(fen: &str, depth: u8, settings: &SearchSettings) {
    let position = Position::from_fen(fen).unwrap();
    let value = |depth| minimax(&position, Move::NULL, depth, &mut vec![], settings);
    let expected: Vec<i32> = (1..=i32::from(depth)).map(value).collect();
    assert_eq!(values(fen, depth, settings), expected, "{fen} {settings}");
}

#[test]
fn pvs_without_table_equals_minimax_with_static_leaves() {
    for fen in POSITIONS {
        assert_equals_minimax(fen, false);
    }
}

#[test]
fn pvs_without_table_equals_minimax_with_quiescence() {
    // unpruned capture trees of full boards are too large
    let few_men = |fen: &&&str| Position::from_fen(fen).unwrap().board().occupied().count() <= 10;
    let endgames: Vec<_> = POSITIONS.iter().filter(few_men).collect();
    assert!(endgames.len() >= 3);
    for fen in endgames {
        assert_equals_minimax(fen, true);
    }
}

#[test]
fn alternative_evaluations_and_extensions_equal_minimax() {
    for fen in POSITIONS {
        for evaluation in EVALUATIONS {
            for alternatives in [
                Alternatives { tempo: 17, ..Alternatives::DEFAULT },
                Alternatives { positional_percent: Percent(45), ..Alternatives::DEFAULT },
                Alternatives { check_extension: true, ..Alternatives::DEFAULT },
            ] {
                let settings = SearchSettings { evaluation, alternatives, ..settings(false) };
                assert_value(fen, 3, &settings);
            }
        }
    }
}

#[test]
fn restricted_quiescence_equals_minimax() {
    for fen in POSITIONS {
        for (evaluation, captures) in [
            (Evaluation::PieceSquare, QuiescenceCaptures::Last),
            (Evaluation::Material, QuiescenceCaptures::LastFromSecond),
            (Evaluation::Mobility, QuiescenceCaptures::Last),
            (Evaluation::Mobility, QuiescenceCaptures::LastFromSecond),
        ] {
            let alternatives =
                Alternatives { quiescence_captures: captures, ..Alternatives::DEFAULT };
            assert_value(fen, 2, &SearchSettings { evaluation, alternatives, ..settings(true) });
        }
    }
}

#[test]
fn ordering_changes_counts_but_never_the_value() {
    for fen in POSITIONS {
        let expected = values(fen, 4, &settings(true));
        for (name, value) in [
            ("killers", "on"),
            ("history", "off"),
            ("capture-order", "see"),
            ("capture-order", "generated"),
            ("quiescence-order", "see"),
            ("history-captures", "on"),
            ("history-gain", "depth^2"),
            ("history-gain", "1"),
            ("history-halved", "on"),
            ("fail-hard", "on"),
        ] {
            let mut changed = settings(true);
            changed.set(name, value).unwrap();
            assert_eq!(values(fen, 4, &changed), expected, "{fen} {name}={value}");
        }
    }
    assert_ne!(settings(true).capture_order, CaptureOrder::See);
}

/// The same position with colours and sides exchanged.
fn mirrored(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        let other = |c: char| match c.is_ascii_uppercase() {
            true => c.to_ascii_lowercase(),
            false => c.to_ascii_uppercase(),
        };
        text.chars().map(other).collect()
    };
    let ranks: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let mut rights: Vec<char> = swap(fields[2]).chars().collect();
    rights.sort();
    let rights: String = rights.into_iter().collect();
    format!("{} {turn} {rights} - 0 1", ranks.join("/"))
}

#[test]
fn a_mirrored_position_has_the_same_value() {
    for fen in POSITIONS {
        for quiescence in [false, true] {
            let settings = settings(quiescence);
            assert_eq!(values(&mirrored(fen), 4, &settings), values(fen, 4, &settings), "{fen}");
        }
    }
}

#[test]
fn mates_in_two_are_found_by_both_sides_at_three_plies() {
    let fens = [
        "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
        "r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 0 1",
    ];
    for fen in fens {
        for fen in [fen.to_string(), mirrored(fen)] {
            let scores = values(&fen, 3, &settings(true));
            assert_eq!(Score(scores[2]).mate_in(), Some(2), "{fen}");
        }
    }
}

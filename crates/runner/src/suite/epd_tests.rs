//! EPD lines: what is read, and every kind of line that is refused.

use super::epd::EpdLine;
use super::task::Task;

const BOARD: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";

fn line(operations: &str) -> EpdLine {
    let text = format!("{BOARD} {operations}");
    EpdLine::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(operations: &str) -> String {
    refusal(&format!("{BOARD} {operations}"))
}

fn refusal(line: &str) -> String {
    EpdLine::parse(line).expect_err(line).to_string()
}

fn best(operations: &str) -> Vec<String> {
    match line(operations).task {
        Task::BestMove { best, .. } => best.iter().map(|mv| mv.to_string()).collect(),
        other => panic!("{operations}: {other:?}"),
    }
}

#[test]
fn four_and_six_fields_give_the_same_line_but_for_the_clocks() {
    let six = EpdLine::parse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 3 20 bm Ra8#; id \"x\";");
    let six = six.expect("six fields");
    let four = line("bm Ra8#; id \"x\";");
    assert_eq!((six.id, six.task), (four.id, four.task));
    assert_eq!(six.position.halfmove_clock(), 3);
}

#[test]
fn operations_may_come_in_any_order_without_spaces_or_last_semicolon() {
    let expected = line("bm Ra8#; id \"a; b\";");
    assert_eq!(expected.id.as_deref(), Some("a; b"), "a semicolon may stand in quotes");
    for text in
        ["id \"a; b\"; bm Ra8", "id \"a; b\";bm a1a8;", ";bm Ra8;c0 \"x; bm Kf1\";id \"a; b\""]
    {
        assert_eq!(line(text), expected, "{text}");
    }
}

#[test]
fn opcodes_may_be_in_either_case() {
    assert_eq!(line("BM Ra8#; ID \"x\";"), line("bm Ra8#; id \"x\";"));
    assert_eq!(line("Dm 3; Am Kf1;"), line("dm 3; am Kf1;"));
    assert!(error("bm Ra8; BM Kf1;").starts_with("'bm' is given twice"));
}

#[test]
fn several_moves_are_read_each_once() {
    assert_eq!(best("bm Ra8+ Kf1;"), ["a1a8", "g1f1"]);
    assert_eq!(best("bm Ra8+, Kf1, Ra8;"), ["a1a8", "g1f1"]);
}

#[test]
fn moves_to_avoid_are_read_alone_or_beside_best_ones() {
    let Task::BestMove { best, avoid } = line("am Kf1 Kh1;").task else { panic!("moves") };
    assert_eq!((best.len(), avoid.len()), (0, 2));
    let Task::BestMove { best, avoid } = line("bm Ra8; am Kf1;").task else { panic!("moves") };
    assert_eq!((best.len(), avoid.len()), (1, 1));
}

#[test]
fn moves_beside_a_distance_to_mate_are_kept() {
    for (text, given) in [
        ("dm 4;", (0, 0)),
        ("bm #4;", (0, 0)),
        ("bm Ra8 #4;", (1, 0)),
        ("acn 5; bm Ra8; ce 32760; dm 4; pv Ra8#;", (1, 0)),
        ("bm Ra8 Kf1; am Kh1; dm 4;", (2, 1)),
    ] {
        let Task::Mate { moves: 4, best, avoid } = line(text).task else { panic!("{text}") };
        assert_eq!((best.len(), avoid.len()), given, "{text}");
    }
}

#[test]
fn other_operations_and_free_text_are_ignored() {
    for text in ["", "; ;", "c0 \"bm Qxh9;\"; D1 20;", "white wins; e.g. Ra8, says the editor"] {
        assert_eq!(line(text).task, Task::None, "{text}");
    }
    assert_eq!(line("id unquoted name;").id.as_deref(), Some("unquoted name"));
}

#[test]
fn a_bad_position_is_refused() {
    let error = refusal("6k1/5ppp/8/8/8/5PPP/R5K1 w - - bm Ra8;");
    assert_eq!(error, "the board has 7 ranks instead of 8, separated by '/'");
    for line in ["hello", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 3 bm Ra8;"] {
        let error = vnmp_engine::Position::from_epd_fields(line).expect_err(line).to_string();
        assert_eq!(refusal(line), error);
    }
}

#[test]
fn moves_that_cannot_be_played_are_refused() {
    for (text, start) in [
        ("bm Ra9;", "bm: 'Ra9' is not understood"),
        ("am xyz;", "am: 'xyz' is not understood"),
        ("bm Rb2;", "bm: 'Rb2' is not legal in 6k1/"),
    ] {
        assert!(error(text).starts_with(start), "{}", error(text));
    }
}

#[test]
fn missing_operands_are_refused() {
    for text in ["bm;", "bm", "am ;", "dm;", "id;", "id \"\";", "bm \"\";"] {
        assert!(error(text).contains("' has no operand; write e.g. '"), "{text}");
    }
}

#[test]
fn bad_distances_are_refused() {
    for (text, shown) in [
        ("dm 0;", "dm 0"),
        ("dm x;", "dm x"),
        ("dm 4 5;", "dm 4 5"),
        ("bm #;", "#"),
        ("bm #x;", "#x"),
    ] {
        let told = format!("'{shown}' is no distance to mate; write e.g. 'dm 4;' or 'bm #4;'");
        assert_eq!(error(text), told);
    }
    for (text, shown) in [("dm -3;", "dm -3"), ("bm #-5;", "#-5")] {
        assert!(error(text).starts_with(&format!("'{shown}' says that the side to move is mated")));
    }
    for text in ["ce +M4;", "ce -#3;", "ce mate 4;"] {
        assert!(error(text).contains("gives a mate, but 'ce' counts centipawns"), "{text}");
    }
    let both = error("bm #3; dm 4;");
    assert!(both.starts_with("the distance to mate is given as 4 by 'dm' and as 3 by 'bm'"));
}

#[test]
fn contradictions_are_refused() {
    for (text, start) in [
        ("bm Ra8; bm Kf1;", "'bm' is given twice"),
        ("id \"a\"; id \"b\";", "'id' is given twice"),
        ("bm Ra8; am Ra8+;", "Ra8# is given as best move and as move to avoid"),
        ("bm Ra8; id \"open;", "the quote before 'open;' is not closed"),
    ] {
        assert!(error(text).starts_with(start), "{}", error(text));
    }
}

#[test]
fn positions_in_which_nobody_can_move_are_refused() {
    for (position, what) in [
        ("3R2k1/5ppp/8/8/8/8/b7/6K1 b - - id \"x\";", "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - -", "stalemate"),
    ] {
        let error = refusal(position);
        assert!(error.starts_with(&format!("the position is {what}, so")), "{error}");
    }
}

#[test]
fn castling_rights_of_chess960_and_lone_carriage_returns_are_named() {
    for rights in ["HAha", "KQha", "Gb"] {
        let error = refusal(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} - bm O-O;"));
        let told = format!("the castling rights '{rights}' are those of Chess960");
        assert!(error.starts_with(&told), "{error}");
    }
    let error = refusal("r3k2r/8/8/8/8/8/8/R3K2R w xyz -");
    assert!(!error.contains("Chess960"), "{error}");
    let error = refusal(&format!("{BOARD}\r{BOARD}"));
    assert!(error.starts_with("a carriage return within the line"), "{error}");
}

//! Lines of suites that look readable but are not: each is named by line number, with a cure.

use std::fs;

use crate::desk::{Desk, assert_contains};

const GOOD: &str = "6k1/5ppp/8/8/8/8/5PPP/R2r2K1 w - - bm Rxd1; id \"one\";\n";
const BOARD: &str = "6k1/5ppp/8/8/8/8/5PPP/R2r2K1 w - -";

#[test]
fn every_kind_of_bad_line_is_named_with_a_cure() {
    let desk = Desk::new();
    for (line, reasons) in [
        (format!("{BOARD} bm #-5;"), ["'#-5' says that the side to move is mated", "remove"]),
        (format!("{BOARD} dm -1;"), ["'dm -1' says that the side to move is mated", "remove"]),
        (format!("{BOARD} bm Rxd1; ce +M4;"), ["'ce +M4' gives a mate", "dm 4"]),
        (
            format!("{BOARD} bm Rxd1; id \"x\"; \"stray"),
            ["quote before 'stray'", "remove this one"],
        ),
        (format!("{BOARD} bm Rxd1;\r{BOARD} bm Rxd1;"), ["a carriage return", "tr '\\r' '\\n'"]),
        (format!("# comment\r{BOARD} bm Rxd1;"), ["a carriage return", "tr '\\r' '\\n'"]),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w HAha - bm O-O;".to_owned(),
            ["'HAha' are those of Chess960, which is not supported", "KQkq"],
        ),
        (
            "3R2k1/5ppp/8/8/8/8/b7/6K1 b - - id \"mated\";".to_owned(),
            ["the position is checkmate", "remove the line"],
        ),
        (
            "7k/5Q2/6K1/8/8/8/8/8 b - - id \"no\";".to_owned(),
            ["the position is stalemate", "remove the line"],
        ),
    ] {
        desk.file("bad.epd", &format!("{GOOD}{line}\n"));
        let (_, error) = desk.fails("table5 --depth 1 --suite bad.epd --out out");
        assert_contains(&error, &reasons);
        assert_contains(&error, &["1 bad line in bad.epd", "bad.epd:2: "]);
        let skipping = "table5 --depth 1 --suite bad.epd --out out --skip-bad --quiet --force";
        assert_contains(&desk.ok(skipping).0, &["(1 position)"]);
    }
}

#[test]
fn files_of_another_encoding_are_named_with_a_cure() {
    let desk = Desk::new();
    let units: Vec<u16> = GOOD.encode_utf16().collect();
    let bytes = |order: fn(u16) -> [u8; 2]| units.iter().copied().flat_map(order).collect();
    let little: Vec<u8> = bytes(u16::to_le_bytes);
    let big: Vec<u8> = bytes(u16::to_be_bytes);
    let marked = [&[0xff, 0xfe][..], &little].concat();
    for text in [little, big, marked] {
        fs::write(desk.path("wide.epd"), text).unwrap();
        let (_, error) = desk.fails("table5 --depth 1 --suite wide.epd");
        assert_contains(&error, &["wide.epd:1: the file is in UTF-16", "iconv -f UTF-16"]);
    }
    fs::write(desk.path("zero.epd"), format!("{GOOD}{GOOD}\0{GOOD}")).unwrap();
    let (_, error) = desk.fails("table5 --depth 1 --suite zero.epd");
    assert_contains(&error, &["zero.epd:3: a zero byte", "remove it"]);
}

#[test]
fn best_moves_beside_a_distance_to_mate_are_kept() {
    let desk = Desk::new();
    desk.file("both.epd", "6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - bm Re8#; dm 1; id \"both\";\n");
    let (shown, _) = desk.ok("suites show both --suite both.epd");
    assert_contains(&shown, &["mate in 1, best is Re8#"]);
}

//! The list of suites, imports and errata.

use std::fs;

use super::{Desk, assert_contains, stderr};

#[test]
fn suites_lists_what_is_there_and_imports_only_what_it_knows() {
    let desk = Desk::new();
    fs::create_dir(desk.path("mine")).unwrap();
    let error = desk.fails("suites import tiny.epd --as ecm --suite-dir mine");
    assert_contains(&error, &["ecm", "SHA-256"]);
    desk.ok("suites import tiny.epd --as tiny --suite-dir mine");
    let text = desk.ok("suites --suite-dir mine");
    let line = text.lines().find(|line| line.starts_with("tiny ")).unwrap();
    assert_contains(line, &["5", "4", "1"]);
}

#[test]
fn the_list_names_every_shipped_suite_with_its_licence_and_how_to_get_the_others() {
    let text = Desk::new().ok("suites list");
    for name in [
        "mate4",
        "mate5",
        "sacrifices",
        "tactics-mixed",
        "tactics-hidden",
        "middlegames",
        "zugzwang",
    ] {
        let line = text.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
        assert_contains(line, &["ours: ", "MIT OR Apache-2.0"]);
    }
    assert!(text.contains("vnmp suites fetch zpts30") || text.contains("zpts30 "), "{text}");
}

#[test]
fn corrections_are_applied_on_request_and_named_with_the_table() {
    let desk = Desk::new();
    let verified = desk.ok("suites verify tiny.epd");
    let sha256 = verified.split("SHA-256 ").nth(1).unwrap().trim();
    let errata = format!(
        "[[suite]]\nname = 'tiny'\nsha256 = '{sha256}'\nevidence = 'looked at'\n\
         [[suite.position]]\nid = 'back rank'\nchange = 'drop'\nreason = 'too easy'\n"
    );
    desk.file("mine.toml", &errata);
    let plain = desk.ok("table4 -d 2 --suite tiny.epd --out plain");
    assert!(!plain.contains("errata"), "{plain}");
    let text = desk.ok("table4 -d 2 --suite tiny.epd --errata=mine.toml --out out");
    assert_contains(&text, &["corrected by the errata mine.toml", "back rank (drop: too easy)"]);
    let manifest = fs::read_to_string(desk.path("out/manifest.json")).unwrap();
    assert_contains(&manifest, &["corrected by the errata mine.toml", "\"positions\": 3"]);
    let shipped = desk.ok("table4 -d 2 --suite tiny.epd --errata --out shipped");
    assert_contains(&shipped, &["suites/errata.toml", "have nothing on this file"]);
    let error = desk.fails("table4 -d 2 --suite tiny.epd --errata=none.toml --out none");
    assert_contains(&error, &["cannot read the errata none.toml"]);
}

#[test]
fn an_import_says_where_it_wrote_and_what_is_found_before_it() {
    let desk = Desk::new();
    let first = desk.command("suites import tiny.epd --as mine").output().unwrap();
    let written = String::from_utf8_lossy(&first.stdout).into_owned();
    assert_contains(&written, &["written: suites/imported/mine.epd"]);
    assert_eq!(stderr(&first), "", "the first suite of a folder is where commands look for it");
    fs::create_dir(desk.path("below")).unwrap();
    fs::copy(desk.path("tiny.epd"), desk.path("below/tiny.epd")).unwrap();
    let import = |name: &str| {
        let mut command = desk.command(&format!("suites import tiny.epd --as {name} --force"));
        command.current_dir(desk.path("below")).output().unwrap()
    };
    let output = import("lower");
    assert!(output.status.success() && desk.path("suites/imported/lower.epd").is_file());
    assert_contains(
        &stderr(&output),
        &["suites/imported/lower.epd is in a parent folder of this one"],
    );
    let found = desk.command("suites").current_dir(desk.path("below")).output().unwrap();
    assert_contains(&String::from_utf8_lossy(&found.stdout), &["lower "]);
    fs::write(desk.path("suites/same.epd"), fs::read(desk.path("tiny.epd")).unwrap()).unwrap();
    assert_contains(&stderr(&import("same")), &["instead: it is found first"]);
}

#[test]
fn games_are_imported_and_errors_speak_of_pgn() {
    let desk = Desk::new();
    let import = |text: &[u8], rest: &str| {
        fs::write(desk.path("g.pgn"), text).unwrap();
        desk.run(&format!("suites import g.pgn --as g --force --suite-dir . {rest}"))
    };
    let mate = "1. f3 e5 2. g4 Qh4# 0-1\n";
    let output = import(format!("{mate}\n1. e4 e5\n\n1. d4 d5\n").as_bytes(), "");
    assert!(output.status.success(), "{}", stderr(&output));
    assert_contains(
        &stderr(&output),
        &["NOTE: g.pgn:1: game 1: left out, as it ends in checkmate"],
    );
    assert_contains(&String::from_utf8_lossy(&output.stdout), &["g: 2 positions"]);
    for (text, complaint) in [
        (mate, "g.pgn: no game has a position to take; g.pgn:1: game 1: left out"),
        ("1. e4 *\n\n1. Ke4 *\n", "g.pgn:3: game 2: "),
        ("1. e4 *\n\n[White \"A\n\n1. d4 *\n", "g.pgn:3: game 2: '[White \"A' is not a tag"),
        (
            "1. e4 *\n1. d4 (1. c4\n*\n",
            "g.pgn:2: game 2: a comment or a variation that begins here",
        ),
    ] {
        let output = import(text.as_bytes(), "");
        assert_eq!(output.status.code(), Some(1));
        assert_contains(&stderr(&output), &[complaint]);
        assert!(!stderr(&output).contains("bad line"), "{}", stderr(&output));
    }
    import(b"[White \"J\xf6rg\"]\n[Black \"Ren\xe9e\"]\n\n1. e4 e5 *\n", "");
    let epd = fs::read_to_string(desk.path("g.epd")).unwrap();
    assert_contains(&epd, &["id \"J\u{f6}rg - Ren\u{e9}e\";"]);
}

//! Foreign text, such as ids and file names, does no harm in a terminal, a page or a spreadsheet.

use std::fs;

use crate::desk::{Desk, assert_contains, element, packed};

const BOARD: &str = "6k1/5ppp/8/8/8/8/5PPP/R2r2K1 w - -";

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let desk = Desk::new();
    let name = "mine\u{1b}[2J\u{9b}31m.epd";
    desk.file(name, &format!("{BOARD} bm Rxd1; id \"a\u{1b}]0;owned\u{7}\";\n"));
    for format in ["text", "markdown", "csv", "json"] {
        let mut command = desk.command("table5 --depth 1 --out out --force --format");
        let output = command.args([format, "--suite", name]).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let shown = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        let is_bad = |c: &char| c.is_control() && *c != '\n';
        assert_eq!(shown.chars().find(is_bad), None, "{format}: {shown:?}");
    }
    let text = fs::read_to_string(desk.path("out/table.txt")).unwrap();
    assert!(!text.contains('\u{1b}') && text.contains("mine\\u001b[2J\\u009b31m"), "{text:?}");
    desk.file("bad\u{1b}c.epd", &format!("{BOARD} bm \u{1b}[31mQ;\n"));
    let output = desk.command("table5 --suite").arg("bad\u{1b}c.epd").output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!error.contains('\u{1b}'), "{error:?}");
    assert_contains(&error, &["bad\\u001bc.epd:1: "]);
}

#[test]
fn a_file_name_breaks_neither_table_nor_page() {
    let desk = Desk::new();
    let name = "<img src=x onerror=alert(1)>|&amp;\n# big.epd";
    desk.file("tiny.epd", &format!("{BOARD} bm Rxd1; id \"<b>|\";\n"));
    if fs::copy(desk.path("tiny.epd"), desk.path("plain.epd")).is_err() {
        return;
    }
    fs::create_dir(desk.path("odd")).unwrap();
    let path = desk.path("odd").join(name.replace('/', "_"));
    fs::copy(desk.path("tiny.epd"), &path).unwrap();
    let mut command = desk.command("table5 --depth 1 --quiet --out results/table5 --suite");
    let output = command.arg(&path).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    desk.ok("report");
    for page in ["results/table5/table.md", "results/report/report.md"] {
        let text = fs::read_to_string(desk.path(page)).unwrap();
        let unescaped = text.replace("\\<", "").replace("\\|", "");
        assert!(!unescaped.contains("<img"), "{page}: {text}");
        assert!(!text.contains("\n# big"), "{page}: {text}");
        assert!(text.contains("img src=x"), "{page}: {text}");
    }
}

#[test]
fn an_id_is_no_formula_in_a_spreadsheet_and_reads_back_as_it_was() {
    let desk = Desk::new();
    let ids = ["=1+1", "+A1", "-x", "@SUM(1)", "'=1+1", "-5", "-"];
    let lines = ids.map(|id| format!("{BOARD} bm Rxd1; id \"{id}\";\n"));
    desk.file("ids.epd", &lines.concat());
    desk.ok("table5 --depth 1 --variants r2 --suite ids.epd --quiet --out results/table5");
    let text = fs::read_to_string(desk.path("results/table5/records.csv")).unwrap();
    let written: Vec<&str> =
        text.lines().skip(1).map(|line| line.split(',').nth(1).unwrap()).collect();
    assert_eq!(written, ["'=1+1", "'+A1", "'-x", "'@SUM(1)", "''=1+1", "-5", "-"]);
    desk.ok("report"); // reads the records of this folder
    let html = fs::read_to_string(desk.path("results/report/report.html")).unwrap();
    let parts: serde_json::Value = serde_json::from_str(&element(&html, "parts")).unwrap();
    let records = packed(&html, &parts[0]["data"]);
    let read: Vec<&str> =
        records.lines().skip(1).map(|line| line.split(',').nth(1).unwrap()).collect();
    assert_eq!(read, written); // the page reads such cells like every other reader
}

//! The spot audit of committed records: it reproduces them, and names any figure that was changed.

use std::fs;

use crate::desk::Desk;

/// A desk with the committed records of a run whose manifest has no digests, so that only a search
/// can reveal a changed record.
fn committed() -> Desk {
    let desk = Desk::new();
    let run = "--positions 3 --depth 3 --node-limit 4000 --quiet --out results";
    desk.ok(&format!("table4 --suite mate2 {run}/table4"));
    let manifest = desk.path("results/table4/manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    for key in ["files", "schema", "checksum"] {
        value.as_object_mut().unwrap().remove(key).unwrap();
    }
    fs::write(&manifest, value.to_string()).unwrap();
    desk
}

#[test]
fn a_flipped_figure_of_any_column_is_found_by_searching_again() {
    let desk = committed();
    let (text, _) = desk.ok("audit --committed 100%");
    assert!(text.contains("table4 (mate2): 9 searches, ") && text.contains("the same"), "{text}");
    let records = desk.path("results/table4/records.csv");
    let whole = fs::read_to_string(&records).unwrap();
    let mut lines: Vec<Vec<&str>> = whole.lines().map(|line| line.split(',').collect()).collect();
    let columns = lines.remove(0);
    let row = lines.iter().find(|row| row[3] == "3").unwrap();
    let searched = columns.iter().zip(row).skip(4).filter(|(_, value)| !value.is_empty());
    let mut found = 0;
    for (column, &value) in searched {
        let other = match (*column, value) {
            (_, "true") => "false".to_owned(),
            (_, "false") => "true".to_owned(),
            ("fen", fen) => fen.replace(" 0 1", " 1 1"),
            (_, number) if number.parse::<i64>().is_ok() => format!("{number}1"),
            (_, text) => format!("{text}x"),
        };
        let place = columns.iter().position(|own| own == column).unwrap();
        let mut changed = row.clone();
        changed[place] = &other;
        fs::write(&records, whole.replacen(&row.join(","), &changed.join(","), 1)).unwrap();
        let (text, error) = desk.fails("audit --committed 100%");
        assert!(text.contains("9 searches, ") && text.contains("DIFFERENT"), "{text}");
        let expected = format!("depth 3: {column} is ");
        assert!(error.contains("searches that differ: 1") && error.contains(&expected), "{error}");
        found += 1;
    }
    assert!(found >= 10, "{found} columns of {columns:?}");
}

#[test]
fn what_cannot_be_searched_again_is_named_and_shares_are_checked() {
    let desk = committed();
    desk.ok("table4 --suite tiny.epd --depth 1 --quiet --out results/elsewhere");
    let (text, _) = desk.ok("audit --committed 30% --seed 7");
    assert!(text.contains("elsewhere (tiny): skipped: the suite is not here"), "{text}");
    assert!(text.contains("3 of 9 searches again (seed 7)"), "{text}");
    let (text, _) = desk.ok("audit --committed 100% --most-nodes 5000");
    assert!(text.contains("would exceed the node limit"), "{text}");
    fs::remove_dir_all(desk.path("results/table4")).unwrap();
    let (_, error) = desk.fails("audit --committed 1");
    assert!(error.contains("nothing below results can be searched again"), "{error}");
    for (line, message) in [
        ("audit --committed 1%%", "give a percentage up to 100%"),
        ("audit --committed 101%", "give a percentage up to 100%"),
        ("audit table3 --committed 1%", "cannot be used with"),
        ("audit --committed 1% --depth 3", "cannot be used with"),
        ("audit --seed 3", "--committed"),
    ] {
        let output = desk.run(line);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(message), "{line}: {error}");
    }
}

//! Whole suites: reading, finding, importing; also the public files if they lie beside the
//! checkout.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::lookup::find_in;
use super::read::{ReadOptions, Suite};
use super::*;

const STRICT: ReadOptions = ReadOptions { skip_bad: false, discard: true };
const LENIENT: ReadOptions = ReadOptions { skip_bad: true, discard: true };
const GOOD: &str = "6k1/5ppp/8/8/8/8/5PPP/R2r2K1 w - - bm Rxd1; id \"one\";";
const PAWNS: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"pawns\";";

fn read(text: &str, options: ReadOptions) -> anyhow::Result<Suite> {
    Suite::read("mine", "mine.epd", text.as_bytes(), options)
}

#[test]
fn comments_blank_lines_bom_and_crlf_do_not_matter() {
    let plain = format!("# a comment\n\n{GOOD}\n");
    let windows = format!("\u{feff}# a comment\r\n \t\r\n{GOOD}\r\n");
    let plain = read(&plain, STRICT).expect("plain");
    let windows = read(&windows, STRICT).expect("windows");
    assert_eq!(plain.positions, windows.positions);
    assert_eq!((plain.positions[0].line, plain.positions[0].index), (3, 0));
    assert_eq!(digest(b"a\r\nb\r\n"), digest(b"a\nb\n"));
}

#[test]
fn every_bad_line_is_listed_with_file_and_line() {
    let text = format!("{GOOD}\nhello\n{GOOD}\n6k1/8/8/8/8/8/8/R5K1 w - - bm Rb9;\n");
    let error = read(&text, STRICT).expect_err("two bad lines").to_string();
    let lines: Vec<&str> = error.lines().collect();
    assert_eq!(lines[0], "2 bad lines in mine.epd; correct them, or skip them with --skip-bad");
    assert!(lines[1].starts_with("mine.epd:2: the board has 1 ranks"), "{error}");
    assert!(lines[2].starts_with("mine.epd:4: bm: 'Rb9' is not understood"), "{error}");
    assert_eq!(lines.len(), 3);
}

#[test]
fn of_very_many_bad_lines_twenty_are_shown_and_the_others_counted() {
    let error = read(&"hello\n".repeat(33), STRICT).expect_err("33 bad lines").to_string();
    assert!(error.starts_with("33 bad lines in mine.epd"), "{error}");
    assert_eq!(error.lines().count(), 1 + 20 + 1);
    assert!(error.ends_with("\nand 13 more"), "{error}");
}

#[test]
fn bad_lines_can_be_skipped_and_are_counted() {
    let suite = read(&format!("hello\n{GOOD}\n"), LENIENT).expect("one good line");
    assert_eq!((suite.positions.len(), suite.skipped.len()), (1, 1));
    assert_eq!((suite.positions[0].index, suite.positions[0].line), (0, 2));
}

#[test]
fn positions_with_a_side_of_king_and_pawns_are_discarded_by_id() {
    let text = format!("{PAWNS}\n{GOOD}\n");
    let suite = read(&text, STRICT).expect("one is left");
    assert_eq!(suite.discarded, ["pawns"]);
    assert_eq!((suite.positions[0].index, suite.positions[0].id.as_str()), (0, "one"));
    let all = read(&text, ReadOptions { skip_bad: false, discard: false }).expect("both");
    assert_eq!((all.positions.len(), all.discarded.len()), (2, 0));
}

#[test]
fn duplicates_are_kept_told_apart_and_noted() {
    let suite = read(&format!("{GOOD}\n{GOOD}\n"), STRICT).expect("duplicates");
    let ids: Vec<&str> = suite.positions.iter().map(|record| record.id.as_str()).collect();
    assert_eq!(ids, ["one", "one (line 2)"]);
    assert_eq!(
        suite.notes,
        [
            "the id 'one' of line 2 is taken by line 1; called 'one (line 2)'",
            "line 2 repeats the position of line 1"
        ]
    );
}

#[test]
fn a_line_without_an_id_is_called_by_its_number() {
    let suite = read("\n6k1/5ppp/8/8/8/8/5PPP/R2r2K1 w - -\n", STRICT).expect("no id");
    assert_eq!(suite.positions[0].id, "line 2");
    assert_eq!(suite.notes, ["1 of 1 positions have neither bm, am nor dm and cannot be solved"]);
}

#[test]
fn nothing_to_search_is_an_error() {
    for text in ["", "# nothing\n", PAWNS] {
        let error = read(text, STRICT).expect_err(text).to_string();
        assert!(error.starts_with("mine.epd has no positions to search"), "{error}");
    }
    let error = read("hello", LENIENT).expect_err("nothing left").to_string();
    assert!(error.contains("1 bad lines skipped"), "{error}");
    let error = read("# a\n\0b", STRICT).expect_err("no text").to_string();
    assert!(error.starts_with("mine.epd:2: a zero byte"), "{error}");
}

#[test]
fn a_suite_is_found_by_path_by_name_and_among_the_embedded() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.epd");
    fs::write(&path, GOOD).expect("written");
    let folders = [folder.path().to_owned()];
    let embedded = [EmbeddedSuite { name: "inside", text: GOOD, manifest: None }];
    for name in ["mine", "mine.epd", path.to_str().expect("UTF-8")] {
        let suite = find_in(name, &folders, &embedded, STRICT).expect(name);
        assert_eq!((suite.name.as_str(), &suite.path), ("mine", &Some(path.clone())));
    }
    let suite = find_in("inside", &folders, &embedded, STRICT).expect("embedded");
    assert_eq!((suite.name.as_str(), suite.path), ("inside", None));
    assert!(suite.known.is_none());
}

#[test]
fn the_places_searched_for_a_missing_suite_are_named() {
    let folders = [PathBuf::from("some-folder")];
    let error = find_in("wcsac", &folders, &[], STRICT).expect_err("not there").to_string();
    for part in ["some-folder/wcsac.epd", "some-folder/wcs.epd", "import FILE --as wcs", "https://"]
    {
        assert!(error.contains(part), "{part} in {error}");
    }
    let error = find_in("nonsense", &folders, &[], STRICT).expect_err("not there").to_string();
    assert!(error.contains("ecm, wcs") && error.contains("VNMP_SUITES"), "{error}");
}

#[test]
fn a_different_file_under_a_known_name_is_noted() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("ecm.epd"), GOOD).expect("written");
    let suite = find_in("ecm", &[folder.path().to_owned()], &[], STRICT).expect("found");
    assert!(suite.known.is_none());
    assert!(suite.notes[0].starts_with("this is not the public suite 'ecm'"), "{:?}", suite.notes);
}

#[test]
fn another_file_is_imported_under_a_known_name_only_by_force() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("download.epd");
    fs::write(&file, format!("{GOOD}\r\n")).expect("written");
    let target = folder.path().join("suites");
    let error = import(&file, "ECM", &Selection::default(), false, Some(&target))
        .expect_err("not ECM")
        .to_string();
    for part in ["has 1 positions, expected 879", "https://", "--force"] {
        assert!(error.contains(part), "{part} in {error}");
    }
    assert!(!target.exists(), "nothing is written");
    let imported =
        import(&file, "ECM", &Selection::default(), true, Some(&target)).expect("by force");
    assert_eq!((imported.name.as_str(), imported.positions), ("ecm", 1));
    assert_eq!(fs::read_to_string(&imported.path).expect("readable"), format!("{GOOD}\n"));
    assert_eq!(fs::read_dir(&target).expect("a folder").count(), 1, "no temporary file is left");
}

#[test]
fn an_imported_suite_is_replaced_by_its_equal_but_not_by_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, target) = (folder.path().join("a.epd"), folder.path().join("suites"));
    fs::write(&file, GOOD).expect("written");
    for _ in 0..2 {
        import(&file, "mine", &Selection::default(), false, Some(&target))
            .expect("new, then equal");
    }
    fs::write(&file, format!("{GOOD}\n{GOOD}\n")).expect("written");
    let error = import(&file, "mine", &Selection::default(), false, Some(&target))
        .expect_err("differs")
        .to_string();
    assert!(error.contains("mine.epd exists and differs"), "{error}");
    import(&file, "mine", &Selection::default(), true, Some(&target)).expect("by force");
}

#[test]
fn bad_lines_are_left_out_of_an_import_by_name_if_that_is_wanted() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, target) = (folder.path().join("a.epd"), folder.path().join("suites"));
    fs::write(&file, format!("# mine\nno position\n{GOOD}\r\n8/8 bad\n")).expect("written");
    let import = |skip_bad, force| {
        let selection = Selection { skip_bad, ..Selection::default() };
        import(&file, "mine", &selection, force, Some(&target))
    };
    for force in [false, true] {
        let error = import(false, force).expect_err("bad lines").to_string();
        assert!(error.starts_with("2 bad lines in ") && error.contains("--skip-bad"), "{error}");
    }
    let imported = import(true, false).expect("without them");
    assert_eq!(fs::read_to_string(&imported.path).expect("there"), format!("# mine\n{GOOD}\n"));
    let left_out =
        |line| imported.notes.iter().any(|note| note.contains(&format!("a.epd:{line}: ")));
    assert!(imported.positions == 1 && left_out(2) && left_out(4), "{:?}", imported.notes);
    let suite = Suite::read("mine", "", &fs::read(&imported.path).expect("there"), STRICT);
    assert_eq!(suite.expect("whole").sha256, imported.sha256);
}

#[test]
fn a_compressed_file_is_called_that() {
    let error = Suite::read("a", "a.epd.gz", b"\x1f\x8b\x08\0", STRICT).unwrap_err().to_string();
    assert!(error.contains("a.epd.gz is compressed; decompress it: gunzip"), "{error}");
}

#[test]
fn a_name_that_leaves_the_folder_or_a_file_that_is_not_there_is_refused() {
    for name in ["", "../x", "a b", "x.epd"] {
        let error =
            import(Path::new("none.epd"), name, &Selection::default(), true, None).expect_err(name);
        assert!(error.to_string().contains("cannot be a suite's name"), "{error}");
    }
    for name in ["mate4", "Mate4", "bench"] {
        let error = import(Path::new("none.epd"), name, &Selection::default(), true, None);
        let told = format!("'{name}' is a suite of this program; choose another name");
        assert_eq!(error.expect_err(name).to_string(), told);
    }
    let error =
        import(Path::new("none.epd"), "x", &Selection::default(), true, None).expect_err("no file");
    assert!(error.to_string().starts_with("cannot read the suite none.epd"), "{error}");
}

#[test]
fn names_of_known_suites_are_unique() {
    let mut names: Vec<&str> = KNOWN_SUITES.iter().flat_map(KnownSuite::names).collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
    assert!(KNOWN_SUITES.iter().all(|known| known.sha256.len() == 64));
}

/// The public files cannot be part of the repository, so they are tested where they exist.
#[test]
fn the_public_suites_read_without_errors_and_have_the_papers_counts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/suites");
    if !folder.is_dir() {
        let _ = writeln!(std::io::stderr(), "SKIPPED: the public suites are not here");
        return;
    }
    for known in KNOWN_SUITES.iter() {
        let suite = find_in(&known.name, std::slice::from_ref(&folder), &[], STRICT);
        let suite = suite.unwrap_or_else(|error| panic!("{}: {error}", known.name));
        assert_eq!(suite.known, Some(known), "{}", known.name);
        assert_eq!(suite.name, known.name);
        let (left, gone) = (suite.positions.len() as u32, suite.discarded.len() as u32);
        assert_eq!((left, left + gone), (known.after_discard, known.positions), "{}", known.name);
        let mates = suite.positions.iter().filter(|r| matches!(r.task, Task::Mate { .. })).count();
        if !known.in_place_of.is_empty() {
            assert_eq!(mates, suite.positions.len());
        }
        assert!(suite.positions.iter().all(|record| record.task != Task::None), "{}", known.name);
        println!("{}: {:?}", known.name, suite.notes);
    }
}

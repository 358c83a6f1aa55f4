//! What a command says to its user, and what it refuses instead of ignoring.

use std::fs;
use std::process::Command;

use crate::desk::{Desk, assert_contains, stderr};

const TABLE: &str = "table4 --suite tiny.epd --depth 2 --hash-entries 2^10 --out out";
const MATCH: &str = "match v3 r2 --depth 1 --set hash-entries=2^10 --out out --quiet";

/// Standard error of a command line that is a usage error.
fn misused(desk: &Desk, line: &str) -> String {
    let output = desk.run(line);
    assert_eq!(output.status.code(), Some(2), "{line}: {}", stderr(&output));
    stderr(&output)
}

#[test]
fn a_zero_is_refused_in_words() {
    let desk = Desk::new();
    let lines = [
        "table4 --threads 0",
        "table4 --positions 0",
        "table4 --node-limit 0",
        "figure8 --threads 0",
        "match v3 r2 --threads 0",
        "baseline check --threads 0",
        "horizon --entry 0",
        "suites fetch wcs --timeout 0",
        "suites survey --games 1 --threads 0",
    ];
    for line in lines {
        assert_contains(&misused(&desk, line), &["'0'", "give a whole number from 1"]);
    }
}

#[test]
fn an_audit_refuses_options_that_it_would_ignore() {
    let desk = Desk::new();
    for option in ["--format csv", "--out out", "--shard 1/2", "--compress", "--fresh", "--force"] {
        let line = format!("audit {option}");
        assert_contains(&misused(&desk, &line), &["unexpected argument"]);
    }
}

#[test]
fn a_negative_number_is_a_wrong_value_and_no_unknown_option() {
    let desk = Desk::new();
    for (line, option) in [
        ("match r2 r3 --games -2", "--games <N>"),
        ("table4 --positions -1", "--positions <N>"),
        ("audit table4 --seed -3", "--seed <N>"),
        ("perft startpos -1", "<DEPTH>"),
    ] {
        let error = misused(&desk, line);
        assert!(error.contains("invalid value '-") && error.contains(option), "{line}: {error}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let help =
        Command::new(env!("CARGO_BIN_EXE_vnmp")).arg("--help").stdout(full).output().unwrap();
    assert_eq!(help.status.code(), Some(1));
    assert_contains(&stderr(&help), &["cannot write to standard output"]);
}

#[test]
fn perft_takes_a_position_of_a_suite() {
    let desk = Desk::new();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"start\";";
    desk.file("start.epd", &format!("{start}\n"));
    assert_eq!(desk.ok("perft start 3 --suite-dir .").0, "8902\n");
}

#[test]
fn a_similar_name_is_suggested() {
    let desk = Desk::new();
    let cases = [
        ("table4 --suite tactcs", "did you mean 'tactics'?"),
        ("audit tabel4", "did you mean 'table4'?"),
        ("figure8 --suite middlegame60", "did you mean 'middlegames60'?"),
        ("match --file paper --only v3-r2-clok", "did you mean 'v3-r2-clock'?"),
    ];
    for (line, question) in cases {
        assert_contains(&desk.fails(line).1, &[question]);
    }
    assert!(!desk.fails("table4 --suite nowhere").1.contains("did you mean"));
    assert_contains(&misused(&desk, "tabel4"), &["table4"]);
}

#[test]
fn a_name_in_place_of_a_file_is_answered_with_its_command() {
    let desk = Desk::new();
    let base = |name| format!("name = \"s\"\nbase = \"{name}\"\n[[points]]\nname = \"a\"\n");
    desk.file("s.toml", &base("tabel4"));
    for (line, told) in [
        ("run table3", "table3 is built in: vnmp table3"),
        ("run forward-pruning", "vnmp figure8 forward-pruning"),
        ("sweep figure4", "vnmp figure4"),
        ("run mine.toml", "give a file; those under experiments/ show the form"),
        ("sweep s.toml", "s.toml: base: cannot read tabel4"),
        ("sweep s.toml", "did you mean 'table4'?"),
    ] {
        assert_contains(&desk.fails(line).1, &[told]);
    }
}

#[test]
fn several_variants_are_searched_one_after_the_other() {
    let desk = Desk::new();
    let both = desk.ok("search startpos --depth 4 --variant r2,vrfd:r=3,research=off").0;
    let alone =
        |variant: &str| desk.ok(&format!("search startpos --depth 4 --variant {variant}")).0;
    assert_eq!(both, alone("r2") + &alone("vrfd:r=3,research=off"));
    let json = desk.ok("search startpos --depth 2 --variant r2,v3 --format json").0;
    let reports: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
    assert_eq!(reports.len(), 2);
    assert_eq!(reports[1]["variant"], "vrfd:r=3");
}

#[test]
fn a_warning_is_said_once() {
    let desk = Desk::new();
    for line in
        [TABLE, "figure8 --suite tiny.epd --depth 1 --methods ab --set horizon=exact --out f"]
    {
        let line = format!("{line} --positions 2");
        let (text, messages) = desk.ok(&line);
        assert_contains(&text, &["NOTE: A sample of 2 of the 6 positions"]);
        // The warning that a suite is replaced is the only one also given before the run.
        let told = messages.lines().filter(|line| line.starts_with("NOTE"));
        assert!(
            told.clone()
                .all(|line| line.contains(" replaces ") || line.contains("is not the paper's")),
            "{messages}"
        );
        assert!(told.count() <= 1, "{messages}");
        let (text, messages) = desk.ok(&format!("{line} --format csv --force"));
        assert!(!text.contains("A sample"), "{text}");
        assert_contains(&messages, &["NOTE: A sample of 2 of the 6 positions"]);
    }
}

#[test]
fn a_new_baseline_has_nothing_before_it() {
    let desk = Desk::new();
    let line = "baseline accept --file b.txt --depth 1 --variants r2 --quiet";
    let (text, _) = desk.ok(line);
    assert_contains(&text, &["| std:r=2 |  | "]);
    assert!(
        desk.ok(line)
            .0
            .lines()
            .any(|line| line.starts_with("| std:r=2 | ") && !line.starts_with("| std:r=2 |  |"))
    );
}

#[test]
fn a_match_of_fewer_games_leaves_the_longer_ones_files() {
    let desk = Desk::new();
    desk.ok(&format!("{MATCH} --games 4"));
    let before = fs::read(desk.path("out/games.csv")).unwrap();
    let (_, messages) = desk.fails(&format!("{MATCH} --games 2"));
    assert_contains(&messages, &["out/ holds more than 2 games of the same run", "--force"]);
    assert_eq!(fs::read(desk.path("out/games.csv")).unwrap(), before);
    desk.ok(&format!("{MATCH} --games 2 --force"));
    assert_eq!(fs::read_to_string(desk.path("out/games.csv")).unwrap().lines().count(), 1 + 2);
    desk.ok(&format!("{MATCH} --games 4"));
    assert_eq!(fs::read(desk.path("out/games.csv")).unwrap(), before);
}

#[test]
fn formulas_are_harmless_in_every_csv_file_and_read_back_as_they_were() {
    let desk = Desk::new();
    let line = "6k1/b4ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"=1+1\";\n";
    desk.file("=2+2.epd", line);
    desk.ok("table4 --suite =2+2.epd --depth 8 --hash-entries 2^10 --out results/table4");
    desk.ok("figure8 --suite =2+2.epd --depth 1 --methods ab,iter --out results/figure8");
    for records in ["results/table4/records.csv", "results/figure8/records.csv"] {
        let text = fs::read_to_string(desk.path(records)).unwrap();
        assert!(text.contains("0,'=1+1,") && !text.contains(",=1+1,"), "{text}");
        assert!(text.contains(",'=2+2,") && !text.contains(",=2+2,"), "{text}");
    }
    for run in ["results/table4", "results/figure8"] {
        desk.ok(&format!("table {run}"));
    }
    let (text, _) = desk.ok("claims --format csv");
    assert!(text.contains("\"'=2+2 (1 position)") && !text.contains("\"=2+2"), "{text}");
}

#[test]
fn an_endless_row_is_refused() {
    let desk = Desk::new();
    desk.ok("figure8 --suite tiny.epd --depth 1 --methods ab --out f");
    // Like a manifest of schema 1, which has no digests.
    let path = desk.path("f/manifest.json");
    let mut manifest: serde_json::Value =
        serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    for field in ["schema", "files", "checksum"] {
        manifest.as_object_mut().unwrap().remove(field);
    }
    fs::write(&path, manifest.to_string()).unwrap();
    desk.ok("table f");
    let mut records = fs::read_to_string(desk.path("f/records.csv")).unwrap();
    records.push_str(&format!("\"{}", "x".repeat(3 << 20)));
    fs::write(desk.path("f/records.csv"), records).unwrap();
    assert_contains(&desk.fails("table f").1, &["the row is longer than 1024 KiB"]);
}

#[test]
fn a_run_that_another_process_writes_is_not_rewritten() {
    let desk = Desk::new();
    desk.ok(TABLE);
    fs::write(desk.path("out/records.csv"), "half of").unwrap();
    let folder = fs::File::open(desk.path("out")).unwrap();
    folder.lock().unwrap();
    let (_, messages) = desk.fails("table out --write");
    assert_contains(&messages, &["another process is writing into out"]);
    drop(folder);
    assert_contains(&desk.fails("table out --write").1, &["its digest differs"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_journal_with_an_endless_record_fits_into_memory() {
    let desk = Desk::new();
    fs::create_dir(desk.path("j")).unwrap();
    let other = fs::File::create(desk.path("j/other.journal")).unwrap();
    other.set_len(1 << 30).unwrap(); // sparse, so it takes no space on the disk
    let program = crate::desk::program();
    let script = format!("ulimit -v 900000; exec {program} {TABLE} --journal j --threads 1");
    let mut command = std::process::Command::new("sh");
    let output = command.args(["-c", &script]).current_dir(desk.path("")).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert_contains(&stderr(&output), &["NOTE: j/other.journal:1 (byte 0): "]);
    assert_eq!(desk.amounts("out"), (18, 0));
}

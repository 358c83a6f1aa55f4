//! What users reach for first: how long a run takes, what runs there are, their own positions, and
//! errors that name the cure.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use crate::desk::Desk;
#[cfg(unix)]
use crate::running::{Running, wait_for};

fn stderr(desk: &Desk, line: &str) -> String {
    let output = desk.run(line);
    assert!(matches!(output.status.code(), Some(1 | 2)), "{line}: {:?}", output.status);
    assert!(output.stdout.is_empty(), "{line} printed a result");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn ok(desk: &Desk, line: &str) -> String {
    let output = desk.run(line);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{line}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "'{part}' is missing in:\n{text}");
    }
}

const TABLE: &str = "table4 --suite tiny.epd --hash-entries 2^12 --quiet";

#[test]
fn a_dry_run_says_what_there_is_to_do_and_does_nothing() {
    let desk = Desk::new();
    let text = ok(&desk, &format!("{TABLE} -d 5 --threads 2 --dry-run"));
    has(
        &text,
        &[
            "searches: 18, 0 of them already in results/runs/journal/",
            "nodes: ",
            "time: ",
            "disk: ",
        ],
    );
    has(&text, &["shallower, at", "memory: 0 MiB, 0 in each thread", "Nothing was run"]);
    assert!(!desk.path("results").exists());
    ok(&desk, &format!("{TABLE} -d 3"));
    let text = ok(&desk, &format!("{TABLE} -d 3 --dry-run"));
    has(&text, &["searches: 18, 18 of them already in results/runs/journal/"]);
    assert!(!text.contains("nodes: "), "nothing is left to do: {text}");
    let text = ok(&desk, &format!("{TABLE} -d 3 --dry-run --fresh --shard 2/4"));
    has(&text, &["searches: 5, 0 of them already in results/runs/journal/"]);
    let text = ok(&desk, "table4 --suite tiny.epd -d 2 --threads 2 --hash-entries 2^40 --dry-run");
    has(&text, &["memory: 33,554,432 MiB, 16,777,216 in each thread"]);
    let text = ok(&desk, "match r3 r2 --games 4 --depth 1 --draw 8,1,30000 --dry-run");
    has(&text, &["games: 4", "if all games are like the first", "time: "]);
    let text = ok(&desk, "figure8 --suite tiny.epd -d 2 --methods ab,iter --dry-run");
    has(&text, &["searches: 18", "time: "]);
}

#[test]
fn a_dry_run_names_a_wrong_name_and_a_sweep_all_of_its_points_first() {
    let desk = Desk::new();
    has(
        &stderr(&desk, "table4 --suite tiny.epd --variants v3+lmx --dry-run"),
        &["unknown rule 'lmx'"],
    );
    desk.file(
        "s.toml",
        "name = \"s\"\nbase = \"table4\"\n[[points]]\nname = \"a\"\n[[points]]\nname = \"b\"\n\
         set = [\"kilers=on\"]\n",
    );
    let error = stderr(&desk, "sweep s.toml --suite tiny.epd -d 2 --quiet");
    has(&error, &["point 'b'", "did you mean 'killers'"]);
    assert!(!desk.path("results").exists(), "the first point was run");
}

#[test]
fn a_dry_run_looks_at_its_folder_as_the_run_would() {
    let desk = Desk::new();
    let dry = |out: &str| stderr(&desk, &format!("{TABLE} -d 2 --dry-run --out {out}"));
    has(&dry("tiny.epd/out"), &["cannot write into tiny.epd: "]);
    ok(&desk, &format!("{TABLE} -d 3 --out other"));
    has(&dry("other"), &["other holds the results of another run; give another folder"]);
    ok(&desk, &format!("{TABLE} -d 2 --dry-run --out other --force"));
    std::fs::create_dir(desk.path("busy")).unwrap();
    let lock = std::fs::File::open(desk.path("busy")).unwrap();
    lock.lock().unwrap();
    has(&dry("busy"), &["another process is writing into busy"]);
    lock.unlock().unwrap();
    ok(&desk, &format!("{TABLE} -d 2 --dry-run --out new/one"));
    assert!(
        !desk.path("new").exists() && std::fs::read_dir(desk.path("busy")).unwrap().count() == 0
    );
}

#[test]
fn a_dry_sweep_adds_its_points_up() {
    let desk = Desk::new();
    let points =
        ["off", "on"].map(|on| format!("[[points]]\nname = \"{on}\"\nset = [\"killers={on}\"]\n"));
    desk.file("s.toml", &format!("name = \"s\"\nbase = \"table4\"\n{}", points.concat()));
    let options = "--suite tiny.epd --hash-entries 2^12 -d 3 --threads 1 --quiet";
    let text = ok(&desk, &format!("sweep s.toml {options} --dry-run"));
    has(
        &text,
        &[
            "points: 2, of which 0 are done",
            "searches: 36, 0 of them already in",
            "the sum of 2 points",
        ],
    );
    has(&text, &["time: ", "disk: about ", "memory: 0 MiB", "Nothing was run"]);
    assert_eq!(text.matches("nodes: ").count(), 1, "one document: {text}");
    assert!(!desk.path("results").exists());
    ok(&desk, &format!("sweep s.toml {options}"));
    let text = ok(&desk, &format!("sweep s.toml {options} --dry-run"));
    has(&text, &["points: 2, of which 2 are done"]);
}

#[test]
fn a_folder_of_runs_that_is_not_there_is_an_error() {
    let desk = Desk::new();
    has(
        &stderr(&desk, "runs nowhere"),
        &["there is no folder nowhere; give the folder of some runs"],
    );
    has(&stderr(&desk, "runs nowhere --remove x"), &["there is no folder nowhere"]);
    assert_eq!(ok(&desk, "runs ."), "no runs in .\n");
}

#[test]
fn runs_are_listed_continued_and_removed() {
    let desk = Desk::new();
    assert_eq!(ok(&desk, "runs"), "no runs in results/runs\n");
    ok(&desk, &format!("{TABLE} -d 3"));
    let list = ok(&desk, "runs");
    has(&list, &["table4-d3-", "complete", "journal/table4-", "18 records"]);
    let name = list.lines().find_map(|line| line.split(' ').next().filter(|n| n.contains("-d3-")));
    let name = name.unwrap();

    // as if killed midway: a run that has begun, and its journal with what it had done
    let folder = desk.path("results/runs").join(name);
    let manifest = fs::read_to_string(folder.join("manifest.json")).unwrap();
    assert!(!folder.join("begun.json").exists(), "it has ended");
    let journal = fs::read_dir(desk.path("results/runs/journal")).unwrap().next().unwrap();
    let journal = journal.unwrap().path();
    let begun = serde_json::json!({
        "arguments": ["table4", "--suite", "my suite.epd", "--fresh"],
        "units": 30, "done": 0, "journal": journal, "records": 0,
    });
    fs::write(folder.join("begun.json"), begun.to_string()).unwrap();
    let list = ok(&desk, "runs");
    has(&list, &["interrupted: 18 of 30", "resumes with:\n  vnmp table4 --suite 'my suite.epd'\n"]);

    fs::create_dir_all(desk.path("results/runs/dead")).unwrap();
    fs::write(desk.path("results/runs/dead/manifest.json"), &manifest).unwrap();
    fs::write(desk.path("results/runs/journal/empty.games"), "").unwrap();
    fs::create_dir_all(desk.path("results/runs/nothing")).unwrap();
    let removed = ok(&desk, "runs --remove-dead");
    has(&removed, &["removed: journal/empty.games", "removed: nothing"]);
    assert!(folder.exists() && journal.exists());
    for bad in ["../x", "nix", ".", "", "journal", "journal/"] {
        let mut command = desk.command("runs --remove");
        let output = command.arg(bad).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{bad}");
    }
    assert!(journal.exists(), "the folder of the journals is no run");
    let lock = fs::File::open(&folder).unwrap();
    lock.lock().unwrap();
    has(&ok(&desk, "runs"), &["running"]);
    has(&stderr(&desk, &format!("runs --remove {name}")), &["a process is working on it"]);
    drop(lock);
    let kept = ok(&desk, "runs --remove dead"); // a copy of the manifest
    has(&kept, &["removed: dead", "kept: journal/table4-", &format!(", which {name} uses")]);
    has(&ok(&desk, &format!("runs --remove {name}")), &[name, "removed: journal/table4-"]);
    assert!(!folder.exists() && !journal.exists());
}

#[test]
fn a_group_is_removed_with_its_runs_and_nothing_else() {
    let desk = Desk::new();
    for out in ["grp/one", "grp/a/b/c/d/deep", "two"] {
        ok(&desk, &format!("{TABLE} -d 2 --out results/runs/{out}"));
    }
    fs::write(desk.path("results/runs/grp/thesis.txt"), "mine").unwrap();
    let begun = r#"{"arguments": ["x"], "units": 30, "done": 0, "journal": "x", "records": 0}"#;
    fs::write(desk.path("results/runs/two/begun.json"), begun).unwrap(); // it is not done yet
    has(&ok(&desk, "runs --remove grp"), &["removed: grp/one"]);
    assert!(!desk.path("results/runs/grp/one").exists());
    for kept in ["grp/thesis.txt", "grp/a/b/c/d/deep/manifest.json"] {
        assert!(desk.path("results/runs").join(kept).exists(), "{kept}");
    }
    let journals = fs::read_dir(desk.path("results/runs/journal")).unwrap();
    assert!(journals.count() > 0, "another run resumes from it");
    ok(&desk, &format!("{TABLE} -d 2 --out results/runs/three --journal elsewhere"));
    has(&ok(&desk, "runs --remove two"), &["kept: journal/table4-", ", which three uses"]);
    has(&ok(&desk, "runs --remove three"), &["removed: three", "removed: journal/table4-"]);
}

#[test]
fn a_note_of_a_run_that_names_no_journal_is_survived() {
    let desk = Desk::new();
    ok(&desk, &format!("{TABLE} -d 2 --out results/runs/one"));
    let begun = desk.path("results/runs/one/begun.json");
    let note = |journal: &str, done: u64| {
        format!(
            r#"{{"arguments": ["x"], "units": 30, "done": {done}, "journal": "{journal}", "records": 0}}"#
        )
    };
    fs::write(&begun, note("/dev/zero", u64::MAX)).unwrap();
    has(&ok(&desk, "runs"), &["30 of 30"]);
    fs::remove_file(desk.path("results/runs/one/manifest.json")).unwrap();
    has(&ok(&desk, "runs"), &["unreadable: manifest.json is missing"]);
}

#[cfg(unix)]
#[test]
fn a_run_without_any_result_leaves_nothing() {
    let desk = Desk::new();
    let (runs, journals) = (desk.path("results/runs"), desk.path("results/runs/journal"));
    let line = "table4 --suite tiny.epd -d 40 --hash-entries 2^12 --quiet";
    let running = Running::new(&desk, line);
    wait_for("run", || {
        let folders = fs::read_dir(&runs).into_iter().flatten().flatten();
        folders.into_iter().any(|folder| folder.path().join("begun.json").exists())
    });
    running.ends_interrupted();
    let left: Vec<_> = fs::read_dir(&runs).unwrap().flatten().collect();
    assert_eq!(left.len(), 1, "{left:?}: only the folder of the journals");
    assert_eq!(fs::read_dir(&journals).unwrap().count(), 0);
    ok(&desk, &format!("{TABLE} -d 2"));
    ok(&desk, &format!("{TABLE} -d 2 --out again"));
    assert_eq!(fs::read_dir(&journals).unwrap().count(), 1, "a run with nothing to do leaves none");
}

#[test]
fn numbers_out_of_range_are_answered_with_the_range() {
    let desk = Desk::new();
    for (line, cure) in [
        ("table3 --threads 0", "whole number from 1"),
        ("table3 --positions 0", "whole number from 1"),
        ("table3 --depth -1", "from 1 to 64"),
        ("search startpos --depth -1", "from 1 to 64"),
        ("figure8 --depth 0", "from 1 to 64"),
    ] {
        has(&stderr(&desk, line), &[cure]);
    }
}

#[test]
fn a_similar_name_is_offered() {
    let desk = Desk::new();
    for (line, meant) in [
        ("tabel3", "'table3'"),
        ("table3 --variants vrdf:r=3", "did you mean 'vrfd'?"),
        ("table3 --variants r33", "did you mean 'r3'?"),
        ("search startpos --variant v33", "did you mean 'v3'?"),
        ("match r3 r22 --nodes 5", "did you mean 'r2'?"),
        ("table3 --suite ecn", "did you mean 'ecm'?"),
        ("search startpos --set kilers=on", "did you mean 'killers'?"),
        ("audit tabel4", "did you mean 'table4'?"),
    ] {
        has(&stderr(&desk, line), &[meant]);
    }
}

#[test]
fn a_file_of_another_kind_is_named_with_its_command() {
    let desk = Desk::new();
    let experiments = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments");
    for (line, cure) in [
        ("run EXPERIMENTS/sensitivity.toml", "is a sweep: vnmp sweep "),
        ("sweep EXPERIMENTS/table3.toml", "is an experiment: vnmp run "),
        ("run EXPERIMENTS/match.toml", "is a match: vnmp match --file "),
        ("run EXPERIMENTS/figure8.toml", "vnmp figure8 "),
        ("audit foo", "there are table1 to table6"),
    ] {
        has(&stderr(&desk, &line.replace("EXPERIMENTS", experiments)), &[cure]);
    }
    let puzzle =
        "[Event \"Back rank\"]\n[FEN \"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\"]\n\n1. Rd8# 1-0\n";
    desk.file("p.epd", puzzle);
    has(
        &stderr(&desk, "table4 --suite p.epd"),
        &["p.epd:1: this is PGN", "vnmp suites import p.epd --as"],
    );
}

#[test]
fn without_a_checkout_the_gate_and_the_claims_say_so() {
    let desk = Desk::new();
    for line in ["claims", "claims plan", "report", "baseline check", "baseline accept"] {
        let output = desk.run(line);
        assert_eq!(output.status.code(), Some(1), "{line}");
        has(&String::from_utf8_lossy(&output.stderr), &["go to a checkout of vnmp"]);
    }
    assert!(!desk.path("results").exists());
    let text = ok(&desk, "baseline accept --file new.txt --suite tiny.epd -d 2 -v r2 --quiet");
    assert!(text.contains("std:r=2") && desk.path("new.txt").exists(), "{text}");
    has(&ok(&desk, "baseline check --file new.txt --quiet"), &["all 12 iterations are the same"]);
    fs::create_dir_all(desk.path("results/runs/own")).unwrap();
    has(&stderr(&desk, "claims"), &["no committed results in results", "go to a checkout of vnmp"]);
}

#[test]
fn what_is_imported_stays_here_and_not_in_the_checkout_of_the_build() {
    let desk = Desk::new();
    let text = ok(&desk, "suites import tiny.epd --as mine");
    has(&text, &["mine: 6 positions", "suites/imported/mine.epd"]);
    assert!(desk.path("suites/imported/mine.epd").exists());
}

#[test]
fn suites_are_made_of_pgn_and_of_puzzles_and_games_begin_from_them() {
    let desk = Desk::new();
    let game =
        |white: &str, moves: &str| format!("[White \"{white}\"]\n[Black \"B\"]\n\n{moves} *\n\n");
    desk.file(
        "book.pgn",
        &(game("A", "1. e4 e5 2. Nf3 Nc6") + &game("C", "1. d4 {solid} d5 2. c4")),
    );
    has(&ok(&desk, "suites import book.pgn --as book --ply 2"), &["book: 2 positions"]);
    let out =
        "match r3 r2 --games 4 --nodes 50 --openings book --set hash-entries=4096 --quiet --out m";
    ok(&desk, out);
    let games = fs::read_to_string(desk.path("m/games.pgn")).unwrap();
    has(&games, &["rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq"]);
    desk.file(
        "lichess.csv",
        "PuzzleId,FEN,Moves,Rating,Themes\n\
         aa,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,9,long\n\
         bb,3r2k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1,a2a3 d1d8,9,mate mateIn1\n",
    );
    has(
        &ok(&desk, "suites import lichess.csv --as mates --themes mateIn1"),
        &["mates: 1 positions"],
    );
    let epd = fs::read_to_string(desk.path("suites/imported/mates.epd")).unwrap();
    assert_eq!(epd, "3r2k1/5ppp/8/8/8/r7/5PPP/3R2K1 w - - dm 1; bm Rxd8#; id \"bb\";\n");
    has(
        &stderr(&desk, "suites import tiny.epd --as x --themes fork"),
        &["--themes and --first are for"],
    );
    has(&stderr(&desk, "suites import tiny.epd --as x --ply 2"), &["--ply is for PGN"]);
}

#[test]
fn a_folder_is_a_suite_and_what_is_discarded_is_named() {
    let desk = Desk::new();
    fs::create_dir(desk.path("mine")).unwrap();
    desk.file("mine/b.epd", "6k1/b4ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"second\";\n");
    desk.file(
        "mine/a.epd",
        "8/8/4k3/3p4/3P4/4K3/8/8 w - - id \"kings\";\nkq6/8/8/8/8/8/8/KQ6 w - - id \"first\";",
    );
    let output = desk.run("table4 --suite mine -d 1 --hash-entries 2^12 --out o");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}");
    has(&told, &["mine: 1 left out, as a side has only king and pawns: kings"]);
    let records = fs::read_to_string(desk.path("o/records.csv")).unwrap();
    let ids: Vec<&str> =
        records.lines().skip(1).step_by(3).map(|l| l.split(',').nth(1).unwrap()).collect();
    assert_eq!(ids, ["first", "second"]);
    desk.file("mine/b.epd", "nonsense\n");
    has(&stderr(&desk, "table4 --suite mine -d 1"), &["mine/b.epd:1:"]);
}

#[test]
fn a_position_is_searched_by_its_id_and_within_a_node_limit() {
    let desk = Desk::new();
    ok(&desk, "suites import tiny.epd --as mine");
    let text = ok(&desk, "search rooks -d 2 --hash-entries 2^12");
    has(&text, &["8/5pk1/4p1p1/1R5p/P6P/4P1P1/r4PK1/8 w - -"]);
    has(&stderr(&desk, "search nobody -d 2"), &["no position 'nobody' in the suites bench, "]);
    let output = desk.run("search startpos -d 30 --node-limit 5000 --hash-entries 2^12");
    assert!(output.status.success());
    has(
        &String::from_utf8_lossy(&output.stderr),
        &["limit of 5000 nodes ended the search before depth 30"],
    );
}

#[test]
fn a_verification_skips_bad_lines_on_request() {
    let desk = Desk::new();
    desk.file("bad.epd", "nonsense\nk7/8/8/8/8/8/8/KQ6 w - - bm Qb7#; id \"x\";\n");
    let refused = desk.run("suites verify bad.epd");
    assert_eq!(refused.status.code(), Some(1));
    has(&String::from_utf8_lossy(&refused.stdout), &["bad.epd: PROBLEMS\n"]);
    has(&ok(&desk, "suites verify bad.epd --skip-bad"), &["1 positions", "1 bad lines skipped"]);
}

#[test]
fn quiet_silences_notes_too() {
    let desk = Desk::new();
    let line = "table4 --suite tiny.epd -d 1 --hash-entries 2^12 --format csv --out";
    let loud = desk.run(&format!("{line} a"));
    has(&String::from_utf8_lossy(&loud.stderr), &["NOTE: ", "the longest took "]);
    let quiet = desk.run(&format!("{line} b --quiet"));
    assert_eq!(String::from_utf8_lossy(&quiet.stderr), "");
    assert_eq!(loud.stdout, quiet.stdout);
}

#[test]
fn a_mate_in_one_is_played_at_once_and_the_other_sides_clock_alone_will_do() {
    let desk = Desk::new();
    let position = "position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1\n";
    // A move's share of ten minutes is more than that.
    for go in ["go wtime 600000 btime 600000", "go btime 1000"] {
        let mut command = desk.command("uci");
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        let begun = std::time::Instant::now();
        use std::io::{BufRead, BufReader, Write};
        let mut input = child.stdin.take().unwrap();
        write!(input, "setoption name Hash value 1\n{position}{go}\n").unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let best = lines.map_while(Result::ok).find(|line| line.starts_with("bestmove"));
        has(&best.unwrap(), &["bestmove g6"]);
        assert!(begun.elapsed() < Duration::from_secs(10), "{go}: {:?}", begun.elapsed());
        writeln!(input, "quit").unwrap();
        child.wait().unwrap();
    }
}

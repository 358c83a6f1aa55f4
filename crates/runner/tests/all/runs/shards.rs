//! Shards and merge: the bytes of an unsharded run, or a refusal that says what to do.

use std::fs;

use crate::desk::{Desk, assert_contains, files};

const LINE: &str = "table4 --depth 4 --suite tiny.epd --hash-entries 2^12";

/// A desk with all shards of a run in `out`, each with a journal of its own.
fn sharded(shards: u32) -> Desk {
    let desk = Desk::new();
    for number in (1..=shards).rev() {
        let rest = format!("--out out --shard {number}/{shards} --journal j{number}");
        let (table, messages) = desk.ok(&format!("{LINE} {rest}"));
        assert_eq!(table, "", "a shard has no table");
        assert_contains(&messages, &[&format!("Shard {number}/{shards} is complete: ")]);
    }
    desk
}

fn shard(desk: &Desk, number: u32) -> std::path::PathBuf {
    desk.path(&format!("out/shards/shard-{number:04}-of-0004.shard"))
}

#[test]
fn merged_shards_are_byte_for_byte_the_unsharded_run() {
    for shards in [1, 4, 25] {
        let desk = sharded(shards);
        let (merged, _) = desk.ok("merge out");
        let (whole, _) = desk.ok(&format!("{LINE} --out whole --fresh"));
        assert_eq!(merged, whole);
        assert_eq!(files(&desk.path("out")), files(&desk.path("whole")));
        desk.ok("merge out"); // again, with the same bytes
        assert_eq!(files(&desk.path("out")), files(&desk.path("whole")));
    }
}

#[test]
fn shards_alone_are_merged_and_not_beside_the_results_of_another_run() {
    let desk = sharded(2);
    let (whole, _) = desk.ok(&format!("{LINE} --out whole --fresh"));
    let to = |folder: &str| {
        fs::create_dir(desk.path(folder)).unwrap();
        fs::create_dir(desk.path(&format!("{folder}/shards"))).unwrap();
        for (name, bytes) in files(&desk.path("out/shards")) {
            fs::write(desk.path(&format!("{folder}/shards/{name}")), bytes).unwrap();
        }
    };
    to("alone");
    assert_eq!(desk.ok("merge alone").0, whole);
    assert_eq!(files(&desk.path("alone")), files(&desk.path("whole")));
    to("notes");
    fs::write(desk.path("notes/mine.txt"), "mine").unwrap();
    to("other");
    desk.ok(&format!("{LINE} --set killers=on --out run --fresh"));
    let other = fs::read(desk.path("run/manifest.json")).unwrap();
    fs::write(desk.path("other/manifest.json"), &other).unwrap();
    for (folder, what) in [("notes", "other files"), ("other", "the results of another run")] {
        let (_, error) = desk.fails(&format!("merge {folder}"));
        let cure = "move shards/ to a folder of its own and merge there";
        assert_contains(&error, &[&format!("{folder}/ holds {what}; {cure}")]);
        assert!(!error.contains("--force"), "{error}");
    }
    assert_eq!(fs::read(desk.path("other/manifest.json")).unwrap(), other);
    assert_eq!(fs::read_to_string(desk.path("notes/mine.txt")).unwrap(), "mine");
}

#[test]
fn an_experiment_file_can_be_merged_without_the_file() {
    let desk = Desk::new();
    let own = "name = \"own\"\ntitle = \"Own\"\ntables = [\"nodes\"]\nvariants = [\"r2\", \"v3\"]\n\
               [[suites]]\nsuite = \"tiny.epd\"\ndepths = [2, 3]\n";
    let file = desk.file("own.toml", own);
    for number in [1, 2] {
        desk.ok(&format!("run own.toml --out out --shard {number}/2"));
    }
    let (whole, _) = desk.ok("run own.toml --out whole --fresh");
    fs::remove_file(file).unwrap();
    assert_eq!(desk.ok("merge out").0, whole);
    assert_eq!(files(&desk.path("out")), files(&desk.path("whole")));
}

#[test]
fn a_complete_shard_is_skipped_and_a_damaged_one_done_again() {
    let desk = sharded(4);
    let bytes = fs::read(shard(&desk, 2)).unwrap();
    let line = format!("{LINE} --out out --shard 2/4 --journal j2");
    assert_contains(&desk.ok(&line).1, &["Shard 2/4 is complete already"]);
    fs::write(shard(&desk, 2), &bytes[..bytes.len() - 5]).unwrap();
    assert_contains(&desk.ok(&line).1, &["Shard 2/4 is complete: "]);
    assert_eq!(fs::read(shard(&desk, 2)).unwrap(), bytes);
}

#[test]
fn missing_shards_are_listed_for_a_job_array_and_nothing_is_written() {
    let desk = sharded(4);
    for number in [1, 2, 4] {
        fs::remove_file(shard(&desk, number)).unwrap();
    }
    let (list, error) = desk.fails("merge out");
    assert_eq!(list, "1-2,4\n");
    assert_contains(&error, &["shard-0004-of-0004.shard is missing", "3 of 4 shards"]);
    let names: Vec<String> = files(&desk.path("out")).into_keys().collect();
    assert_eq!(names, ["manifest.json"]);
    let list = desk.ok("runs .").0;
    assert_contains(
        &list,
        &["1 of 4 shards", "out lacks 1-2,4: repeat its command with --shard N/4"],
    );
}

#[test]
fn damaged_cut_duplicated_and_foreign_shards_are_refused() {
    let desk = sharded(4);
    let path = shard(&desk, 3);
    let good = fs::read(&path).unwrap();
    let lines: Vec<&[u8]> = good.split_inclusive(|byte| *byte == b'\n').collect();
    let refused = |bytes: &[u8], reason: &str| {
        fs::write(&path, bytes).unwrap();
        let (list, error) = desk.fails("merge out");
        assert_eq!(list, "3\n", "{error}");
        assert_contains(&error, &["shard-0003-of-0004.shard", reason]);
    };
    let mut changed = good.clone();
    changed[good.len() / 2] ^= 4;
    refused(&changed, "(byte ");
    refused(&good[..good.len() - lines[4].len() / 2], "has 3 of 4 results");
    refused(&lines[..4].concat(), "has 3 of 4 results");
    refused(b"", ":1 (byte 0)");
    refused(&[&good, lines[2]].concat(), "result 5 occurs twice");
    refused(&[lines[0], lines[1], lines[1], lines[3], lines[4]].concat(), "result 2 occurs twice");
    refused(
        &[lines[0], lines[2], lines[1], lines[3], lines[4]].concat(),
        "result 1 is not the one",
    );
    refused(&fs::read(shard(&desk, 4)).unwrap(), "is of another run or another shard");
    fs::write(&path, &good).unwrap();
    let stray = desk.path("out/shards/shard-0003-of-0005.shard");
    fs::write(&stray, &good).unwrap();
    assert_contains(&desk.fails("merge out").1, &["shard-0003-of-0005.shard is not a shard of"]);
    fs::remove_file(stray).unwrap();
    desk.ok("merge out");
}

#[test]
fn shards_of_another_suite_setting_or_number_do_not_mix() {
    let desk = sharded(4);
    let (_, error) = desk.fails(&format!("{LINE} --out out --shard 1/5"));
    assert_contains(&error, &["divides another run", "--out"]);
    let (_, error) = desk.fails(&format!("{LINE} --out out --shard 1/4 --set killers=on"));
    assert_contains(&error, &["the results of another run"]);
    let suite = fs::read_to_string(desk.path("tiny.epd")).unwrap();
    desk.file("tiny.epd", &suite.replace("bm a5;", "bm a5 Rb4;"));
    assert_contains(&desk.fails("merge out").1, &["another engine, suite or version"]);
    assert_contains(&desk.fails("merge nowhere").1, &["division.json", "--shard I/N"]);
}

const DEEP: &str = "table4 --depth 7 --suite tiny.epd --hash-entries 2^12 --out out";

/// The trials that are there, by name.
fn trials(desk: &Desk) -> Vec<String> {
    let mut names: Vec<String> = files(&desk.path("out/shards/trials")).into_keys().collect();
    names.retain(|name| name.ends_with(".json"));
    names
}

#[test]
fn trials_divide_a_run_once_and_the_merged_bytes_stay() {
    let desk = Desk::new();
    desk.ok(&format!("{DEEP} --shard 2/3"));
    assert_eq!(trials(&desk), ["0001.json", "0002.json", "0003.json"], "the first makes them all");
    let path = desk.path("out/shards/division.json");
    let division = fs::read(&path).unwrap();
    fs::remove_dir_all(desk.path("out/shards/trials")).unwrap();
    for number in [3, 1] {
        desk.ok(&format!("{DEEP} --shard {number}/3 --journal j{number}"));
    }
    assert!(!desk.path("out/shards/trials").exists(), "there is already a division");
    assert_eq!(fs::read(&path).unwrap(), division);
    let (merged, messages) = desk.ok("merge out");
    assert_contains(&messages, &["Shards: 3; the largest has ", "it bounds the time from "]);
    let (whole, _) = desk.ok(&DEEP.replace("--out out", "--out whole --fresh"));
    assert_eq!(merged, whole);
    assert_eq!(files(&desk.path("out")), files(&desk.path("whole")));
}

#[test]
fn trials_of_a_dead_shard_are_done_again_and_damaged_ones_too() {
    let (alone, desk) = (Desk::new(), Desk::new());
    alone.ok(&format!("{DEEP} --shard 1/3"));
    fs::create_dir_all(desk.path("out/shards/trials")).unwrap();
    fs::copy(alone.path("out/manifest.json"), desk.path("out/manifest.json")).unwrap();
    for number in 1..=3 {
        desk.file(&format!("out/shards/trials/000{number}.begun"), "");
    }
    desk.file("out/shards/trials/0002.json", "{\"run\": \"");
    desk.file("out/shards/trials/0003.json", "{\"run\": \"another\", \"nodes\": [1, 2]}");
    desk.ok(&format!("{DEEP} --shard 1/3"));
    let division = |desk: &Desk| fs::read_to_string(desk.path("out/shards/division.json")).unwrap();
    assert_eq!(division(&desk), division(&alone));
}

#[test]
fn a_division_that_has_a_search_twice_or_not_at_all_is_refused() {
    let desk = sharded(4);
    let path = desk.path("out/shards/division.json");
    let good = fs::read_to_string(&path).unwrap();
    let (before, shares) = good.split_once("\"shares\"").unwrap();
    let text = shares.replacen(" 0", " 1", 1);
    assert_ne!(text, shares);
    fs::write(&path, format!("{before}\"shares\"{text}")).unwrap();
    assert_contains(&desk.fails("merge out").1, &["division.json", "do not have each unit once"]);
    assert_contains(
        &desk.fails(&format!("{LINE} --out out --shard 1/4")).1,
        &["divides another run"],
    );
}

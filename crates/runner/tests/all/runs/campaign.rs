//! Matches, comparisons of the survey and sweeps keep the promises that tables make: killed at any moment,
//! damaged at any bit, run twice at once, divided into shards.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use super::times;
use crate::desk::{Desk, Dice, assert_contains, files, stderr};
#[cfg(unix)]
use crate::running::Running;

const MATCH: &str =
    "match v3 r2 --games 12 --nodes 4000 --set hash-entries=2^12 --threads 2 --quiet";
const SURVEY: &str =
    "figure8 --suite tiny.epd --depth 4 --methods ab,iter,pvs+trans --threads 2 --quiet";
const SWEEP: &str = "sweep sweep.toml --suite tiny.epd --depth 5 --threads 2 --quiet";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.file(
        "sweep.toml",
        "name = 'mine'\nbase = 'table5'\n\
         [[points]]\nname = 'small'\nset = ['hash-entries=2^10']\n\
         [[points]]\nname = 'killers'\nset = ['hash-entries=2^10', 'killers=on']\n",
    );
    desk
}

/// All files below a folder except those that hold times or depend on them.
fn deterministic(folder: &Path, prefix: &str, found: &mut BTreeMap<String, Vec<u8>>) {
    for (name, bytes) in files(folder) {
        let is_timed = name.contains("cpu") || name.ends_with(".partial");
        let is_manifest = name == "manifest.json"; // it has the digest of cpu.csv
        if is_manifest {
            let mut value: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
            if let Some(files) = value.get_mut("files").and_then(|files| files.as_object_mut()) {
                files.remove("cpu.csv");
            }
            value.as_object_mut().unwrap().remove("checksum");
            found.insert(format!("{prefix}{name}"), value.to_string().into_bytes());
        } else if !is_timed {
            found.insert(format!("{prefix}{name}"), bytes);
        }
    }
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            let name = entry.file_name().unwrap().to_str().unwrap().to_owned();
            deterministic(&entry, &format!("{prefix}{name}/"), found);
        }
    }
}

fn left(desk: &Desk, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    if desk.path(folder).exists() {
        deterministic(&desk.path(folder), "", &mut found);
    }
    found
}

/// Is there a journal with a result?
fn has_results(journals: &Path) -> bool {
    let files = fs::read_dir(journals).into_iter().flatten().flatten();
    files.into_iter().any(|file| file.metadata().is_ok_and(|file| file.len() > 0))
}

/// Kills a command `kills` times at random moments. Whenever it then runs to its end, it must leave
/// what an uninterrupted run leaves.
fn killed_at_any_moment(line: &str, kills: usize) {
    let desk = desk();
    let begin = Instant::now();
    desk.ok(&format!("{line} --out whole --journal other"));
    let longest = begin.elapsed().as_millis() as usize;
    let whole = left(&desk, "whole");
    assert!(whole.len() >= 4, "{:?}", whole.keys());
    let (mut dice, mut killed) = (Dice::new(7), 0);
    loop {
        // The last kill hits a run that has done something, and the run that resumes it is not
        // killed.
        let (last, at_work) = (killed >= kills, killed + 1 == kills);
        let patience = if last || at_work { 120_000 } else { 5 + dice.roll(longest) };
        let mut child =
            desk.command(&format!("{line} --out out --journal journal")).spawn().unwrap();
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_millis(patience as u64)
            && !(at_work && has_results(&desk.path("journal")))
            && child.try_wait().unwrap().is_none()
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap(); // SIGKILL
            killed += 1;
        }
        let output = child.wait_with_output().unwrap();
        if output.status.success() {
            assert_eq!(left(&desk, "out"), whole, "after {killed} kills");
            desk.remove("out");
            desk.remove("journal");
            if last {
                return;
            }
        } else {
            assert_eq!(output.status.code(), None, "{}", stderr(&output));
        }
    }
}

#[test]
fn a_match_killed_at_any_moment_leaves_what_an_uninterrupted_one_does() {
    killed_at_any_moment(MATCH, times(2, 100));
}

#[test]
fn a_comparison_killed_at_any_moment_leaves_what_an_uninterrupted_one_does() {
    killed_at_any_moment(SURVEY, times(1, 50));
}

#[test]
fn a_sweep_killed_at_any_moment_leaves_what_an_uninterrupted_one_does() {
    killed_at_any_moment(SWEEP, times(1, 50));
}

#[test]
fn a_game_damaged_in_the_journal_is_played_again_and_no_other_and_none_is_altered() {
    std::thread::scope(|scope| {
        for seed in [11, 12] {
            scope.spawn(move || flipped(seed, times(3, 500)));
        }
    });
}

/// Flips a random bit of a match's journal, always starting from an undamaged one.
fn flipped(seed: u64, flips: usize) {
    let desk = desk();
    let line = "match v3 r2 --games 4 --nodes 300 --set hash-entries=2^12 --threads 1";
    desk.ok(&format!("{line} --out whole --journal journal"));
    let whole = left(&desk, "whole");
    let path = desk.journal("journal");
    let sound = fs::read(&path).unwrap();
    let mut dice = Dice::new(seed);
    for _ in 0..flips {
        let (at, bit) = (dice.roll(sound.len()), dice.roll(8));
        let mut damaged = sound.clone();
        damaged[at] ^= 1 << bit;
        fs::write(&path, &damaged).unwrap();
        let (_, messages) = desk.ok(&format!("{line} --out out --journal journal"));
        assert_eq!(left(&desk, "out"), whole, "bit {bit} of byte {at}");
        let (played, kept) = desk.amounts("out");
        assert_eq!(played + kept, 4, "{messages}");
        assert!(played <= 2, "bit {bit} of byte {at}: {played} games were played again");
    }
}

#[cfg(unix)]
const ENDLESS: [&str; 3] = [
    "match v3 r2 --games 2 --depth 40 --set hash-entries=2^12 --threads 1 --quiet",
    "figure8 --suite tiny.epd --depth 30 --methods ab --quiet",
    "table4 --suite tiny.epd --depth 40 --hash-entries 2^12 --threads 1 --quiet",
];

#[cfg(unix)]
#[test]
fn a_second_process_in_the_same_folder_is_refused_by_name_whatever_its_journal() {
    for line in ENDLESS {
        let desk = desk();
        let first = Running::at_work(&desk, &format!("{line} --out out --journal one"), "out");
        let (_, error) = desk.fails(&format!("{line} --out out --journal two"));
        let (_, same) = desk.fails(&format!("{line} --out other --journal one"));
        drop(first);
        assert_contains(&error, &["another process is writing into out"]);
        assert_contains(&same, &["another process is at the same run", "one"]);
        assert!(!desk.path("other").exists(), "{line}: a refused run left a folder");
    }
}

#[cfg(unix)]
#[test]
fn every_kind_of_run_ends_within_a_second_of_an_interrupt_and_says_how_to_resume() {
    for line in ENDLESS {
        let desk = desk();
        let line = format!("{line} --out out --journal journal");
        let output = Running::at_work(&desk, &line, "out").ends_interrupted();
        assert_contains(&stderr(&output), &["interrupted: ", "repeat the command to resume"]);
    }
}

#[cfg(unix)]
#[test]
fn a_full_disk_ends_every_kind_of_run_with_a_message_and_loses_nothing() {
    for (line, blocks) in [(MATCH, 24), (SURVEY, 16)] {
        let desk = desk();
        let program = crate::desk::program();
        let script = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec {program} {line} --out out --journal j"
        );
        let shell = Command::new("sh").args(["-c", &script]).current_dir(desk.path("")).output();
        let output = shell.unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert_contains(&stderr(&output), &["cannot store a result", "not lost"]);
        desk.ok(&format!("{line} --out out --journal j"));
        assert!(desk.amounts("out").1 > 0, "{line}: nothing was kept");
        desk.ok(&format!("{line} --out whole --journal other"));
        assert_eq!(left(&desk, "out"), left(&desk, "whole"), "{line}");
    }
}

#[test]
fn shards_of_every_kind_of_run_merge_into_what_one_process_leaves() {
    for line in [MATCH, SURVEY] {
        let desk = desk();
        desk.ok(&format!("{line} --out whole --journal other"));
        for shard in ["1/3", "2/3"] {
            desk.ok(&format!("{line} --out out --journal journal --shard {shard}"));
        }
        let (list, _) = desk.fails("merge out");
        assert_eq!(list.trim(), "3");
        desk.ok(&format!("{line} --out out --journal journal --shard 3/3"));
        desk.ok("merge out");
        let mut merged = left(&desk, "out");
        merged.retain(|name, _| !name.starts_with("shards/"));
        assert_eq!(merged, left(&desk, "whole"), "{line}");
    }
}

#[test]
fn two_divisions_at_once_end_with_one() {
    for _ in 0..times(1, 50) {
        let desk = desk();
        let line = "table5 --suite tiny.epd --depth 2 --hash-entries 2^10 --quiet --out out";
        let shards = ["1/2", "1/3"];
        let start = |shard: &&str| {
            desk.command(&format!("{line} --shard {shard} --journal {}", &shard[2..])).spawn()
        };
        let children: Vec<Child> = shards.iter().map(|shard| start(shard).unwrap()).collect();
        let outputs = children.into_iter().map(|child| child.wait_with_output().unwrap());
        let succeeded = outputs.filter(|output| output.status.success()).count();
        assert_eq!(succeeded, 1);
    }
}

#[cfg(unix)]
#[test]
fn merge_starts_no_program_whatever_the_folder_says() {
    use std::os::unix::fs::PermissionsExt;
    let desk = desk();
    let trap =
        desk.file("trap.sh", &format!("#!/bin/sh\ntouch {}\n", desk.path("sprung").display()));
    fs::set_permissions(&trap, fs::Permissions::from_mode(0o755)).unwrap();
    let engines = format!("[trap]\ncommand = '{}'\n", trap.display());
    desk.file("engines.toml", &engines);
    let line = "table5 --suite tiny.epd --depth 1 --variants v3 --hash-entries 2^10 --quiet";
    desk.ok(&format!("{line} --out out --journal journal --shard 1/1"));
    let path = desk.path("out/shards/division.json");
    let text = fs::read_to_string(&path).unwrap();
    let asked = text.replace("\"variants\": null", "\"variants\": \"v3,uci:trap\"");
    let asked = asked.replace("\"variants\": \"v3\"", "\"variants\": \"v3,uci:trap\"");
    let asked = asked.replace("\"engines\": null", "\"engines\": \"engines.toml\"");
    assert_ne!(asked, text, "the division does not mention variants and engines");
    fs::write(&path, asked).unwrap();
    desk.fails("merge out");
    assert!(!desk.path("sprung").exists(), "merge started a program");
}

#[test]
fn a_finished_run_of_every_kind_is_rendered_again_and_tampering_is_refused() {
    for (line, table, records) in [
        (MATCH, "report.txt", "games.csv"),
        (SURVEY, "table.txt", "records.csv"),
        (
            "table5 --suite tiny.epd --depth 3 --hash-entries 2^10 --quiet",
            "table.txt",
            "records.csv",
        ),
    ] {
        let desk = desk();
        desk.ok(&format!("{line} --out out"));
        let printed = fs::read_to_string(desk.path("out").join(table)).unwrap();
        let (again, _) = desk.ok("table out");
        assert!(again.starts_with(&printed), "{line}:\n{again}\n{printed}");
        let before = left(&desk, "out");
        desk.ok("table out --write");
        let after = left(&desk, "out");
        let changed = before.iter().filter(|(name, bytes)| after.get(*name) != Some(*bytes));
        let changed: Vec<&String> = changed.map(|(name, _)| name).collect();
        assert!(changed.is_empty() && before.len() == after.len(), "{line}: {changed:?}");
        let path: PathBuf = desk.path("out").join(records);
        let text = fs::read_to_string(&path).unwrap();
        let last = text.trim_end().rfind('\n').unwrap();
        fs::write(&path, &text[..last + 1]).unwrap();
        let (_, error) = desk.fails("table out");
        assert_contains(&error, &[records, "its digest differs"]);
    }
}

#[test]
fn records_of_another_run_are_never_taken_for_those_of_a_forced_one() {
    let desk = desk();
    let line = "table5 --suite tiny.epd --depth 3 --hash-entries 2^10 --quiet --out out";
    desk.ok(&format!("{line} --compress"));
    let (printed, _) = desk.ok(&format!("{line} --set killers=on --force"));
    assert_eq!(desk.ok("table out").0, printed);
    let manifest = fs::read_to_string(desk.path("out/manifest.json")).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    for key in ["files", "checksum"] {
        value.as_object_mut().unwrap().remove(key); // as if killed before the records were written
    }
    value["schema"] = 2.into();
    fs::write(desk.path("out/manifest.json"), value.to_string()).unwrap();
    desk.fails("table out");
}

#[test]
fn a_bit_flipped_in_a_manifest_is_noticed() {
    let desk = desk();
    desk.ok(&format!("{MATCH} --out out"));
    let path = desk.path("out/manifest.json");
    let sound = fs::read(&path).unwrap();
    let mut dice = Dice::new(13);
    for _ in 0..times(8, 500) {
        let (at, bit) = (dice.roll(sound.len()), dice.roll(8));
        let mut damaged = sound.clone();
        damaged[at] ^= 1 << bit;
        fs::write(&path, &damaged).unwrap();
        let (_, error) = desk.fails("table out");
        let is_named =
            ["out/manifest.json", "out is not a run folder"].map(|text| error.contains(text));
        assert!(is_named.contains(&true), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_of_a_match_played_again_keeps_the_results_that_were_there() {
    let desk = desk();
    let line = "match v3 r2 --games 4 --nodes 8000 --set hash-entries=2^12 --quiet --out out";
    desk.ok(line);
    let before = left(&desk, "out");
    let child = desk.command(&format!("{line} --fresh")).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(50));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let status = child.wait_with_output().unwrap().status;
    assert!(!status.success(), "the interrupt came too late");
    let after = left(&desk, "out");
    assert_eq!(after["games.csv"], before["games.csv"]);
}

#[cfg(unix)]
#[test]
fn a_journal_that_is_not_a_file_is_refused_by_name() {
    for (line, ending) in [(MATCH, "games"), (SURVEY, "survey"), (ENDLESS[2], "journal")] {
        let desk = desk();
        fs::create_dir(desk.path("journal")).unwrap();
        let pipe = desk.path(&format!("journal/x.{ending}"));
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let (_, error) = desk.fails(&format!("{line} --out out --journal journal"));
        assert_contains(&error, &[&format!("x.{ending}"), "not a regular file"]);
    }
}

#[test]
fn a_prepared_division_of_a_match_is_refused() {
    for games in ["7", "8", "4000000000"] {
        let desk = desk();
        let line = "match v3 r2 --games 6 --nodes 300 --set hash-entries=2^12 --quiet --out out";
        desk.ok(&format!("{line} --shard 1/1"));
        let path = desk.path("out/shards/division.json");
        let text = fs::read_to_string(&path).unwrap();
        let changed = text.replacen("\"games\": 6", &format!("\"games\": {games}"), 1);
        assert_ne!(changed, text);
        fs::write(&path, changed).unwrap();
        let (_, error) = desk.fails("merge out");
        assert_contains(&error, &[&format!("the division is not of {games} games")]);
    }
}

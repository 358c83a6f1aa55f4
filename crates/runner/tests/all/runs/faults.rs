//! Kills at random moments, cuts and changes at random bytes: the resumed run leaves the same
//! bytes as an uninterrupted one.

use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, Instant};

use super::times;
use crate::desk::{Desk, Dice, SEARCHES, assert_contains, files};

#[test]
fn a_run_killed_at_any_moment_ends_with_the_bytes_of_an_uninterrupted_one() {
    let desk = Desk::new();
    let line = "table5 --depth 6 --suite tiny.epd --hash-entries 2^12 --threads 2";
    let begin = Instant::now();
    desk.ok(&format!("{line} --out whole --journal whole-journal"));
    let longest = begin.elapsed().as_millis() as usize;
    let whole = files(&desk.path("whole"));
    let (mut dice, mut kills, mut resumed) = (Dice::new(5), 0, 0);
    let enough = times(10, 50);
    while kills < enough || resumed == 0 {
        assert!(kills < 20 * enough, "no run was resumed after {kills} kills");
        // Moments throughout the run, including the writing of the results. Towards the end of the
        // test a run is killed while it searches, and the run that resumes it is left to finish.
        let (patience, until) = match searched(&desk) {
            _ if kills < enough => (dice.roll(longest / 2 + 50), usize::MAX),
            0 => (60_000, 1),
            _ => (60_000, usize::MAX),
        };
        let mut child =
            desk.command(&format!("{line} --out out --journal journal")).spawn().unwrap();
        let mut waited = 0;
        while waited < patience && searched(&desk) < until && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
            waited += 1;
        }
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap(); // SIGKILL
            kills += 1;
        }
        let ended = child.wait().unwrap().success();
        let left =
            if desk.path("out").exists() { files(&desk.path("out")) } else { BTreeMap::new() };
        for (name, bytes) in left.into_iter().filter(|(name, _)| !name.ends_with(".partial")) {
            let is_whole = match name.as_str() {
                "manifest.json" => without_files(&bytes) == without_files(&whole[&name]),
                "begun.json" => serde_json::from_slice::<serde_json::Value>(&bytes).is_ok(),
                _ => Some(&bytes) == whole.get(&name),
            };
            assert!(is_whole, "{name} is not whole");
        }
        if ended {
            assert_eq!(files(&desk.path("out")), whole, "after {kills} kills");
            let (searches, kept) = desk.amounts("out");
            assert_eq!(searches + kept, SEARCHES);
            resumed += usize::from(kept > 0 && searches > 0); // killed while searching
            desk.remove("out");
            desk.remove("journal");
        }
    }
}

/// How many searches the journal holds; 0 if there is none yet.
fn searched(desk: &Desk) -> usize {
    let Ok(mut folder) = fs::read_dir(desk.path("journal")) else { return 0 };
    let journal = folder.find_map(|file| {
        file.ok()
            .map(|file| file.path())
            .filter(|path| path.extension() == Some("journal".as_ref()))
    });
    let bytes = journal.and_then(|path| fs::read(path).ok()).unwrap_or_default();
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

/// A manifest as it is before the records exist.
fn without_files(manifest: &[u8]) -> serde_json::Value {
    let mut value: serde_json::Value = serde_json::from_slice(manifest).unwrap();
    value.as_object_mut().unwrap().remove("files");
    value.as_object_mut().unwrap().remove("checksum");
    value
}

#[test]
fn a_journal_cut_anywhere_loses_only_what_follows_the_cut() {
    let desk = Desk::new();
    let line = "table5 --depth 4 --suite tiny.epd --hash-entries 2^12";
    desk.ok(&format!("{line} --out whole --journal journal"));
    let (path, whole) = (desk.journal("journal"), files(&desk.path("whole")));
    let bytes = fs::read(&path).unwrap();
    let mut dice = Dice::new(6);
    for _ in 0..times(8, 25) {
        let cut = dice.roll(bytes.len() + 1);
        fs::write(&path, &bytes[..cut]).unwrap();
        desk.remove("out");
        let (_, messages) = desk.ok(&format!("{line} --out out --journal journal"));
        assert!(!messages.contains("NOTE: journal"), "a cut is not damage: {messages}");
        assert_eq!(files(&desk.path("out")), whole, "cut at byte {cut}");
        let lines = bytes[..cut].iter().filter(|byte| **byte == b'\n').count();
        let whole_but_for_the_break = usize::from(bytes.get(cut) == Some(&b'\n'));
        assert_eq!(desk.amounts("out").1, lines + whole_but_for_the_break, "cut at byte {cut}");
        let (_, messages) = desk.ok(&format!("{line} --out out --journal journal"));
        assert_contains(&messages, &["Resuming: 18 of 18"]);
    }
}

#[test]
fn a_changed_byte_is_reported_with_its_place_and_only_its_search_is_done_again() {
    let desk = Desk::new();
    let line = "table5 --depth 4 --suite tiny.epd --hash-entries 2^12";
    desk.ok(&format!("{line} --out whole --journal journal"));
    let (path, whole) = (desk.journal("journal"), files(&desk.path("whole")));
    let bytes = fs::read(&path).unwrap();
    let mut dice = Dice::new(7);
    for round in 0..times(8, 25) {
        let mut changed = bytes.clone();
        let at = match round {
            0 => bytes.iter().position(|byte| *byte == b'\n').unwrap(), // between two records
            _ => dice.roll(bytes.len() - 1),
        };
        changed[at] = changed[at].wrapping_add(1 + dice.roll(255) as u8);
        fs::write(&path, &changed).unwrap();
        desk.remove("out");
        let (_, messages) = desk.ok(&format!("{line} --out out --journal journal"));
        assert_eq!(files(&desk.path("out")), whole, "byte {at}");
        let (searches, _) = desk.amounts("out");
        let between = bytes[at] == b'\n';
        assert_eq!(searches, usize::from(!between), "byte {at}: {messages}");
        if !between {
            let number = bytes[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
            assert_contains(&messages, &[".journal:", "(byte ", "it is redone"]);
            // A line break that appears within a record splits it into two bad lines.
            assert!(messages.contains(&format!(".journal:{number} ")), "byte {at}: {messages}");
        }
    }
}

#[test]
fn a_shard_killed_at_any_moment_is_complete_or_absent() {
    let desk = Desk::new();
    let line = "table5 --depth 5 --suite tiny.epd --hash-entries 2^12 --threads 2 --out out";
    let shard = desk.path("out/shards/shard-0001-of-0002.shard");
    let begin = Instant::now();
    desk.ok(&format!("{line} --shard 1/2 --journal one"));
    let longest = begin.elapsed().as_millis() as usize;
    let whole = fs::read(&shard).unwrap();
    let (mut dice, mut kills) = (Dice::new(8), 0);
    while kills < times(4, 10) {
        let _ = fs::remove_file(&shard);
        let mut child = desk.command(&format!("{line} --shard 1/2 --journal two")).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(dice.roll(longest + 20) as u64));
        kills += usize::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        let ended = child.wait().unwrap().success();
        match fs::read(&shard) {
            Ok(bytes) => assert_eq!(bytes, whole),
            Err(_) => assert!(!ended),
        }
        if ended {
            desk.remove("two");
            kills += 1;
        }
    }
}

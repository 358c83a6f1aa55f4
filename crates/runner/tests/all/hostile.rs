//! Hostile input on the stable toolchain: the fuzz corpus, replayed and randomly mutated.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use vnmp::fuzz as targets;

/// The corpus of a target: file name and bytes.
fn corpus(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(target);
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

#[test]
fn every_target_survives_its_corpus_and_has_one() {
    for (name, run) in targets::ALL {
        let corpus = corpus(name);
        assert!(corpus.len() >= 3, "{name} has a corpus of {}", corpus.len());
        let mut accepted = 0;
        for (path, bytes) in &corpus {
            println!("{}", path.display()); // shown if the next line panics
            accepted += usize::from(run(bytes));
        }
        assert!((1..corpus.len()).contains(&accepted), "{name}: {accepted} inputs are accepted");
    }
}

/// The same inputs in every run, unless `VNMP_CASES` asks for that many random ones.
fn config(usual: u32) -> ProptestConfig {
    let asked = std::env::var("VNMP_CASES").ok().and_then(|cases| cases.parse().ok());
    let rng_seed = if asked.is_some() { RngSeed::Random } else { RngSeed::Fixed(2002) };
    ProptestConfig { rng_seed, ..ProptestConfig::with_cases(asked.unwrap_or(usual)) }
}

#[derive(Clone, Debug)]
enum Change {
    Replace(usize, u8),
    Insert(usize, Vec<u8>),
    Remove(usize, usize),
    Double(usize, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<usize>();
    prop_oneof![
        (at, any::<u8>()).prop_map(|(at, byte)| Change::Replace(at, byte)),
        (at, prop::sample::select(vec![b' ', b'/', b'-', b'"', b';', b'#', b'8', b'K', b'\n']))
            .prop_map(|(at, byte)| Change::Replace(at, byte)),
        (at, prop::collection::vec(any::<u8>(), 1..9)).prop_map(|(at, b)| Change::Insert(at, b)),
        (at, 1..40usize).prop_map(|(at, length)| Change::Remove(at, length)),
        (at, 1..40usize).prop_map(|(at, length)| Change::Double(at, length)),
    ]
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    let place = |at: usize| at % (bytes.len() + 1);
    let range = |at: usize, length: usize| place(at)..(place(at) + length).min(bytes.len());
    match change {
        Change::Replace(at, byte) => {
            let at = place(*at);
            if let Some(old) = bytes.get_mut(at) {
                *old = *byte;
            }
        }
        Change::Insert(at, more) => {
            let at = place(*at);
            bytes.splice(at..at, more.iter().copied());
        }
        Change::Remove(at, length) => {
            let range = range(*at, *length);
            bytes.drain(range);
        }
        Change::Double(at, length) => {
            let range = range(*at, *length);
            let copy = bytes[range.clone()].to_vec();
            bytes.splice(range.start..range.start, copy);
        }
    }
}

#[test]
fn every_target_survives_random_changes_of_its_corpus() {
    for (name, run) in targets::ALL {
        let seeds: Vec<Vec<u8>> = corpus(name).into_iter().map(|(_, bytes)| bytes).collect();
        let input = (prop::sample::select(seeds), prop::collection::vec(change(), 0..6));
        let mut runner = TestRunner::new(config(2_000));
        let (accepted, refused) = (Cell::new(0), Cell::new(0));
        let result = runner.run(&input, |(mut bytes, changes)| {
            changes.iter().for_each(|change| apply(&mut bytes, change));
            let count = if run(&bytes) { &accepted } else { &refused };
            count.set(count.get() + 1);
            Ok(())
        });
        result.unwrap_or_else(|error| panic!("{name}: {error}"));
        let counts: (u32, u32) = (accepted.get(), refused.get());
        let few = (counts.0 + counts.1) / 50;
        println!("{name}: {counts:?} accepted and refused");
        assert!(counts.0 > few && counts.1 > few, "{name}: {counts:?}");
    }
}

#[test]
fn every_target_survives_random_bytes_and_random_text() {
    for (name, run) in targets::ALL {
        let bytes = prop::collection::vec(any::<u8>(), 0..300);
        let text = ".{0,200}".prop_map(String::into_bytes);
        let mut runner = TestRunner::new(config(500));
        let result = runner.run(&prop_oneof![bytes, text], |bytes| {
            run(&bytes);
            Ok(())
        });
        result.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

//! Divisions simulated on committed records: workers that make the trials together, one block after
//! another, and then take shards in the order of their numbers. A search is as long as its nodes; trials
//! are work that a run without shards does not have.

use super::deal::by_trials;
use crate::run::cost::TRIAL_OF_SHARDS_FALLS_SHORT;
use crate::run::samples::{Search, searches};

/// Plies by which the trials that a shard makes for its progress line fall short.
const OWN_TRIALS_FALL_SHORT: usize = 7;

/// When the last worker finishes these, each started by the first free worker.
fn span(lengths: &[u64], workers: usize) -> u64 {
    let mut ends = vec![0; workers];
    for length in lengths {
        *ends.iter_mut().min().unwrap() += length;
    }
    ends.into_iter().max().unwrap()
}

/// How busy the workers are with the searches themselves, and the most that the longest search allows.
fn busy(all: &[Search], shards: u32, workers: usize) -> (f64, f64) {
    let less = usize::from(TRIAL_OF_SHARDS_FALLS_SHORT);
    let trials: Vec<u64> = all.iter().map(|search| search.trial(less)).collect();
    let block = |first| trials.iter().skip(first).step_by(shards as usize).sum();
    let blocks: Vec<u64> = (0..shards as usize).map(block).collect();
    let kin = |unit: usize| (all[unit].suite as u64) << 32 | u64::from(all[unit].index);
    let length = |unit: &usize| all[*unit].whole() + all[*unit].trial(OWN_TRIALS_FALL_SHORT);
    let shares = by_trials(&trials, kin, shards);
    let shards: Vec<u64> = shares.iter().map(|units| units.iter().map(length).sum()).collect();
    let took = span(&blocks, workers) + span(&shards, workers);
    let ideal = all.iter().map(Search::whole).sum::<u64>() as f64 / workers as f64;
    let longest = all.iter().map(Search::whole).max().unwrap() as f64;
    (ideal / took as f64, (ideal / longest).min(1.0))
}

#[test]
fn workers_are_nine_tenths_busy_with_the_shards_of_tables_3_and_4() {
    for folder in ["table3", "table4"] {
        let all = searches(folder);
        for (shards, workers) in [(40, 8), (100, 16), (200, 32), (400, 64)] {
            let (share, most) = busy(all, shards, workers);
            println!("{folder}: {shards} shards, {workers} workers: {share:.3}, at most {most:.3}");
            assert!(
                share >= 0.9,
                "{folder}: {shards} shards keep {workers} workers {share:.3} busy"
            );
            assert!(share <= most);
        }
    }
}

#[test]
fn workers_begin_what_comes_next_as_soon_as_they_are_free() {
    assert_eq!(span(&[5, 3, 1, 1, 4], 2), 9);
    assert_eq!(span(&[7], 3), 7);
}

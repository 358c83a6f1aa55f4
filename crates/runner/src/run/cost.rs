//! Which searches are expected to take longest. Only the order of work and the division into shards depend on
//! it, never a result. Shallow searches are the best predictor; without them, position and variant are used.

use std::cmp::Reverse;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use vnmp_engine::SearchSettings;

use crate::base::estimate::{Forecast, scouts, scouts_first};
use crate::base::progress::Progress;
use crate::experiment::searcher::Searcher;
use crate::experiment::unit::Unit;
use crate::run::execute::execute;
use crate::run::forecast::{Trial, expected};
use crate::run::job::{Arranged, Wanted};
use crate::run::outcome::SearchOutcome;
use crate::run::search::Searches;

/// Depth reduction of a trial search, in plies. A trial takes a thousandth of its search's time; from
/// eight threads on, that is less than the idle tail it saves (`results/speed`).
pub(crate) const TRIAL_FALLS_SHORT: u8 = 7;
/// With many threads a better order is worth trials that take a hundredth of the time (`scripts/tail.py`).
const MANY_THREADS: usize = 32;
const TRIAL_OF_MANY_FALLS_SHORT: u8 = 5;
/// The same holds for shards, which cannot be dealt out again (`run/shard/replay_tests.rs`).
pub(crate) const TRIAL_OF_SHARDS_FALLS_SHORT: u8 = 5;

/// Without trials, searches are expected to be equal in size; the scouts show how large.
pub(crate) const UNTRIED: u64 = 1;

/// Depth reduction of the trials for a number of threads.
fn falls_short(threads: NonZeroUsize) -> u8 {
    if threads.get() < MANY_THREADS { TRIAL_FALLS_SHORT } else { TRIAL_OF_MANY_FALLS_SHORT }
}

/// Indices of the units, the most expensive first; equals keep their order.
pub(crate) fn most_expensive_first(units: &[Unit]) -> Vec<usize> {
    let costs: Vec<f64> = units.iter().map(predicted).collect();
    let mut order: Vec<usize> = (0..units.len()).collect();
    order.sort_by(|&a, &b| costs[b].total_cmp(&costs[a]).then(a.cmp(&b)));
    order
}

/// Sorts the units by the nodes of their trials (shallower searches of the same), largest first, after scouts
/// for the time left. Unsorted where there is no such depth or another engine searches. A resumed run
/// continues in the order of an uninterrupted one: the journals' searches contain their trials.
///
/// # Errors
/// As those of [`execute`], except that after an interruption the queue is as it was.
pub(crate) fn largest_trials_first(
    searches: &Searches,
    wanted: Wanted<SearchOutcome>,
    threads: NonZeroUsize,
    stop: &AtomicBool,
) -> anyhow::Result<Arranged> {
    let (units, less) = (&searches.units, falls_short(threads));
    let Wanted { units: wanted, todo, fetch } = wanted;
    let is_tried = can_be_tried(units, todo.iter().copied(), less);
    if todo.is_empty() || !is_tried && !can_be_tried(units, todo.iter().copied(), 0) {
        return Ok(Arranged::unknown(todo));
    }
    let plies = if is_tried { less } else { 0 };
    let mut taken = vec![None; units.len()];
    let mut nodes = vec![UNTRIED; units.len()];
    if is_tried {
        let Some(tried) = trials(searches, &todo, less, threads, stop)? else {
            return Ok(Arranged::unknown(todo));
        };
        nodes = tried;
    }
    let mut is_left = vec![false; units.len()];
    todo.iter().for_each(|&unit| is_left[unit] = true);
    let mut queue = Vec::new();
    for &unit in wanted {
        if !is_left[unit] {
            if !can_be_tried(units, [unit].into_iter(), plies) {
                continue;
            }
            let depth = units[unit].depth;
            let Some(done) = fetch(unit)? else { continue };
            taken[unit] = Some(done.nodes_to(depth));
            if is_tried {
                nodes[unit] = done.nodes_to(depth - less);
            }
        }
        queue.push(unit);
    }
    queue.sort_by_key(|&unit| Reverse(nodes[unit]));
    let scouts = if threads.get() < MANY_THREADS { scouts(queue.len()) } else { 0 };
    let queue = if scouts > 0 { scouts_first(&queue) } else { queue };
    let trial = |&unit: &usize| Trial::of(&units[unit], plies, nodes[unit]).with(taken[unit]);
    let expected = expected(&queue.iter().map(trial).collect::<Vec<_>>());
    let queue = queue.into_iter().filter(|&unit| is_left[unit]).collect();
    Ok(Arranged { queue, forecast: Forecast { units: expected, scouts } })
}

/// Can these searches be tried this many plies shallower? Other engines make no trials.
pub(crate) fn can_be_tried(units: &[Unit], mut of: impl Iterator<Item = usize>, less: u8) -> bool {
    of.all(|i| matches!(units[i].searcher, Searcher::Variant(_)) && units[i].depth > less)
}

/// Nodes of the searches of `queue` when `less` plies shallower.
///
/// # Errors
/// As those of [`execute`].
pub(crate) fn trials(
    searches: &Searches,
    queue: &[usize],
    less: u8,
    threads: NonZeroUsize,
    stop: &AtomicBool,
) -> anyhow::Result<Option<Vec<u64>>> {
    let depth = |unit: &Unit| unit.depth.saturating_sub(less);
    let trials = searches.units.iter().map(|unit| Unit { depth: depth(unit), ..*unit }).collect();
    trial(trials, searches.settings, queue, threads, stop)
}

/// Nodes of the units of `queue`, or their limit; `None` when it was stopped before all were searched.
pub(crate) fn trial(
    units: Vec<Unit>,
    settings: &SearchSettings,
    queue: &[usize],
    threads: NonZeroUsize,
    stop: &AtomicBool,
) -> anyhow::Result<Option<Vec<u64>>> {
    let nodes: Vec<AtomicU64> = units.iter().map(|_| AtomicU64::new(0)).collect();
    let note = |unit: usize, trial: SearchOutcome| {
        nodes[unit].store(trial.limit.unwrap_or(trial.nodes()), Ordering::Relaxed);
        Ok(())
    };
    let trials = Searches::of(units, settings);
    let left = execute(&trials, queue, threads, stop, &Progress::hidden(), &note)?;
    Ok((left == 0).then(|| nodes.into_iter().map(AtomicU64::into_inner).collect()))
}

/// Expected nodes in arbitrary units: the tree of the variant, times a branching factor that grows
/// with the number of legal moves, to the power of the depth. Multiplications only: powers and
/// logarithms differ in the last digit between systems' libraries.
fn predicted(unit: &Unit) -> f64 {
    let moves = f64::from(unit.position.position.count_legal());
    let branching = 1.5 + moves / 20.0;
    (0..unit.depth).fold(tree(&unit.searcher.spec()), |cost, _| cost * branching)
}

/// Size of the tree relative to verified R = 3.
fn tree(spec: &str) -> f64 {
    match spec {
        "none" => 4.0,
        "std:r=1" => 1.5,
        "std:r=2" => 0.9,
        "std:r=3" => 0.6,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vnmp_engine::{Position, SearchSettings};
    use vnmp_variants::Variant;

    use crate::experiment::searcher::Searcher;
    use crate::suite::{EpdRecord, Task};

    fn position(fen: &str) -> EpdRecord {
        let position = Position::from_fen(fen).unwrap();
        EpdRecord { index: 0, line: 1, id: String::new(), position, task: Task::None }
    }

    #[test]
    fn deep_searches_large_trees_and_many_moves_are_begun_first() {
        let few = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        let many = position("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1");
        let searchers = ["std:r=3", "vrfd:r=3", "none", "std:r=1"]
            .map(|spec| Searcher::Variant(Variant::parse(spec).unwrap()));
        let mut units = Vec::new();
        for (position, depth) in [(&few, 3), (&few, 9), (&many, 9)] {
            for searcher in &searchers {
                units.push(Unit { suite: 0, position, searcher, depth, node_limit: None });
            }
        }
        let order = most_expensive_first(&units);
        assert_eq!(order, [10, 11, 9, 8, 6, 7, 5, 4, 2, 3, 1, 0]);
    }

    #[test]
    fn many_threads_are_worth_deeper_trials() {
        let less = |threads| falls_short(NonZeroUsize::new(threads).unwrap());
        assert_eq!([1, 2, 16, 32, 64].map(less), [7, 7, 7, 5, 5]);
    }

    #[test]
    fn the_order_of_trials_holds_at_any_number_of_threads() {
        let locked = position("k7/2p1p1p1/2P1P1P1/8/8/2p1p1p1/2P1P1P1/K7 w - - 0 1");
        let open = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        let between = position("4k3/pp3ppp/8/8/8/8/PP3PPP/4K3 w - - 0 1");
        let searcher = Searcher::Variant(Variant::parse("v3").unwrap());
        let units = |depth| {
            [&locked, &between, &open].map(|position| Unit {
                suite: 0,
                position,
                searcher: &searcher,
                depth,
                node_limit: None,
            })
        };
        let settings = SearchSettings { hash_entries: 1 << 10, ..SearchSettings::default() };
        let order = |depth, queue: &[usize], threads, stop| {
            let (threads, stop) = (NonZeroUsize::new(threads).unwrap(), AtomicBool::new(stop));
            let wanted = Wanted { units: queue, todo: queue.to_vec(), fetch: &|_| Ok(None) };
            let searches = Searches::of(units(depth).to_vec(), &settings);
            largest_trials_first(&searches, wanted, threads, &stop).unwrap().queue
        };
        for threads in [1, 3] {
            assert_eq!(order(10, &[0, 1, 2], threads, false), [2, 1, 0]);
            assert_eq!(order(10, &[0, 2], threads, false), [2, 0]);
        }
        assert_eq!(order(7, &[0, 1, 2], 1, false), [0, 1, 2], "there is no depth 0");
        assert_eq!(order(10, &[0, 1, 2], 1, true), [0, 1, 2], "interrupted");
    }

    #[test]
    fn a_resumed_run_continues_the_order_and_knows_what_was_done() {
        let positions = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "4k3/pp3ppp/8/8/8/8/PP3PPP/4K3 w - - 0 1",
            "k7/2p1p1p1/2P1P1P1/8/8/2p1p1p1/2P1P1P1/K7 w - - 0 1",
        ]
        .map(position);
        let searcher = Searcher::Variant(Variant::parse("r3").unwrap());
        let units = |depth| {
            let unit = |position| Unit {
                suite: 0,
                position,
                searcher: &searcher,
                depth,
                node_limit: None,
            };
            positions.iter().map(unit).collect::<Vec<_>>()
        };
        let settings = SearchSettings { hash_entries: 1 << 10, ..SearchSettings::default() };
        let searches = Searches::of(units(8), &settings);
        // the journal's searches are a ply deeper, as they may come from another run
        let deeper = Searches::of(units(9), &settings);
        let one = NonZeroUsize::MIN;
        let done =
            crate::run::execute::collect(&deeper, &[0, 1, 2], one, &Progress::hidden()).unwrap();
        let arranged = |todo: &[usize]| {
            let wanted = Wanted {
                units: &[0, 1, 2],
                todo: todo.to_vec(),
                fetch: &|unit| Ok(done[unit].clone()),
            };
            largest_trials_first(&searches, wanted, one, &AtomicBool::new(false)).unwrap()
        };
        let (whole, resumed) = (arranged(&[0, 1, 2]), arranged(&[2, 1]));
        assert_eq!((whole.queue, resumed.queue), (vec![0, 1, 2], vec![1, 2]));
        let expected =
            |of: &Arranged| of.forecast.units.iter().map(|e| e.nodes).collect::<Vec<_>>();
        let whole = arranged(&[0, 1, 2]);
        let resumed = arranged(&[2, 1]);
        assert_eq!(expected(&whole), expected(&resumed));
        let taken: Vec<_> = resumed.forecast.units.iter().map(|unit| unit.taken).collect();
        let nodes = done[0].as_ref().unwrap().nodes_to(8) as f64;
        assert_eq!(taken, [Some(nodes), None, None]);
        assert!(arranged(&[]).queue.is_empty());
    }
}

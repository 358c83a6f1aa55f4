//! The time left, replayed on committed records: two workers at a constant number of nodes a second,
//! in the real order of the work.

use super::{Trial, expected};
use crate::base::estimate::Estimate;
use crate::run::committed::{Search, searches};

/// Nodes a second of a worker: those of the computer that Table 3 was made on.
const RATE: f64 = 17.6e6;
const FALLS_SHORT: usize = 7;

/// What happens to the search at a place of the queue: begun (0 nodes), searched, finished (last).
struct Event {
    at_s: f64,
    place: usize,
    nodes: u64,
    is_begin: bool,
    is_end: bool,
}

/// All that happens, in time, and the end.
fn events(searches: &[Search], from_s: f64) -> (Vec<Event>, f64) {
    let (mut events, mut free_at) = (Vec::new(), [from_s; 2]);
    for (place, search) in searches.iter().enumerate() {
        let worker = usize::from(free_at[1] < free_at[0]);
        let (begin, mut before) = (free_at[worker], 0);
        events.push(Event { at_s: begin, place, nodes: 0, is_begin: true, is_end: false });
        for (depth, &nodes) in search.nodes.iter().enumerate() {
            let (at_s, is_end) = (begin + nodes as f64 / RATE, depth + 1 == search.nodes.len());
            events.push(Event { at_s, place, nodes: nodes - before, is_begin: false, is_end });
            before = nodes;
            free_at[worker] = at_s;
        }
    }
    events.sort_by(|a, b| a.at_s.total_cmp(&b.at_s)); // stable: a begin stays after the end before it
    (events, free_at[0].max(free_at[1]))
}

/// Estimated over true time left at 300 moments, and the true one as a share of the whole time.
fn ratios(searches: &[Search]) -> Vec<(f64, f64)> {
    let trials = searches.iter().map(|search| Trial {
        group: (search.suite, search.variant.clone(), search.nodes.len() as u8),
        plies: FALLS_SHORT as u8,
        nodes: search.trial(FALLS_SHORT),
        limit: None,
    });
    let expected = expected(&trials.collect::<Vec<_>>());
    let mut estimate = Estimate::new(searches.len(), expected, 2);
    let trials_s = searches.iter().map(|search| search.trial(FALLS_SHORT)).sum::<u64>() as f64 / RATE / 2.0;
    let (events, end_s) = events(searches, trials_s);
    let from_s = 60.0_f64.min(0.02 * end_s);
    let (mut events, mut ratios) = (events.iter().peekable(), Vec::new());
    for moment in 0..300 {
        let now_s = from_s + (end_s - from_s) * f64::from(moment) / 300.0;
        while let Some(event) = events.next_if(|event| event.at_s <= now_s) {
            match event.is_begin {
                true => estimate.begun(event.at_s, event.place),
                false => estimate.searched(event.at_s, event.place, event.nodes as f64),
            }
            if event.is_end {
                estimate.finished(event.at_s, event.place);
            }
        }
        let left_s = estimate.seconds_left(now_s).expect("an estimate by now");
        ratios.push((left_s / (end_s - now_s), (end_s - now_s) / end_s));
    }
    ratios
}

#[test]
fn the_time_left_is_right_within_a_quarter_as_a_rule_and_never_off_by_two() {
    for folder in ["table1", "table3", "table4", "table6", "reprobe-wcs"] {
        let mut searches = searches(folder);
        searches.sort_by_key(|search| std::cmp::Reverse(search.trial(FALLS_SHORT)));
        let ratios = ratios(&searches);
        let mut off: Vec<f64> = ratios.iter().map(|(ratio, _)| ratio.max(1.0 / ratio)).collect();
        off.sort_by(f64::total_cmp);
        let median = off[off.len() / 2];
        // of the last seconds a factor means nothing: a search that runs is not known from within
        let worst = ratios.iter().filter(|(_, left)| *left > 0.02);
        let worst = worst.map(|(ratio, _)| ratio.max(1.0 / ratio)).fold(1.0, f64::max);
        println!("{folder}: median {median:.3}, worst {worst:.2}");
        assert!(median <= 1.25, "{folder}: median {median}");
        assert!(worst <= 2.0, "{folder}: worst {worst}");
    }
}

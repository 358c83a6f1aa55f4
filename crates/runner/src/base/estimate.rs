//! How long a run still takes. No clock: times come in as seconds since any beginning. A unit's
//! expected nodes are corrected by what the finished units of its group took; as the order of work
//! is by expected nodes, the latest of them tell most about those to come.

use std::collections::BTreeMap;

/// What a unit is expected to take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Expected {
    /// Units of a group err alike: those of one suite, variant and depth.
    pub(crate) group: usize,
    /// Nodes.
    pub(crate) nodes: f64,
}

// Chosen on the committed records of Tables 1, 3, 4, 6 and reprobe-wcs, on which
// run/forecast/replay.rs tests them.

/// Expectations count as much as this share of a group's work, done.
const TRUST: f64 = 0.3;
/// Finished work is forgotten over this share of what its group has left.
const MEMORY: f64 = 0.6;
/// A search that takes longer than expected takes this much of what it took so far.
const OVERDUE: f64 = 1.3;

/// The state of a run's units.
pub(crate) struct Estimate {
    units: Vec<Expected>,
    groups: Vec<Group>,
    running: BTreeMap<usize, Running>,
    workers: usize,
    /// Without expectations a unit is the measure, instead of a node.
    by_units: bool,
    waiting: usize,
    /// Of finished units and finished iterations: nodes (or units), and seconds of one worker.
    work: f64,
    busy_s: f64,
}

#[derive(Clone, Copy, Default)]
struct Group {
    left: f64,
    /// Of the units that have not begun.
    waiting: f64,
    /// Of finished units, the older the less.
    expected: f64,
    taken: f64,
}

impl Group {
    fn correction(&self) -> f64 {
        if self.expected > 0.0 { self.taken / self.expected } else { 1.0 }
    }
}

struct Running {
    begun_s: f64,
    reported_s: f64,
    nodes: f64,
}

impl Estimate {
    /// Of a queue of `units` for some workers; where nothing is `expected`, units count alike.
    pub(crate) fn new(units: usize, expected: Vec<Expected>, workers: usize) -> Estimate {
        let by_units = expected.len() != units;
        let alike = Expected { group: 0, nodes: 1.0 };
        let expected = if by_units { vec![alike; units] } else { expected };
        let groups = expected.iter().map(|unit| unit.group + 1).max().unwrap_or(0);
        let mut groups = vec![Group::default(); groups];
        for unit in &expected {
            groups[unit.group].left += unit.nodes;
        }
        for group in &mut groups {
            group.waiting = group.left;
            (group.expected, group.taken) = (TRUST * group.left, TRUST * group.left);
        }
        Estimate {
            units: expected,
            groups,
            running: BTreeMap::new(),
            workers: workers.max(1),
            by_units,
            waiting: units,
            work: 0.0,
            busy_s: 0.0,
        }
    }

    /// The unit at this place of the queue is begun.
    pub(crate) fn begun(&mut self, now_s: f64, place: usize) {
        let Some(unit) = self.units.get(place) else { return };
        self.groups[unit.group].waiting -= unit.nodes;
        self.waiting -= 1;
        self.running.insert(place, Running { begun_s: now_s, reported_s: now_s, nodes: 0.0 });
    }

    /// `nodes` more nodes of it are searched.
    pub(crate) fn searched(&mut self, now_s: f64, place: usize, nodes: f64) {
        let Some(unit) = self.running.get_mut(&place) else { return };
        if !self.by_units {
            self.work += nodes;
            self.busy_s += now_s - unit.reported_s;
            (unit.reported_s, unit.nodes) = (now_s, unit.nodes + nodes);
        }
    }

    /// It is finished, with no more nodes than were reported.
    pub(crate) fn finished(&mut self, now_s: f64, place: usize) {
        let (Some(unit), Some(&expected)) = (self.running.remove(&place), self.units.get(place))
        else {
            return;
        };
        if self.by_units {
            self.work += 1.0;
            self.busy_s += now_s - unit.begun_s;
            return;
        }
        let group = &mut self.groups[expected.group];
        group.left -= expected.nodes;
        let memory = MEMORY * group.left.max(expected.nodes);
        let keep = if memory > 0.0 { (-expected.nodes / memory).exp() } else { 1.0 };
        group.expected = group.expected * keep + expected.nodes;
        group.taken = group.taken * keep + unit.nodes;
    }

    /// Nodes a second of all workers; `None` before there is anything to tell it from.
    pub(crate) fn rate(&self) -> Option<f64> {
        let workers = self.workers.min(self.waiting + self.running.len());
        (self.work > 0.0 && self.busy_s > 0.0)
            .then(|| self.work / self.busy_s * workers.max(1) as f64)
    }

    /// Seconds until all is done; `None` before there is anything to tell them from.
    pub(crate) fn seconds_left(&self, now_s: f64) -> Option<f64> {
        let per_worker = self.rate().map(|_| self.work / self.busy_s)?;
        let waiting: f64 = match self.by_units {
            true => self.waiting as f64,
            false => self.groups.iter().map(|group| group.waiting * group.correction()).sum(),
        };
        let running = self.running.iter().map(|(&place, unit)| {
            let expected = self.units[place];
            let whole = match self.by_units {
                true => 1.0,
                false => expected.nodes * self.groups[expected.group].correction(),
            };
            let done = unit.nodes + (now_s - unit.reported_s) * per_worker;
            whole.max(OVERDUE * done) - done
        });
        let running: Vec<f64> = running.collect();
        let all = (waiting + running.iter().sum::<f64>()) / self.workers as f64;
        let longest = running.into_iter().fold(0.0, f64::max); // nobody helps with it
        Some(all.max(longest) / per_worker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_that_count_alike_are_timed_by_those_finished() {
        let mut estimate = Estimate::new(5, Vec::new(), 2);
        assert_eq!(estimate.seconds_left(0.0), None);
        (0..2).for_each(|place| estimate.begun(0.0, place));
        assert_eq!(estimate.seconds_left(9.0), None, "nothing has ended");
        estimate.finished(10.0, 0);
        estimate.begun(10.0, 2);
        // at 10 s a unit: 3 s for the one that is due, one just begun, 2 that wait
        let left = estimate.seconds_left(10.0).unwrap();
        assert!((left - (3.0 + 10.0 + 20.0) / 2.0).abs() < 1e-9, "{left}");
        estimate.finished(10.0, 1);
        assert!((estimate.seconds_left(10.0).unwrap() - 15.0).abs() < 1e-9);
    }

    #[test]
    fn finished_units_correct_those_of_their_group_alone() {
        let unit = |group| Expected { group, nodes: 100.0 };
        let units = [0, 0, 0, 1, 1, 1].map(unit).to_vec();
        let mut estimate = Estimate::new(6, units, 1);
        estimate.begun(0.0, 0);
        estimate.searched(3.0, 0, 300.0);
        estimate.finished(3.0, 0);
        assert_eq!(estimate.rate(), Some(100.0));
        let left = estimate.seconds_left(3.0).unwrap();
        assert!(left > 3.0 + 4.0 && left <= 3.0 + 6.0, "{left}: the second group stays at 3 s");
    }

    #[test]
    fn the_longest_search_bounds_the_end() {
        let units = [1_000.0, 1.0].map(|nodes| Expected { group: 0, nodes }).to_vec();
        let mut estimate = Estimate::new(2, units, 2);
        estimate.begun(0.0, 0);
        estimate.begun(0.0, 1);
        estimate.searched(0.1, 0, 1.0);
        estimate.searched(0.1, 1, 1.0);
        estimate.finished(0.1, 1);
        let left = estimate.seconds_left(0.1).unwrap();
        assert!((60.0..110.0).contains(&left), "{left}");
    }
}

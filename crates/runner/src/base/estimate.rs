//! How long a run still takes. It has no clock: times are passed in as seconds since an arbitrary start.
//! Units are done in descending order of expected cost, except for a few that are spread over all sizes and
//! come first: these scouts show what the remaining units take, however wrong the expectations. A resumed run
//! begins with what the journal knows, as if it had never been interrupted.

use std::collections::BTreeMap;

/// What a unit is expected to take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Expected {
    /// Units of a group (one suite, variant and depth) are misjudged in the same way.
    pub(crate) group: usize,
    /// Nodes.
    pub(crate) nodes: f64,
    /// Iterations that it has, and how many of them its trial lacks.
    pub(crate) depth: u32,
    pub(crate) plies: u32,
    /// Nodes of its trial.
    pub(crate) trial: f64,
    /// Nodes that it took, if an earlier session did it.
    pub(crate) taken: Option<f64>,
}

impl Expected {
    /// A unit of which nothing is known.
    pub(crate) const UNKNOWN: Expected =
        Expected { group: 0, nodes: 1.0, depth: 0, plies: 0, trial: 1.0, taken: None };

    /// Nodes of the whole search when it is under way: beyond the trial's depth it grows from each
    /// iteration to the next as from its trial to its end.
    fn under_way(&self, correction: f64, unit: &Running) -> f64 {
        let whole = self.nodes * correction;
        let left = self.depth.saturating_sub(unit.iterations);
        if left >= self.plies || self.trial <= 0.0 {
            return whole;
        }
        let growth = (whole / self.trial).max(1.0);
        unit.nodes * growth.powf(f64::from(left) / f64::from(self.plies))
    }
}

/// What is known before a run begins or goes on.
#[derive(Default)]
pub(crate) struct Forecast {
    /// All units in the order of the work of a run that nothing interrupts; those not taken yet are the
    /// queue. Empty if nobody knows.
    pub(crate) units: Vec<Expected>,
    /// How many of the first are scouts.
    pub(crate) scouts: usize,
}

/// Shorter times are not distinguished: nothing is known from inside a running search.
pub(crate) const LEAST_S: f64 = 10.0;
/// Maximum number of scouts, and the maximum as a share of the units.
const MOST_SCOUTS: usize = 256;
const ONE_SCOUT_IN: usize = 10;

// Chosen on the committed records of searches, on which run/forecast/replay_tests.rs tests them.

/// At the start, expectations weigh as much as this share of the work would if it were done.
const TRUST: f64 = 0.3;
/// The average of all groups weighs as much as this share of the group's own work.
const LIKENESS: f64 = 0.3;
/// Finished work is forgotten over this share of what is left,
const MEMORY: f64 = 0.2;
/// but no faster than over this number of units of the size just finished.
const LEAST: f64 = 2.0;
/// A scout counts as much as this share of the units that it stands for.
const SCOUT: f64 = 0.6;
/// A search that is overdue is expected to take this multiple of what it took so far.
const OVERDUE: f64 = 1.3;

/// Number of scouts for a queue.
pub(crate) fn scouts(units: usize) -> usize {
    (units / ONE_SCOUT_IN).min(MOST_SCOUTS)
}

/// Rank of a scout among all units.
fn rank_of_scout(scout: usize, scouts: usize, units: usize) -> usize {
    (2 * scout + 1) * units / (2 * scouts)
}

/// The same units, but the scouts first.
pub(crate) fn scouts_first<T: Copy>(units: &[T]) -> Vec<T> {
    let count = scouts(units.len());
    let mut is_scout = vec![false; units.len()];
    (0..count).for_each(|scout| is_scout[rank_of_scout(scout, count, units.len())] = true);
    let of = |wanted: bool| {
        let units = units.iter().zip(&is_scout).filter(move |(_, is_scout)| **is_scout == wanted);
        units.map(|(unit, _)| *unit)
    };
    of(true).chain(of(false)).collect()
}

/// The state of a run's units.
pub(crate) struct Estimate {
    units: Vec<Expected>,
    /// For each place of the queue, its unit.
    queue: Vec<usize>,
    groups: Vec<Group>,
    /// All groups as one.
    pool: Group,
    running: BTreeMap<usize, Running>,
    workers: usize,
    /// Without expectations, units are counted instead of nodes.
    by_units: bool,
    waiting: usize,
    /// Expected nodes of all units.
    all: f64,
    /// Units at the front of the queue that are scouts.
    scouts: usize,
    found: Vec<Scout>,
    /// Place of the unit begun last that is no scout; the queue falls from here on.
    front: usize,
    /// Of finished units and finished iterations: nodes (or units), and seconds of one worker.
    work: f64,
    busy_s: f64,
}

#[derive(Clone, Copy, Default)]
struct Group {
    /// Expected nodes of the units that have not ended, and of those that have not begun.
    left: f64,
    waiting: f64,
    /// Of finished units; older ones weigh less.
    expected: f64,
    taken: f64,
}

impl Group {
    fn finished(&mut self, expected: f64, taken: f64) {
        self.left -= expected;
        let memory = (MEMORY * self.left).max(LEAST * expected);
        let keep = if memory > 0.0 { (-expected / memory).exp() } else { 1.0 };
        self.expected = self.expected * keep + expected;
        self.taken = self.taken * keep + taken;
    }
}

/// A finished scout.
struct Scout {
    rank: usize,
    unit: Expected,
    taken: f64,
}

struct Running {
    begun_s: f64,
    reported_s: f64,
    nodes: f64,
    iterations: u32,
}

impl Estimate {
    /// Of a queue of `units` for some workers; where nothing is expected, units count alike.
    pub(crate) fn new(units: usize, forecast: Forecast, workers: usize) -> Estimate {
        let Forecast { units: mut expected, scouts } = forecast;
        let left = |unit: &(usize, &Expected)| unit.1.taken.is_none();
        let mut queue: Vec<usize> =
            expected.iter().enumerate().filter(left).map(|(unit, _)| unit).collect();
        let by_units = queue.len() != units;
        if by_units {
            expected = vec![Expected::UNKNOWN; units];
            queue = (0..units).collect();
        }
        let groups = expected.iter().map(|unit| unit.group + 1).max().unwrap_or(0);
        let mut groups = vec![Group::default(); groups];
        for unit in &expected {
            groups[unit.group].left += unit.nodes;
        }
        for group in &mut groups {
            group.waiting = group.left;
        }
        let all = groups.iter().map(|group| group.left).sum();
        let mut estimate = Estimate {
            units: expected,
            queue,
            groups,
            pool: Group { left: all, waiting: all, ..Group::default() },
            running: BTreeMap::new(),
            workers: workers.max(1),
            by_units,
            waiting: 0,
            all,
            scouts,
            found: Vec::new(),
            front: 0,
            work: 0.0,
            busy_s: 0.0,
        };
        estimate.waiting = estimate.units.len();
        estimate.resume();
        estimate
    }

    /// Records what earlier sessions did.
    fn resume(&mut self) {
        let first = self.queue.iter().copied().find(|&unit| unit >= self.scouts);
        for unit in 0..self.units.len() {
            let Some(taken) = self.units[unit].taken else { continue };
            self.taken_up(unit);
            self.found(unit, taken);
            // journals of other runs may have units that this one would not have come to yet
            if unit >= self.scouts && first.is_none_or(|first| unit < first) {
                self.front = unit;
            }
        }
    }

    fn taken_up(&mut self, unit: usize) {
        let Expected { group, nodes, .. } = self.units[unit];
        self.groups[group].waiting -= nodes;
        self.pool.waiting -= nodes;
        self.waiting -= 1;
    }

    /// A unit has taken this number of nodes.
    fn found(&mut self, unit: usize, taken: f64) {
        let expected = self.units[unit];
        self.groups[expected.group].finished(expected.nodes, taken);
        self.pool.finished(expected.nodes, taken);
        if unit < self.scouts {
            let rank = rank_of_scout(unit, self.scouts, self.units.len());
            self.found.push(Scout { rank, unit: expected, taken });
        }
    }

    /// The unit at this place of the queue is begun.
    pub(crate) fn begun(&mut self, now_s: f64, place: usize) {
        let Some(&unit) = self.queue.get(place) else { return };
        self.taken_up(unit);
        if unit >= self.scouts {
            self.front = self.front.max(unit);
        }
        let running = Running { begun_s: now_s, reported_s: now_s, nodes: 0.0, iterations: 0 };
        self.running.insert(unit, running);
    }

    /// `nodes` more nodes of it are searched, in one more iteration.
    pub(crate) fn searched(&mut self, now_s: f64, place: usize, nodes: f64) {
        let unit = self.queue.get(place).and_then(|unit| self.running.get_mut(unit));
        let Some(unit) = unit else { return };
        if !self.by_units {
            self.work += nodes;
            self.busy_s += now_s - unit.reported_s;
            (unit.reported_s, unit.nodes) = (now_s, unit.nodes + nodes);
            unit.iterations += 1;
        }
    }

    /// It is finished, with no more nodes than were reported.
    pub(crate) fn finished(&mut self, now_s: f64, place: usize) {
        let Some(&unit) = self.queue.get(place) else { return };
        let Some(running) = self.running.remove(&unit) else { return };
        if self.by_units {
            self.work += 1.0;
            self.busy_s += now_s - running.begun_s;
            return;
        }
        self.found(unit, running.nodes);
    }

    /// Nodes per second of all workers; `None` before any work is done.
    pub(crate) fn rate(&self) -> Option<f64> {
        let workers = self.workers.min(self.waiting + self.running.len());
        (self.work > 0.0 && self.busy_s > 0.0)
            .then(|| self.work / self.busy_s * workers.max(1) as f64)
    }

    /// Nodes over expected nodes of the units to come, for each group: as in those that have just
    /// ended, and in the scouts that stand for those to come.
    fn corrections(&self) -> Vec<f64> {
        let weight = SCOUT * self.units.len() as f64 / self.scouts.max(1) as f64;
        let mut scouts = vec![(0.0, 0.0); self.groups.len()];
        for scout in self.found.iter().filter(|scout| scout.rank > self.front) {
            let sums = &mut scouts[scout.unit.group];
            *sums = (sums.0 + weight * scout.unit.nodes, sums.1 + weight * scout.taken);
        }
        let sum = |of: fn(&(f64, f64)) -> f64| scouts.iter().map(of).sum::<f64>();
        let trust = TRUST * self.pool.waiting.max(0.0).powi(2) / self.all.max(1.0);
        let of_all = quotient(
            trust + self.pool.taken + sum(|scouts| scouts.1),
            trust + self.pool.expected + sum(|scouts| scouts.0),
        );
        let of_group = |(group, scouts): (&Group, &(f64, f64))| {
            let alike = LIKENESS * group.left.max(1.0);
            quotient(of_all * alike + group.taken + scouts.1, alike + group.expected + scouts.0)
        };
        self.groups.iter().zip(&scouts).map(of_group).collect()
    }

    /// Seconds until all is done; `None` before any work is done.
    pub(crate) fn seconds_left(&self, now_s: f64) -> Option<f64> {
        let per_worker = self.rate().map(|_| self.work / self.busy_s)?;
        let corrections = self.corrections();
        let waiting: f64 = match self.by_units {
            true => self.waiting as f64,
            false => self.groups.iter().zip(&corrections).map(|(g, by)| g.waiting * by).sum(),
        };
        let running = self.running.iter().map(|(&number, unit)| {
            let expected = self.units[number];
            let whole = match self.by_units {
                true => 1.0,
                false => expected.under_way(corrections[expected.group], unit),
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

fn quotient(taken: f64, expected: f64) -> f64 {
    if expected > 0.0 { taken / expected } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(group: usize, nodes: f64) -> Expected {
        Expected { group, nodes, ..Expected::UNKNOWN }
    }

    #[test]
    fn units_that_count_alike_are_timed_by_those_finished() {
        let mut estimate = Estimate::new(5, Forecast::default(), 2);
        assert_eq!(estimate.seconds_left(0.0), None);
        (0..2).for_each(|place| estimate.begun(0.0, place));
        assert_eq!(estimate.seconds_left(9.0), None, "nothing has ended");
        estimate.finished(10.0, 0);
        estimate.begun(10.0, 2);
        // at 10 s a unit: 3 s for the one nearly done, one just begun, 2 waiting
        let left = estimate.seconds_left(10.0).unwrap();
        assert!((left - (3.0 + 10.0 + 20.0) / 2.0).abs() < 1e-9, "{left}");
        estimate.finished(10.0, 1);
        assert!((estimate.seconds_left(10.0).unwrap() - 15.0).abs() < 1e-9);
    }

    #[test]
    fn finished_units_correct_those_of_their_group_more_than_others() {
        let left = |groups: [usize; 6]| {
            let units = groups.map(|group| expected(group, 100.0)).to_vec();
            let mut estimate = Estimate::new(6, Forecast { units, scouts: 0 }, 1);
            estimate.begun(0.0, 0);
            estimate.searched(3.0, 0, 300.0);
            estimate.finished(3.0, 0);
            assert_eq!(estimate.rate(), Some(100.0));
            estimate.seconds_left(3.0).unwrap()
        };
        let (alike, apart) = (left([0; 6]), left([0, 1, 1, 1, 1, 1]));
        assert!(5.0 < apart && apart < alike && alike < 15.0, "{apart} {alike}");
    }

    #[test]
    fn scouts_predict_what_the_units_they_represent_take() {
        let units: Vec<usize> = (0..40).collect();
        let order = scouts_first(&units);
        assert_eq!(order[..5], [5, 15, 25, 35, 0]);
        assert_eq!(order.len(), 40);
        // the first half takes as long as expected, the second ten times that
        let forecast = Forecast { units: vec![expected(0, 100.0); 40], scouts: 4 };
        let mut estimate = Estimate::new(40, forecast, 1);
        let mut now_s = 0.0;
        for (place, &unit) in order.iter().enumerate().take(24) {
            estimate.begun(now_s, place);
            let nodes = if unit < 20 { 100.0 } else { 1000.0 };
            now_s += nodes / 100.0;
            estimate.searched(now_s, place, nodes);
            estimate.finished(now_s, place);
        }
        let left = estimate.seconds_left(now_s).unwrap();
        assert!((80.0..160.0).contains(&left), "{left}: 16 units of 10 s are left");
    }

    #[test]
    fn a_resumed_run_knows_what_an_uninterrupted_one_would() {
        let nodes: Vec<f64> = (1..=40).rev().map(|n| f64::from(n * n)).collect();
        let units: Vec<Expected> = nodes.iter().map(|&n| expected(n as usize % 3, n)).collect();
        let told = |done: usize| {
            let mut units = units.clone();
            (0..done).for_each(|unit| units[unit].taken = Some(1.5 * nodes[unit]));
            let mut estimate = Estimate::new(40 - done, Forecast { units, scouts: 4 }, 1);
            let mut now_s = 0.0;
            for (place, nodes) in nodes[done..20].iter().enumerate() {
                estimate.begun(now_s, place);
                now_s += 1.5 * nodes;
                estimate.searched(now_s, place, 1.5 * nodes);
                estimate.finished(now_s, place);
            }
            estimate.seconds_left(now_s).unwrap()
        };
        let (whole, resumed) = (told(0), told(19));
        assert!((resumed / whole - 1.0).abs() < 1e-9, "{resumed} {whole}");
    }

    #[test]
    fn the_longest_search_bounds_the_end() {
        let units = [1_000.0, 1.0].map(|nodes| expected(0, nodes)).to_vec();
        let mut estimate = Estimate::new(2, Forecast { units, scouts: 0 }, 2);
        estimate.begun(0.0, 0);
        estimate.begun(0.0, 1);
        estimate.searched(0.1, 0, 1.0);
        estimate.searched(0.1, 1, 1.0);
        estimate.finished(0.1, 1);
        let left = estimate.seconds_left(0.1).unwrap();
        assert!((60.0..110.0).contains(&left), "{left}");
    }
}

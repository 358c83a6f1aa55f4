//! Survival curves under censoring: the Kaplan-Meier estimate with Greenwood's variance and intervals on the
//! log-log scale. Times are whole numbers, here nodes. The estimate assumes that the end of an observation
//! says nothing about what follows. A curve ends where hardly any subject is still observed (Pocock, Clayton
//! and Altman, Lancet 359, 2002): the last subject would decide alone about all who left before.

use serde::Serialize;

use super::pooled::Z;
use super::{Estimate, Interval};

/// With censoring, the curve ends when fewer than this share of the subjects are still observed.
const LEAST_WATCHED: f64 = 0.1;

/// One subject: how long it was observed, and whether the event then occurred.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Observation {
    /// Nodes until the event, or until the observation ended.
    pub(crate) at: u64,
    /// Did the event occur? If not, the observation is censored.
    pub(crate) happened: bool,
}

/// The estimated curve.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct KaplanMeier {
    steps: Vec<Step>,
    /// Where the curve ends; `None` if it has come down to 0.
    last: Option<u64>,
    samples: usize,
}

/// Where the curve falls.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Step {
    at: u64,
    /// Share of subjects without the event, from here to the next step.
    left: f64,
    /// The ends of its interval; `None` once no subject is left.
    ends: Option<[f64; 2]>,
}

/// The time by which it has happened to a share, with the ends of its interval where the curve and
/// its limits come down so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct Quantile {
    /// The time.
    pub(crate) value: Option<u64>,
    /// Lower end of the 95 % interval.
    pub(crate) low: Option<u64>,
    /// Upper end.
    pub(crate) high: Option<u64>,
}

impl KaplanMeier {
    /// The curve of a sample; what happens at the time at which another watch ends happens first.
    pub(crate) fn new(observations: &[Observation]) -> KaplanMeier {
        let mut sorted = observations.to_vec();
        sorted.sort_unstable_by_key(|own| own.at);
        let (mut steps, mut left, mut greenwood) = (Vec::new(), 1.0, 0.0);
        let (mut at_risk, mut last) = (sorted.len(), Some(0));
        let mut has_lost = false;
        for together in sorted.chunk_by(|a, b| a.at == b.at) {
            let happened = together.iter().filter(|own| own.happened).count();
            if has_lost && (at_risk as f64) < LEAST_WATCHED * sorted.len() as f64 {
                break;
            }
            last = Some(together[0].at);
            if happened > 0 {
                let (d, n) = (happened as f64, at_risk as f64);
                left *= (n - d) / n;
                greenwood += d / (n * (n - d)); // infinite once nobody is left
                steps.push(Step { at: together[0].at, left, ends: log_log(left, greenwood) });
            }
            at_risk -= together.len();
            has_lost |= happened < together.len();
            last = last.filter(|_| left > 0.0);
        }
        KaplanMeier { steps, last, samples: sorted.len() }
    }

    /// The first and the last time of an event; `None` without events.
    pub(crate) fn span(&self) -> Option<(u64, u64)> {
        Some((self.steps.first()?.at, self.steps.last()?.at))
    }

    /// The share of subjects with the event by a time; `None` beyond the curve's end, unless it has
    /// come down to 0.
    pub(crate) fn happened_by(&self, time: u64) -> Option<Estimate> {
        let step = self.steps[..self.steps.partition_point(|step| step.at <= time)].last();
        let left = step.map_or(1.0, |step| step.left);
        if self.samples == 0 || self.last.is_some_and(|last| time > last) {
            return None;
        }
        let ends = step.and_then(|step| step.ends);
        let interval = ends.map(|[low, high]| Interval { low: 1.0 - high, high: 1.0 - low });
        Some(Estimate { value: 1.0 - left, interval, samples: self.samples })
    }

    /// The first time by which it has happened to this share or more. The interval has Brookmeyer and
    /// Crowley's ends: where the limits of the curve come down so far.
    pub(crate) fn quantile(&self, share: f64) -> Quantile {
        // A curve of n steps of 1/n is not quite on a round share.
        let is_down = |left: f64| left <= 1.0 - share + 1e-9;
        let first = |left: &dyn Fn(&Step) -> Option<f64>| {
            self.steps.iter().find(|step| left(step).is_some_and(is_down)).map(|step| step.at)
        };
        Quantile {
            value: first(&|step| Some(step.left)),
            low: first(&|step| Some(step.ends.map_or(step.left, |ends| ends[0]))),
            high: first(&|step| Some(step.ends?[1])),
        }
    }
}

/// The interval of what is left, symmetric in ln(-ln); `None` where it is nothing.
fn log_log(left: f64, greenwood: f64) -> Option<[f64; 2]> {
    let reach = Z * greenwood.sqrt() / left.ln().abs();
    let end = |reach: f64| left.powf(reach.exp());
    (left > 0.0 && reach.is_finite()).then(|| [end(reach), end(-reach)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watched(times: &[u64], happened: bool) -> Vec<Observation> {
        times.iter().map(|&at| Observation { at, happened }).collect()
    }

    /// Weeks of remission under 6-MP and under placebo (Freireich and others, Blood 21, 1963), the
    /// usual example.
    fn remission() -> [KaplanMeier; 2] {
        let mut treated = watched(&[6, 6, 6, 7, 10, 13, 16, 22, 23], true);
        treated.extend(watched(&[6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35], false));
        let placebo = [1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23];
        [KaplanMeier::new(&treated), KaplanMeier::new(&watched(&placebo, true))]
    }

    #[test]
    fn the_curve_and_its_intervals_are_those_of_the_textbook_example() {
        // Checked against scipy.stats.ecdf(...).sf and its confidence_interval(method='log-log').
        let [treated, placebo] = remission();
        for (week, share, low, high) in [
            (6, 0.142857, 0.048448, 0.380282),
            (10, 0.247059, 0.110638, 0.496800),
            (22, 0.462185, 0.253209, 0.732221),
            (30, 0.551821, 0.319857, 0.811948),
        ] {
            let found = treated.happened_by(week).unwrap();
            let ends = found.interval.unwrap();
            for (is, should) in [(found.value, share), (ends.low, low), (ends.high, high)] {
                assert!((is - should).abs() < 1e-6, "week {week}: {found:?}");
            }
        }
        let median = |value, low, high| Quantile { value: Some(value), low: Some(low), high };
        assert_eq!(treated.quantile(0.5), median(23, 13, None));
        assert_eq!(placebo.quantile(0.5), median(8, 4, Some(11)));
    }

    #[test]
    fn without_censoring_the_curve_is_the_share_itself() {
        let all = KaplanMeier::new(&watched(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], true));
        for time in 0..=10 {
            let share = all.happened_by(time).unwrap().value;
            assert!((share - time as f64 / 10.0).abs() < 1e-12, "{time}: {share}");
        }
        assert_eq!(all.happened_by(99).unwrap().value, 1.0, "nobody is left");
        assert_eq!(all.happened_by(99).unwrap().interval, None);
        let shares = [0.1, 0.25, 0.5, 0.75, 1.0].map(|share| all.quantile(share).value.unwrap());
        assert_eq!(shares, [1, 3, 5, 8, 10]);
    }

    #[test]
    fn beyond_the_end_of_the_curve_nothing_is_known() {
        let [treated, _] = remission();
        assert!(treated.happened_by(32).is_some());
        assert_eq!(treated.happened_by(33), None, "2 of 21 are left");
        assert_eq!(treated.quantile(0.75), Quantile { low: Some(23), ..Quantile::default() });
        let none = KaplanMeier::new(&watched(&[5, 9], false));
        let never = Estimate { value: 0.0, interval: None, samples: 2 };
        assert_eq!((none.happened_by(9), none.happened_by(10)), (Some(never), None));
        assert_eq!(none.quantile(0.5), Quantile::default());
    }

    #[test]
    fn the_last_subject_observed_does_not_decide_for_all_who_left() {
        let mut sample = watched(&[3, 3, 3, 9], true);
        sample.extend(watched(&[5; 8], false));
        let curve = KaplanMeier::new(&sample);
        assert_eq!((curve.happened_by(5).unwrap().value, curve.happened_by(9)), (0.25, None));
        assert_eq!(curve.quantile(0.5).value, None, "not 9");
    }

    #[test]
    fn events_count_before_censoring_at_the_same_time() {
        let mut tied = watched(&[5, 5], true);
        tied.extend(watched(&[5, 5], false));
        assert_eq!(KaplanMeier::new(&tied).happened_by(5).unwrap().value, 0.5);
    }

    #[test]
    fn one_subject_and_none_have_defined_answers() {
        let one = KaplanMeier::new(&watched(&[7], true));
        assert_eq!(one.happened_by(7).unwrap().interval, None);
        assert_eq!(one.quantile(0.5), Quantile { value: Some(7), low: Some(7), high: None });
        let empty = KaplanMeier::new(&[]);
        assert_eq!((empty.happened_by(0), empty.quantile(0.5)), (None, Quantile::default()));
    }
}

//! Which of two is faster on the same position? The probability of superiority for paired, possibly
//! censored times: ties count half, and pairs whose order is unknown are counted separately.

use serde::Serialize;

use super::survival::Observation;
use super::{Estimate, mcnemar};

/// The pairs by their order, and the probability that the first is sooner.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(crate) struct Superiority {
    /// The first is faster.
    pub(crate) first: u64,
    /// Both take the same time.
    pub(crate) ties: u64,
    /// The second is faster.
    pub(crate) second: u64,
    /// Neither was solved while observed.
    pub(crate) neither: u64,
    /// One was solved, and the other was not observed that long.
    pub(crate) cut_short: u64,
    /// `None` if no pair has an order; its interval is Tango's (`mcnemar`).
    pub(crate) probability: Option<Estimate>,
}

/// Compares pairs of the same positions.
pub(crate) fn superiority(pairs: &[(Observation, Observation)]) -> Superiority {
    let mut found = Superiority::default();
    for (first, second) in pairs {
        let place = match (first.happened, second.happened) {
            (true, true) if first.at == second.at => &mut found.ties,
            (true, true) if first.at < second.at => &mut found.first,
            (true, true) => &mut found.second,
            (true, false) if first.at <= second.at => &mut found.first,
            (false, true) if second.at <= first.at => &mut found.second,
            (false, false) => &mut found.neither,
            _ => &mut found.cut_short,
        };
        *place += 1;
    }
    let outcomes = [(found.first, (true, false)), (found.second, (false, true))];
    let decided = outcomes.into_iter().chain([(found.ties, (true, true))]);
    let outcomes: Vec<(bool, bool)> =
        decided.flat_map(|(count, pair)| vec![pair; count as usize]).collect();
    // With ties at half it is one half, and half of what the one wins more often than the other.
    found.probability = mcnemar(&outcomes).map(|test| {
        let twice = 2.0 * test.difference.samples as f64;
        test.difference.map(|difference| 0.5 + difference / twice)
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Interval;

    fn seen(at: u64) -> Observation {
        Observation { at, happened: true }
    }

    fn ended(at: u64) -> Observation {
        Observation { at, happened: false }
    }

    #[test]
    fn the_order_of_a_pair_is_known_only_if_both_were_observed_long_enough() {
        let pairs = [
            (seen(5), seen(9)),
            (seen(5), ended(5)),
            (seen(5), ended(4)),
            (ended(7), seen(6)),
            (ended(7), seen(8)),
            (seen(3), seen(3)),
            (ended(1), ended(99)),
        ];
        let found = superiority(&pairs);
        let counts = (found.first, found.ties, found.second, found.neither, found.cut_short);
        assert_eq!(counts, (2, 1, 1, 1, 2));
        let probability = found.probability.unwrap();
        assert_eq!((probability.value, probability.samples), (2.5 / 4.0, 4));
        let turned: Vec<_> = pairs.iter().map(|&(a, b)| (b, a)).collect();
        let turned = superiority(&turned).probability.unwrap();
        assert_eq!(turned.value, 1.0 - probability.value);
        assert_eq!((probability.interval, turned.interval), (None, None), "too few");
    }

    #[test]
    fn the_interval_is_that_of_the_difference_on_the_scale_of_a_probability() {
        let mut pairs = vec![(seen(1), seen(2)); 10];
        pairs.extend(vec![(seen(2), seen(1)); 3]);
        pairs.extend(vec![(seen(1), seen(1)); 87]);
        let found = superiority(&pairs).probability.unwrap();
        let Interval { low, high } = found.interval.unwrap();
        let solved: Vec<(bool, bool)> =
            pairs.iter().map(|(a, b)| (a.at <= b.at, b.at <= a.at)).collect();
        let difference = mcnemar(&solved).unwrap().difference.interval.unwrap();
        assert_eq!(found.value, 0.535);
        assert!((low - 0.5 - difference.low / 200.0).abs() < 1e-12, "{low} {difference:?}");
        assert!((high - 0.5 - difference.high / 200.0).abs() < 1e-12, "{high} {difference:?}");
    }

    #[test]
    fn without_an_order_there_is_no_probability_and_few_pairs_give_no_interval() {
        assert_eq!(superiority(&[]), Superiority::default());
        assert_eq!(superiority(&[(ended(3), ended(4))]).probability, None);
        let one = superiority(&[(seen(3), seen(4))]).probability.unwrap();
        assert_eq!((one.value, one.interval), (1.0, None));
        let tied = superiority(&[(seen(3), seen(3)); 50]).probability.unwrap();
        let Interval { low, high } = tied.interval.unwrap();
        assert!(tied.value == 0.5 && low < 0.5 && high > 0.5, "{tied:?}");
    }
}

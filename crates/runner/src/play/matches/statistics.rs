//! The meaning of a score: Elo with a 95 % interval and the likelihood of superiority, from
//! pairs of games. The two games of a pair share an opening and are not independent; pairs are.
//! Everything is finite for every sample, also when all pairs are equal or one side won all.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::record::Points;
use crate::stats::{self, Interval};

/// Counts of games and of pairs, from the first side's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Tally {
    /// Games won.
    pub(crate) wins: u32,
    /// Games drawn.
    pub(crate) draws: u32,
    /// Games lost.
    pub(crate) losses: u32,
    /// Pairs with 0, 1/2, 1, 1 1/2 and 2 points.
    pub(crate) pairs: [u32; 5],
}

impl Tally {
    /// Adds both games of a pair.
    pub(crate) fn add_pair(&mut self, games: [Points; 2]) {
        for points in games {
            match points {
                Points::Win => self.wins += 1,
                Points::Draw => self.draws += 1,
                Points::Loss => self.losses += 1,
            }
        }
        self.pairs[games[0].half_points() + games[1].half_points()] += 1;
    }

    /// Games.
    pub(crate) fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points of the first side: a win is 1, a draw 1/2.
    pub(crate) fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// The estimate; `None` before the first pair.
    pub(crate) fn estimate(&self) -> Option<Estimate> {
        let n = f64::from(self.pairs.iter().sum::<u32>());
        if n == 0.0 {
            return None;
        }
        let score = mean(&self.pairs.map(f64::from));
        // A pair lost and a pair won are added, as in the interval of Agresti and Coull for shares:
        // few or equal pairs then claim no certainty. They count for no degree of freedom.
        let mut pairs = self.pairs.map(f64::from);
        pairs[0] += 1.0;
        pairs[4] += 1.0;
        let (centre, error) = (mean(&pairs), (variance(&pairs) / (n + 2.0)).sqrt());
        let student = StudentsT::new(0.0, 1.0, (n - 1.0).max(1.0)).ok()?;
        let reach = student.inverse_cdf(0.975) * error;
        let (low, high) = ((centre - reach).max(0.0), (centre + reach).min(1.0));
        // No sample shows that a side never loses a quarter of a game.
        let least = 0.5 / (2.0 * n + 1.0);
        let finite = |score: f64| elo(score.clamp(least, 1.0 - least));
        Some(Estimate {
            score,
            score_low: low,
            score_high: high,
            elo: finite(score),
            elo_low: finite(low),
            elo_high: finite(high),
            superiority: student.cdf((centre - 0.5) / error),
        })
    }
}

/// Score of a pair's game, 0 to 1, by its quarter points.
fn value(quarters: usize) -> f64 {
    quarters as f64 / 4.0
}

/// Mean score of a pair's game, 0 to 1.
fn mean(pairs: &[f64; 5]) -> f64 {
    let total: f64 = pairs.iter().sum();
    (0..5).map(|i| value(i) * pairs[i]).sum::<f64>() / total
}

/// Unbiased variance of a pair's score.
fn variance(pairs: &[f64; 5]) -> f64 {
    let (mean, total) = (mean(pairs), pairs.iter().sum::<f64>());
    (0..5).map(|i| (value(i) - mean).powi(2) * pairs[i]).sum::<f64>() / (total - 1.0)
}

/// How much better the first side is, by its score. The Elo ends are finite: with all games won or
/// lost, and where the interval has no such end, they stand for a quarter of a game less.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Estimate {
    /// Points per game, 0 to 1.
    pub(crate) score: f64,
    /// Lower end of its 95 % interval.
    pub(crate) score_low: f64,
    /// Upper end.
    pub(crate) score_high: f64,
    /// Elo difference.
    pub(crate) elo: f64,
    /// Lower end of its 95 % interval.
    pub(crate) elo_low: f64,
    /// Upper end.
    pub(crate) elo_high: f64,
    /// Likelihood that the first side is the better one, 0 to 1.
    pub(crate) superiority: f64,
}

impl Estimate {
    /// Elo and interval in words, e.g. `+27.2 [-0.6, +inf]`: an end is infinite where the score's is none or
    /// all of the points.
    pub(crate) fn elo_text(&self, decimals: usize) -> String {
        let end = |score: f64, elo: f64| match score {
            ..=0.0 => "-inf".to_owned(),
            1.0.. => "+inf".to_owned(),
            _ => format!("{elo:+.decimals$}"),
        };
        let [value, low, high] = [
            (self.score, self.elo),
            (self.score_low, self.elo_low),
            (self.score_high, self.elo_high),
        ]
        .map(|(score, elo)| end(score, elo));
        format!("{value} [{low}, {high}]")
    }

    /// The score and the Elo, each with its interval.
    pub(crate) fn on_both_scales(&self, samples: usize) -> [stats::Estimate; 2] {
        let of = |value, low, high| {
            let interval = Some(Interval { low, high });
            stats::Estimate { value, interval, samples }
        };
        [of(self.score, self.score_low, self.score_high), of(self.elo, self.elo_low, self.elo_high)]
    }
}

/// Elo difference of a score strictly between 0 and 1.
pub(crate) fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Score of an Elo difference.
pub(crate) fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: [u32; 5]) -> Tally {
        let [ll, ld, even, wd, ww] = pairs;
        // An even pair is assumed to be two draws.
        let (wins, losses) = (wd + 2 * ww, ld + 2 * ll);
        Tally { wins, losses, draws: ld + wd + 2 * even, pairs }
    }

    fn near(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() <= tolerance, "{value} is not {expected}");
    }

    #[test]
    fn elo_is_the_logistic_of_the_score() {
        near(elo(0.685), 134.96, 0.01); // the paper's 68.5 of 100
        near(elo(0.75), 190.85, 0.01);
        near(elo(0.5), 0.0, 1e-12);
        near(score(elo(0.123)), 0.123, 1e-12);
    }

    /// Mean 523.25/1000 and the sample's standard error 0.00735, from another program; the two
    /// added pairs and Student's distribution move the ends of the normal interval by less than a
    /// tenth.
    #[test]
    fn a_thousand_pairs_give_the_interval_of_the_normal_distribution() {
        let estimate = tally([30, 230, 427, 243, 70]).estimate().unwrap();
        near(estimate.score, 0.523_25, 1e-9);
        near(estimate.elo, 16.167, 0.001);
        near(estimate.elo_low, 6.146, 0.1);
        near(estimate.elo_high, 26.215, 0.1);
        near(estimate.superiority, 0.99922, 1e-4);
    }

    #[test]
    fn an_end_that_no_sample_excludes_is_infinite_in_words() {
        let won = tally([0, 0, 0, 0, 1]).estimate().unwrap();
        assert_eq!(won.elo_text(1), "+inf [-inf, +inf]");
        let many = tally([30, 230, 427, 243, 70]).estimate().unwrap();
        assert_eq!(many.elo_text(0), "+16 [+6, +26]");
        let some = tally([0, 0, 1, 1, 4]).estimate().unwrap();
        assert!(some.elo_text(0).ends_with(", +inf]"), "{}", some.elo_text(0));
    }

    #[test]
    fn swapping_the_sides_mirrors_the_estimate() {
        let (a, b) = (tally([3, 9, 20, 14, 4]), tally([4, 14, 20, 9, 3]));
        let (a, b) = (a.estimate().unwrap(), b.estimate().unwrap());
        near(a.elo, -b.elo, 1e-9);
        near(a.elo_low, -b.elo_high, 1e-9);
        near(a.superiority, 1.0 - b.superiority, 1e-9);
    }

    #[test]
    fn degenerate_samples_are_finite_and_claim_no_certainty() {
        assert_eq!(Tally::default().estimate(), None);
        for at in 0..5 {
            for n in [1, 2, 10, 50, 100_000] {
                let mut pairs = [0; 5];
                pairs[at] = n;
                let e = tally(pairs).estimate().unwrap();
                for value in [e.elo, e.elo_low, e.elo_high, e.superiority] {
                    assert!(value.is_finite(), "{pairs:?} {e:?}");
                }
                assert!(e.elo_low <= e.elo && e.elo <= e.elo_high, "{pairs:?} {e:?}");
                assert!(e.elo_low < e.elo_high, "{pairs:?} {e:?}");
                assert!(e.score_low <= e.score && e.score <= e.score_high, "{pairs:?} {e:?}");
            }
        }
        let all_split = tally([0, 0, 10, 0, 0]).estimate().unwrap();
        near(all_split.elo, 0.0, 1e-9);
        near(all_split.superiority, 0.5, 1e-9);
        assert!(all_split.elo_high > 10.0, "ten equal pairs do not prove equality: {all_split:?}");
        let won = tally([0, 0, 0, 0, 10]).estimate().unwrap();
        assert!((300.0..900.0).contains(&won.elo), "{won:?}");
    }

    #[test]
    fn pairs_and_games_are_counted_together() {
        let mut tally = Tally::default();
        tally.add_pair([Points::Win, Points::Draw]);
        tally.add_pair([Points::Win, Points::Loss]);
        tally.add_pair([Points::Loss, Points::Loss]);
        assert_eq!(tally, Tally { wins: 2, draws: 1, losses: 3, pairs: [1, 0, 1, 1, 0] });
        near(tally.points(), 2.5, 1e-12);
    }

    /// The exact probability that the interval of `n` pairs holds the true score: the sum over all
    /// samples of pairs with these probabilities.
    fn coverage(n: u32, probabilities: [f64; 5]) -> f64 {
        fn add(at: usize, left: u32, pairs: [u32; 5], weight: f64, p: &[f64; 5]) -> f64 {
            if at == 4 || p[at + 1..].iter().all(|p| *p == 0.0) {
                let mut pairs = pairs;
                pairs[at] = left;
                let e = tally(pairs).estimate().unwrap();
                let truth = mean(p);
                let holds = e.score_low <= truth + 1e-12 && truth <= e.score_high + 1e-12;
                return if holds { weight * p[at].powi(left as i32) } else { 0.0 };
            }
            let most = if p[at] == 0.0 { 0 } else { left };
            let (mut sum, mut weight) = (0.0, weight);
            for here in 0..=most {
                let mut pairs = pairs;
                pairs[at] = here;
                sum += add(at + 1, left - here, pairs, weight, p);
                weight *= f64::from(left - here) / f64::from(here + 1) * p[at];
            }
            sum
        }
        add(0, n, [0; 5], 1.0, &probabilities)
    }

    /// Pairs of independent games, and pairs that their opening alone decides.
    fn pairs_of(score: f64, draws: f64) -> [[f64; 5]; 2] {
        let draw = draws * 2.0 * score.min(1.0 - score);
        let (win, loss) = (score - draw / 2.0, 1.0 - score - draw / 2.0);
        let even = 2.0 * win * loss + draw * draw;
        [
            [loss * loss, 2.0 * loss * draw, even, 2.0 * win * draw, win * win],
            [loss, 0.0, draw, 0.0, win],
        ]
    }

    #[test]
    fn the_interval_of_few_pairs_holds_the_true_score_in_about_95_of_100_matches() {
        let mut worst = [1.0_f64; 2];
        for score in [0.5, 0.6, 0.7, 0.8, 0.95] {
            for draws in [0.0, 0.2, 0.6] {
                let [independent, alike] = pairs_of(score, draws);
                for n in 2..=50 {
                    // There are too many samples of five kinds of pairs to enumerate for every n.
                    if draws == 0.0 || matches!(n, 2..=8 | 14) {
                        worst[0] = worst[0].min(coverage(n, independent));
                    }
                    worst[1] = worst[1].min(coverage(n, alike));
                }
            }
        }
        assert!(worst[0] > 0.95 && worst[1] > 0.935, "{worst:?}");
    }
}

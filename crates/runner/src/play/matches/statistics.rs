//! What a score means: Elo with a 95 % interval and the likelihood of superiority, from pairs of
//! games. The two games of a pair share an opening and are not independent; pairs are.
//! Everything is finite for every sample, also when all pairs are equal or one side won all.

use serde::Serialize;

use super::record::Points;

/// Two-sided 95 % of the normal distribution.
const Z_95: f64 = 1.959_963_984_540_054;

/// Counts of games and of pairs, from the first side's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
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
        let n: u32 = self.pairs.iter().sum();
        if n == 0 {
            return None;
        }
        let n = f64::from(n);
        let score = mean(&self.pairs.map(f64::from));
        let error = (variance(&self.pairs) / n).sqrt();
        // No sample shows that a side never loses a quarter of a game.
        let least = 0.5 / (2.0 * n + 1.0);
        let within = |score: f64| score.clamp(least, 1.0 - least);
        let (low, high) = (within(score - Z_95 * error), within(score + Z_95 * error));
        Some(Estimate {
            score,
            score_low: low,
            score_high: high,
            elo: elo(within(score)),
            elo_low: elo(low),
            elo_high: elo(high),
            superiority: normal_cdf((score - 0.5) / error),
        })
    }
}

/// Mean score of a pair's game, 0 to 1.
fn mean(pairs: &[f64; 5]) -> f64 {
    let total: f64 = pairs.iter().sum();
    (0..).zip(pairs).map(|(points, n)| f64::from(points) / 4.0 * n).sum::<f64>() / total
}

/// Variance of a pair's score around its mean. One further pair, spread evenly over the five
/// results, is added: it keeps the variance of few or equal pairs away from zero, where it would
/// claim certainty, and is lost among many.
fn variance(pairs: &[u32; 5]) -> f64 {
    let pairs = pairs.map(|n| f64::from(n) + 0.2);
    let (mean, total) = (mean(&pairs), pairs.iter().sum::<f64>());
    let square = |points: u32| (f64::from(points) / 4.0 - mean).powi(2);
    (0..).zip(pairs).map(|(points, n)| n * square(points)).sum::<f64>() / total
}

/// How much better the first side is, by its score.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Estimate {
    /// Points per game, 0 to 1.
    pub(crate) score: f64,
    /// Lower end of its 95 % interval.
    pub(crate) score_low: f64,
    /// Upper end.
    pub(crate) score_high: f64,
    /// Elo difference; with all games won or lost, that of a quarter of a game less.
    pub(crate) elo: f64,
    /// Lower end of its 95 % interval.
    pub(crate) elo_low: f64,
    /// Upper end.
    pub(crate) elo_high: f64,
    /// Likelihood that the first side is the better one, 0 to 1.
    pub(crate) superiority: f64,
}

/// Elo difference of a score strictly between 0 and 1.
pub(crate) fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Score of an Elo difference.
pub(crate) fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

fn normal_cdf(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: [u32; 5]) -> Tally {
        let [ll, ld, even, wd, ww] = pairs;
        // An even pair is taken as two draws.
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

    /// Mean 523.25/1000, variance 0.0540219 and error 0.00735 of the sample, by another program;
    /// the further pair of `variance` moves the ends by a hundredth.
    #[test]
    fn a_thousand_pairs_give_the_interval_of_the_normal_distribution() {
        let estimate = tally([30, 230, 427, 243, 70]).estimate().unwrap();
        near(estimate.score, 0.523_25, 1e-9);
        near(estimate.elo, 16.167, 0.001);
        near(estimate.elo_low, 6.146, 0.01);
        near(estimate.elo_high, 26.215, 0.01);
        near(estimate.superiority, 0.99922, 1e-5);
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
}

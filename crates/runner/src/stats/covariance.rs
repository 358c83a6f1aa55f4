//! How much several functions of the same totals vary together when other positions are drawn: by the
//! bootstrap, with the resamples of all intervals.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::bootstrap::{RESAMPLES, SEED, totals};

/// Greatest squared distance, in standard errors, that 95 % of a normal distribution in the plane have.
pub(crate) const IN_THE_PLANE: f64 = 5.991_464_547_107_98; // -2 ln 0.05

/// Variances and covariance of two functions of totals.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Covariance {
    /// Of the first.
    pub(crate) xx: f64,
    /// Of both.
    pub(crate) xy: f64,
    /// Of the second.
    pub(crate) yy: f64,
}

/// Of two functions of the columns' totals; a row is a position. `None` for fewer than two positions.
pub(crate) fn covariance<const K: usize>(
    rows: &[[f64; K]],
    functions: impl Fn(&[f64; K]) -> [f64; 2],
) -> Option<Covariance> {
    if rows.len() < 2 {
        return None;
    }
    let mut generator = Pcg64::seed_from_u64(SEED);
    let mut chosen = rows.to_vec();
    let draw = |_| {
        chosen.fill_with(|| rows[generator.random_range(0..rows.len() as u64) as usize]);
        functions(&totals(&chosen))
    };
    let drawn: Vec<[f64; 2]> = (0..RESAMPLES).map(draw).collect();
    let n = RESAMPLES as f64;
    let mean = |i: usize| drawn.iter().map(|pair| pair[i]).sum::<f64>() / n;
    let means = [mean(0), mean(1)];
    let moment = |i: usize, j: usize| {
        let products = drawn.iter().map(|pair| (pair[i] - means[i]) * (pair[j] - means[j]));
        products.sum::<f64>() / (n - 1.0)
    };
    Some(Covariance { xx: moment(0, 0), xy: moment(0, 1), yy: moment(1, 1) })
}

impl Covariance {
    /// Squared distance of a difference from zero, in standard errors, of means over `factor` times fewer
    /// positions.
    pub(crate) fn distance(&self, [x, y]: [f64; 2], factor: f64) -> f64 {
        let determinant = self.xx * self.yy - self.xy * self.xy;
        (self.yy * x * x - 2.0 * self.xy * x * y + self.xx * y * y) / determinant / factor
    }

    /// Differences at this squared distance, once around.
    pub(crate) fn outline(&self, distance: f64, points: u32) -> Vec<[f64; 2]> {
        // By Cholesky's decomposition from the unit circle.
        let a = self.xx.sqrt();
        let b = self.xy / a;
        let c = (self.yy - b * b).max(0.0).sqrt();
        let point = |i: u32| {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(i) / f64::from(points)).sin_cos();
            [a * cos, b * cos + c * sin].map(|end| end * distance.sqrt())
        };
        (0..=points).map(point).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_vary_as_theory_says_and_together_as_their_columns_do() {
        // Over 0..400 the variance of x is 400^2 / 12, and that of a mean a 400th of it; y is 3 x.
        let rows: Vec<[f64; 3]> =
            (0..400).map(|i| [1.0, f64::from(i), 3.0 * f64::from(i)]).collect();
        let found = covariance(&rows, |&[n, x, y]| [x / n, y / n]).unwrap();
        assert!((found.xx - 400.0 / 12.0).abs() < 3.0, "{found:?}");
        assert!(
            (found.xy - 3.0 * found.xx).abs() < 1e-6 && (found.yy - 9.0 * found.xx).abs() < 1e-6
        );
        assert_eq!(covariance(&rows[..1], |&[n, x, y]| [x / n, y / n]), None);
    }

    #[test]
    fn the_outline_is_as_far_away_as_it_says() {
        let one = Covariance { xx: 4.0, xy: -1.0, yy: 1.0 };
        for point in one.outline(IN_THE_PLANE, 12) {
            assert!((one.distance(point, 1.0) - IN_THE_PLANE).abs() < 1e-9, "{point:?}");
            assert!((one.distance(point, 4.0) - IN_THE_PLANE / 4.0).abs() < 1e-9);
        }
        assert_eq!(Covariance { xx: 4.0, xy: 0.0, yy: 1.0 }.distance([2.0, 0.0], 1.0), 1.0);
    }
}

//! The regression of deep on shallow values, in integers: `deep = slope / 1024 * shallow +
//! intercept`, with the standard deviation of what is left over. `data/probcut.csv` holds what
//! `vnmp probcut` measured, and says on what.

use std::sync::OnceLock;

use vnmp_engine::{Depth, Score};

/// The unit of a slope.
pub const ONE: i32 = 1024;

const MEASURED: &str = include_str!("../../../data/probcut.csv");

/// How the values of a shallow search predict those of a deep one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Regression {
    /// Depth of the deep search in plies.
    pub deep: Depth,
    /// Depth of the shallow search in plies.
    pub shallow: Depth,
    /// How many positions it was measured on.
    pub positions: u32,
    /// In parts of [`ONE`].
    pub slope: i32,
    /// In centipawns.
    pub intercept: i32,
    /// Standard deviation of the residuals in centipawns.
    pub deviation: i32,
}

impl Regression {
    /// The shallow value that predicts `deep` plus `t` hundredths of a deviation, rounded to
    /// the nearest centipawn: Buro's `round((t * sigma + beta - b) / a)`.
    pub fn shallow_value(&self, deep: Score, t: i32) -> Score {
        let wanted =
            deep.0 as i64 * 100 + t as i64 * self.deviation as i64 - self.intercept as i64 * 100;
        let (numerator, denominator) = (wanted * ONE as i64, self.slope as i64 * 100);
        let rounded = (2 * numerator + denominator).div_euclid(2 * denominator);
        let most = Score::MATE_BOUND.0 as i64 - 1;
        Score(rounded.clamp(-most, most) as i32)
    }
}

/// All measured regressions.
pub fn all() -> &'static [Regression] {
    static ALL: OnceLock<Vec<Regression>> = OnceLock::new();
    ALL.get_or_init(|| MEASURED.lines().filter_map(read).collect())
}

/// The one for these depths.
pub fn measured(deep: Depth, shallow: Depth) -> Option<&'static Regression> {
    all().iter().find(|r| (r.deep, r.shallow) == (deep, shallow))
}

/// A line `deep,shallow,positions,slope,intercept,deviation` and more; headings and comments are none.
fn read(line: &str) -> Option<Regression> {
    let mut fields = line.split(',').map(|field| field.trim().parse::<i32>());
    let mut next = || fields.next()?.ok();
    let regression = Regression {
        deep: next()?,
        shallow: next()?,
        positions: next()?.try_into().ok()?,
        slope: next()?,
        intercept: next()?,
        deviation: next()?,
    };
    (regression.slope > 0).then_some(regression)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_rounded_to_the_nearest_centipawn_on_both_sides_of_zero() {
        let exact = Regression {
            deep: 4,
            shallow: 2,
            positions: 1,
            slope: ONE,
            intercept: 0,
            deviation: 10,
        };
        let values = [(7, 0), (7, 150), (-7, -150), (0, -55), (0, 55)];
        let bounds = values.map(|(value, t)| exact.shallow_value(Score(value), t).0);
        assert_eq!(bounds, [7, 22, -22, -5, 6]);
        let steep = Regression { slope: 2 * ONE, intercept: 10, ..exact };
        assert_eq!(steep.shallow_value(Score(110), 0), Score(50));
        assert_eq!(steep.shallow_value(Score(-91), 0), Score(-50));
    }

    #[test]
    fn no_bound_is_a_mate() {
        let flat = Regression {
            deep: 4,
            shallow: 2,
            positions: 1,
            slope: 1,
            intercept: 0,
            deviation: 1_000,
        };
        assert!(flat.shallow_value(Score(31_000), 1_000).mate_in().is_none());
        assert!(flat.shallow_value(Score(-31_000), -1_000).mate_in().is_none());
    }

    #[test]
    fn every_line_of_the_data_is_read() {
        let lines = MEASURED.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
        assert_eq!(lines.count(), all().len());
        assert!(all().iter().all(|r| r.shallow < r.deep && r.deviation > 0 && r.positions > 100));
    }
}

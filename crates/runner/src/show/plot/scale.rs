//! Axes: from values to places, and the ticks between. Logarithmic axes never start at 0.

use std::ops::RangeInclusive;

/// Linear or logarithmic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scale {
    /// Equal differences are equal lengths; ticks are whole numbers or fractions.
    Linear,
    /// Equal ratios are equal lengths; values must be positive.
    Log,
}

/// What an axis shows.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct AxisSpec {
    /// Title with the unit.
    pub(crate) title: String,
    /// Linear or logarithmic.
    pub(crate) scale: Scale,
}

/// An axis with its range.
pub(crate) struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
    step: f64,
}

impl Axis {
    /// An axis that holds all values, with a little room at both ends. Without values, 1 to 10.
    pub(crate) fn over(scale: Scale, values: impl Iterator<Item = f64>) -> Axis {
        let usable = values.filter(|v| v.is_finite() && (scale == Scale::Linear || *v > 0.0));
        let (low, high) = usable.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        let (low, high) = if low > high { (1.0, 10.0) } else { (low, high) };
        match scale {
            Scale::Log => Axis { scale, low: low / 1.3, high: high * 1.3, step: 0.0 },
            Scale::Linear => {
                let span = (high - low).max(1.0);
                let step = round_step(span / 8.0);
                let room = span * 0.04;
                Axis { scale, low: low - room, high: high + room, step }
            }
        }
    }

    /// Where a value lies: 0 at the lower end, 1 at the upper.
    pub(crate) fn place(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Log => (value / self.low).ln() / (self.high / self.low).ln(),
        }
    }

    /// Both ends.
    pub(crate) fn range(&self) -> RangeInclusive<f64> {
        self.low..=self.high
    }

    /// Values with a tick.
    pub(crate) fn ticks(&self) -> Vec<f64> {
        let inside = |tick: &f64| self.range().contains(tick);
        match self.scale {
            Scale::Linear => {
                let first = (self.low / self.step).ceil() as i64;
                let last = (self.high / self.step).floor() as i64;
                (first..=last).map(|i| i as f64 * self.step).collect()
            }
            Scale::Log => {
                let decades = (self.high / self.low).log10();
                let within: &[f64] = if decades > 3.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
                let first = self.low.log10().floor() as i32;
                let last = self.high.log10().ceil() as i32;
                let all =
                    (first..=last).flat_map(|d| within.iter().map(move |m| m * 10f64.powi(d)));
                all.filter(inside).collect()
            }
        }
    }
}

/// The next of 1, 2 and 5 times a power of ten, at least 1.
fn round_step(at_least: f64) -> f64 {
    let mut power = 1.0;
    loop {
        for step in [1.0, 2.0, 5.0] {
            if step * power >= at_least {
                return step * power;
            }
        }
        power *= 10.0;
    }
}

/// A number as short as it can be said: `500`, `20 k`, `3 M`.
pub(crate) fn short(value: f64) -> String {
    let units = [(1e9, " G"), (1e6, " M"), (1e3, " k")];
    let found = units.into_iter().find(|(size, _)| value.abs() >= *size);
    let (size, unit) = found.unwrap_or((1.0, ""));
    let text = format!("{:.2}", value / size);
    format!("{}{unit}", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithmic_ticks_are_powers_of_ten_or_between() {
        let axis = Axis::over(Scale::Log, [1e2, 1e7].into_iter());
        assert_eq!(axis.ticks(), [1e2, 1e3, 1e4, 1e5, 1e6, 1e7]);
        let axis = Axis::over(Scale::Log, [30.0, 300.0].into_iter());
        assert_eq!(axis.ticks(), [50.0, 100.0, 200.0]);
    }

    #[test]
    fn linear_ticks_are_whole_and_few() {
        let axis = Axis::over(Scale::Linear, [1.0, 9.0].into_iter());
        assert_eq!(axis.ticks(), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
        assert!(Axis::over(Scale::Linear, [0.0, 873.0].into_iter()).ticks().len() <= 10);
    }

    #[test]
    fn degenerate_axes_are_finite() {
        for scale in [Scale::Linear, Scale::Log] {
            for values in [vec![], vec![5.0], vec![f64::NAN]] {
                let axis = Axis::over(scale, values.into_iter());
                assert!(axis.place(5.0).is_finite());
                assert!(!axis.ticks().is_empty());
            }
        }
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([1.0, 500.0, 2e4, 1.5e6, 3e9].map(short), ["1", "500", "20 k", "1.5 M", "3 G"]);
    }
}

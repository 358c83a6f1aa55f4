//! Tick marks and units of the axes.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};

/// A linear axis whose ticks are given, not left to the drawing library.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// Values at the two ends.
    pub(crate) range: Range<f64>,
    /// Values with a tick and a label.
    pub(crate) ticks: Vec<f64>,
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, pixels: (i32, i32)) -> i32 {
        let share = (value - self.range.start) / (self.range.end - self.range.start);
        pixels.0 + (share * f64::from(pixels.1 - pixels.0)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

/// A unit for counts: its value and its name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Unit {
    /// How many ones make this unit.
    pub(crate) size: f64,
    /// Name for the axis title; `None` for single ones.
    pub(crate) name: Option<&'static str>,
}

/// The largest unit in which `max` is at least 1.
pub(crate) fn unit(max: f64) -> Unit {
    let units = [(1e9, "billion"), (1e6, "million"), (1e3, "thousand")];
    let fitting = units.into_iter().find(|&(size, _)| max >= size);
    fitting.map_or(Unit { size: 1.0, name: None }, |(size, name)| Unit { size, name: Some(name) })
}

/// Ticks from 0 in steps of 1, 2 or 5 times a power of ten, the last one not below `max`;
/// between four and ten of them. With each the text of its label.
pub(crate) fn ticks(max: f64) -> Vec<(f64, String)> {
    let mut power = 1.0;
    while max / power > 10.0 {
        power *= 10.0;
    }
    while max / power <= 1.0 && power > 1e-9 {
        power /= 10.0;
    }
    // Now 1 < max / power <= 10.
    let (step, digits) = match max / power {
        m if m <= 2.0 => (0.2, 1),
        m if m <= 5.0 => (0.5, 1),
        _ => (1.0, 0),
    };
    let step = step * power;
    // A power of 10 or more leaves no digits behind the point.
    let places = if power >= 10.0 { 0 } else { digits + usize::from(power < 1.0) };
    let count = (max / step - 1e-9).ceil().max(1.0) as usize;
    (0..=count).map(|i| i as f64 * step).map(|tick| (tick, format!("{tick:.places$}"))).collect()
}

/// Ticks at 1, 2 and 5 times the powers of ten from the last at or below `min` to the first at or
/// above `max`, both above 0. With each the text of its label.
pub(crate) fn log_ticks(min: f64, max: f64) -> Vec<(f64, String)> {
    let steps = (-6..12).flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * 10f64.powi(power)));
    let steps: Vec<f64> = steps.collect();
    let first = steps.iter().rposition(|&step| step <= min * 1.000_001).unwrap_or(0);
    let last = steps.iter().position(|&step| step >= max * 0.999_999).unwrap_or(steps.len() - 1);
    let label = |step: f64| match step {
        step if step >= 1.0 => format!("{step:.0}"),
        step => format!("{step:.*}", (-step.log10()).ceil() as usize),
    };
    steps[first..=last.max(first)].iter().map(|&step| (step, label(step))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(max: f64) -> String {
        ticks(max).into_iter().map(|(_, label)| label).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn ticks_are_round_and_reach_the_largest_value() {
        assert_eq!(labels(121.4), "0 20 40 60 80 100 120 140");
        assert_eq!(labels(6.2), "0 1 2 3 4 5 6 7");
        assert_eq!(labels(1.0), "0.0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0");
        assert_eq!(labels(1.3), "0.0 0.2 0.4 0.6 0.8 1.0 1.2 1.4");
        assert_eq!(labels(4.1), "0.0 0.5 1.0 1.5 2.0 2.5 3.0 3.5 4.0 4.5");
        assert_eq!(labels(350.0), "0 50 100 150 200 250 300 350");
        assert_eq!(labels(999.0), "0 100 200 300 400 500 600 700 800 900 1000");
    }

    #[test]
    fn logarithmic_ticks_enclose_the_values() {
        let labels = |min, max| {
            log_ticks(min, max).into_iter().map(|(_, label)| label).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(labels(9.2, 118.0), "5 10 20 50 100 200");
        assert_eq!(labels(10.0, 100.0), "10 20 50 100");
        assert_eq!(labels(0.3, 1.5), "0.2 0.5 1 2");
        assert_eq!(labels(3.0, 3.0), "2 5");
    }

    #[test]
    fn the_unit_keeps_labels_short() {
        assert_eq!(unit(999.0).name, None);
        assert_eq!(unit(1_000.0).name, Some("thousand"));
        assert_eq!(unit(121.4e6).name, Some("million"));
        assert_eq!(unit(105.5e9).name, Some("billion"));
    }
}

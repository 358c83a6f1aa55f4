//! Axes: from values to places, and the ticks between. Logarithmic axes never start at 0.

use plotters::coord::ranged1d::{BoldPoints, Ranged};
use plotters::coord::types::RangedCoordf64;

use super::layout::{LINE, MARGIN, TEXT, wrap};
use crate::show::canvas::{self, Anchor, Drawing, GREY, INK, Stroke};

/// An axis with its range and its ticks.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Axis {
    /// Title with the unit.
    pub(crate) title: String,
    is_log: bool,
    low: f64,
    high: f64,
    /// Ticks: values and their labels.
    pub(super) ticks: Vec<(f64, String)>,
}

/// Largest number of ticks on an axis.
const MOST: usize = 8;
/// Steps between powers of ten on logarithmic axes, the finest first.
const STEPS: [&[f64]; 4] = [&[1.0, 1.4, 2.0, 3.0, 5.0, 7.0], &[1.0, 2.0, 5.0], &[1.0, 3.0], &[1.0]];

impl Axis {
    /// Ratios on a logarithmic scale: `0.5×`.
    pub(crate) fn ratio(title: &str, values: impl IntoIterator<Item = f64>) -> Axis {
        Axis::log(title, values, 1.06, |tick| format!("{}×", plain(tick)))
    }

    /// Counts on a logarithmic scale: `20 k`, `3 M`.
    pub(crate) fn counts(title: &str, values: impl IntoIterator<Item = f64>) -> Axis {
        Axis::log(title, values, 1.15, short)
    }

    /// Percentages on a logarithmic scale.
    pub(crate) fn log_percent(title: &str, values: impl IntoIterator<Item = f64>) -> Axis {
        Axis::log(title, values, 1.06, plain)
    }

    /// Whole plies.
    pub(crate) fn plies(depths: impl IntoIterator<Item = f64>) -> Axis {
        let (low, high) = range(depths, |depth| depth.is_finite()).unwrap_or((1.0, 2.0));
        let ticks = (low as i64..=high as i64).map(|ply| (ply as f64, ply.to_string())).collect();
        let title = "Depth (plies)".to_owned();
        Axis { title, is_log: false, low: low - 0.3, high: high + 0.3, ticks }
    }

    /// Equal differences are equal lengths.
    pub(crate) fn linear(title: &str, values: impl IntoIterator<Item = f64>) -> Axis {
        let (low, high) = range(values, f64::is_finite).unwrap_or((0.0, 1.0));
        let (low, high) = if high - low < 1e-9 { (low - 1.0, high + 1.0) } else { (low, high) };
        let room = (high - low) * 0.05;
        let round = RangedCoordf64::from(low..high).key_points(BoldPoints(MOST));
        let step = round.windows(2).map(|pair| pair[1] - pair[0]).next().unwrap_or(1.0);
        let ticks = round.into_iter().map(|tick| (tick, signed(tick, step))).collect();
        let (low, high) = (low - room, high + room);
        Axis { title: title.to_owned(), is_log: false, low, high, ticks }
    }

    /// Amounts from 0 on, in lengths of their own: `20 M`.
    pub(crate) fn amounts(title: &str, values: impl IntoIterator<Item = f64>) -> Axis {
        let axis = Axis::linear(title, values.into_iter().chain([0.0]));
        let ticks = axis.ticks.into_iter().map(|(tick, _)| (tick, short(tick))).collect();
        Axis { ticks, low: 0.0, ..axis }
    }

    fn log(
        title: &str,
        values: impl IntoIterator<Item = f64>,
        room: f64,
        label: impl Fn(f64) -> String,
    ) -> Axis {
        let usable = |value: f64| value.is_finite() && value > 0.0;
        let (low, high) = range(values, usable).unwrap_or((1.0, 10.0));
        let (low, high) = (low / room, high * room);
        let decades = low.log10().floor() as i32..=high.log10().ceil() as i32;
        let within = |steps: &&[f64]| -> Vec<f64> {
            let all = decades.clone().flat_map(|d| steps.iter().map(move |m| m * 10f64.powi(d)));
            all.filter(|tick| (low..=high).contains(tick)).collect()
        };
        let ticks = STEPS.iter().map(within).find(|ticks| ticks.len() <= MOST).unwrap_or_default();
        // One alone gives no scale.
        let even = || Axis::linear("", [low, high]).ticks.into_iter().map(|(tick, _)| tick);
        let ticks = match ticks.len() {
            0 | 1 => even().filter(|tick| (low..=high).contains(tick)).collect(),
            _ => ticks,
        };
        let ticks = ticks.into_iter().map(|tick| (tick, label(tick))).collect();
        Axis { title: title.to_owned(), is_log: true, low, high, ticks }
    }

    /// Where a value lies: 0 at the lower end, 1 at the upper.
    pub(super) fn place(&self, value: f64) -> f64 {
        match self.is_log {
            false => (value - self.low) / (self.high - self.low),
            true => (value / self.low).ln() / (self.high / self.low).ln(),
        }
    }

    /// Draws it below a panel, from left to right: labels and title. Returns where the next part may begin.
    pub(super) fn below(&self, drawing: &mut Drawing, (left, right): (f64, f64), y: f64) -> f64 {
        drawing.line(&[(left, y), (right, y)], GREY, 1.0, Stroke::Solid);
        let place = |tick: &(f64, String)| left + self.place(tick.0) * (right - left);
        let ticks: Vec<(f64, &str)> =
            self.ticks.iter().map(|tick| (place(tick), tick.1.as_str())).collect();
        for &(x, _) in &ticks {
            drawing.line(&[(x, y), (x, y + 4.0)], GREY, 1.0, Stroke::Solid);
        }
        for (x, label) in fitting(&ticks, drawing.width) {
            drawing.text(label, (x, y + 4.0 + LINE / 2.0), Anchor::Middle, TEXT, INK);
        }
        let lines = wrap(&self.title, drawing.width - 2.0 * MARGIN, TEXT);
        let mut y = y + 4.0 + LINE;
        for line in &lines {
            let half = canvas::width(line, TEXT) / 2.0 + 2.0;
            let middle = ((left + right) / 2.0).min(drawing.width - half).max(half);
            drawing.text(line, (middle, y + LINE / 2.0), Anchor::Middle, TEXT, GREY);
            y += LINE;
        }
        y
    }

    /// The place of a value that may lie beyond an end, at that end then.
    pub(super) fn within(&self, value: f64) -> f64 {
        self.place(value.clamp(self.low, self.high))
    }
}

/// Every label, or every second, third and so on, so that none overlap or leave the picture.
fn fitting<'a>(labels: &[(f64, &'a str)], width: f64) -> Vec<(f64, &'a str)> {
    let half = |label: &str| canvas::width(label, TEXT) / 2.0;
    let chosen =
        |step: usize| -> Vec<(f64, &'a str)> { labels.iter().copied().step_by(step).collect() };
    let is_free = |chosen: &Vec<(f64, &str)>| {
        chosen
            .windows(2)
            .all(|pair| pair[1].0 - pair[0].0 >= half(pair[0].1) + half(pair[1].1) + 6.0)
    };
    let chosen = (1..=labels.len().max(1)).map(chosen).find(is_free).unwrap_or_default();
    let inside = |&(x, label): &(f64, &str)| x - half(label) >= 0.0 && x + half(label) <= width;
    chosen.into_iter().filter(inside).collect()
}

/// The least and the greatest of the usable values.
fn range(
    values: impl IntoIterator<Item = f64>,
    usable: impl Fn(f64) -> bool,
) -> Option<(f64, f64)> {
    let usable = values.into_iter().filter(|&value| usable(value));
    usable.map(|value| (value, value)).reduce(|(a, b), (c, d)| (a.min(c), b.max(d)))
}

/// As many places as a step needs; a true minus sign, but none before 0.
fn signed(value: f64, step: f64) -> String {
    let places = (-(step * 1.001).log10().floor()).max(0.0) as usize;
    let value = if value.abs() < step / 2.0 { 0.0 } else { value };
    format!("{value:.places$}").replace('-', "−")
}

/// `0.00001`, `0.05`, `0.5`, `1.4`, `20`.
fn plain(value: f64) -> String {
    let places = (-value.abs().log10()).ceil().clamp(3.0, 12.0) as usize;
    let text = format!("{value:.places$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A number in its shortest form: `500`, `20 k`, `3 M`.
fn short(value: f64) -> String {
    let units = [(1e9, " G"), (1e6, " M"), (1e3, " k")];
    let found = units.into_iter().find(|(size, _)| value.abs() >= *size * 0.999);
    let (size, unit) = found.unwrap_or((1.0, ""));
    format!("{}{unit}", plain(value / size))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|tick| tick.1.as_str()).collect()
    }

    #[test]
    fn logarithmic_ticks_are_few_and_round() {
        assert_eq!(labels(&Axis::ratio("", [0.42, 2.1])), ["0.5×", "0.7×", "1×", "1.4×", "2×"]);
        let wide = Axis::counts("", [1e2, 1e7]);
        assert_eq!(labels(&wide), ["100", "1 k", "10 k", "100 k", "1 M", "10 M"]);
        let narrow = Axis::ratio("", [1.01, 1.03]);
        let narrow = labels(&narrow);
        assert!(narrow.len() > 2 && narrow.contains(&"1.02×"), "{narrow:?}");
        let small = Axis::log_percent("", [2e-5, 3.0]);
        assert_eq!(labels(&small), ["0.0001", "0.001", "0.01", "0.1", "1"], "none is 0");
    }

    #[test]
    fn linear_ticks_are_round_and_few() {
        let axis = Axis::linear("", [-1.0, 20.0]);
        assert_eq!(labels(&axis), ["0", "5", "10", "15", "20"]);
        assert_eq!(
            labels(&Axis::linear("", [-0.4, 0.1])),
            ["−0.4", "−0.3", "−0.2", "−0.1", "0.0", "0.1"]
        );
        assert_eq!(labels(&Axis::plies([8.0, 10.0])), ["8", "9", "10"]);
    }

    #[test]
    fn degenerate_axes_are_finite() {
        for values in [vec![], vec![5.0], vec![5.0, 5.0], vec![f64::NAN, 0.0]] {
            for axis in [
                Axis::ratio("", values.clone()),
                Axis::counts("", values.clone()),
                Axis::linear("", values.clone()),
                Axis::plies(values.clone()),
            ] {
                assert!(axis.place(5.0).is_finite() && !axis.ticks.is_empty(), "{axis:?}");
            }
        }
        assert!((0.0..=1.0).contains(&Axis::linear("", [1.0, 2.0]).within(99.0)));
    }

    #[test]
    fn if_labels_would_overlap_every_second_one_stays() {
        let labels =
            [(10.0, "1 k"), (30.0, "3 k"), (50.0, "10 k"), (70.0, "30 k"), (90.0, "100 k")];
        let chosen: Vec<&str> = fitting(&labels, 120.0).into_iter().map(|label| label.1).collect();
        assert_eq!(chosen, ["1 k", "10 k", "100 k"]);
        assert_eq!(fitting(&labels[..1], 120.0).len(), 1);
        assert_eq!(fitting(&labels[..1], 12.0).len(), 0, "it would leave the picture");
        assert_eq!(fitting(&[], 120.0).len(), 0);
    }
}

//! How the value of a claim is shown and compared.

/// Stands where a sample gives no interval.
pub(crate) const TOO_SMALL: &str = "n too small";

/// How a quantity is shown and compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    /// A ratio, compared on the logarithmic scale and shown as a difference in percent.
    Ratio,
    /// A difference of shares, shown in percentage points of the positions.
    Share,
    /// A share of a whole, shown in percent without a sign.
    Part,
    /// A place on the way from one tree, 0, to another, 1, and beyond: no share, and shown as it is.
    Way,
}

impl Unit {
    /// A value as it is shown: in percent, but for a place on the way.
    pub(crate) fn percent(self, value: f64) -> f64 {
        match self {
            Unit::Ratio => (value - 1.0) * 100.0,
            Unit::Share | Unit::Part => value * 100.0,
            Unit::Way => value,
        }
    }

    /// The text of a value.
    pub(crate) fn show(self, value: f64) -> String {
        self.text(self.percent(value))
    }

    /// The text of a value that is in percent.
    pub(crate) fn text(self, percent: f64) -> String {
        if self == Unit::Way {
            return format!("{percent:.2}").replace('-', "−");
        }
        let sign = self != Unit::Part;
        let places = if self == Unit::Part && percent < 0.1 && percent > 0.0 { 4 } else { 1 };
        let unit = if self == Unit::Share { "pp" } else { "%" };
        let text = format!("{:.places$} {unit}", percent.abs());
        let zero = text.trim_start_matches(['0', '.']).starts_with(' ');
        match (sign, percent < 0.0) {
            _ if zero => text,
            (_, true) => format!("−{text}"),
            (true, false) => format!("+{text}"),
            (false, false) => text,
        }
    }

    /// A value, or the ends of a range in the order in which they are read: `−10.0 % to −30.0 %`.
    pub(crate) fn range(self, [low, high]: [f64; 2]) -> String {
        self.text_of_range([self.percent(low), self.percent(high)])
    }

    /// The same of values that are in percent.
    pub(crate) fn text_of_range(self, [low, high]: [f64; 2]) -> String {
        let (near, far) = if low < 0.0 { (high, low) } else { (low, high) };
        match low < high {
            true => format!("{} to {}", self.text(near), self.text(far)),
            false => self.text(low),
        }
    }

    /// An interval in brackets, or that there is none.
    pub(crate) fn interval(self, ends: Option<[f64; 2]>) -> String {
        self.text_of_interval(ends.map(|ends| ends.map(|end| self.percent(end))))
    }

    /// The same of ends that are in percent.
    pub(crate) fn text_of_interval(self, ends: Option<[f64; 2]>) -> String {
        ends.map_or(TOO_SMALL.to_owned(), |[low, high]| {
            format!("[{}, {}]", self.text(low), self.text(high))
        })
    }

    /// How far a value is from a boundary, with its sign.
    pub(crate) fn distance(self, value: f64, boundary: f64) -> f64 {
        match self {
            Unit::Ratio => value.ln() - boundary.ln(),
            Unit::Share | Unit::Part | Unit::Way => value - boundary,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_shown_with_sign_and_unit() {
        assert_eq!(Unit::Ratio.show(0.5125), "−48.8 %");
        assert_eq!(Unit::Ratio.show(2.0651), "+106.5 %");
        assert_eq!(Unit::Ratio.show(1.0), "0.0 %");
        assert_eq!(Unit::Share.show(0.02), "+2.0 pp");
        assert_eq!(Unit::Share.show(-0.0004), "0.0 pp");
        assert_eq!(Unit::Ratio.range([0.7, 0.9]), "−10.0 % to −30.0 %");
        assert_eq!(Unit::Part.range([0.1, 0.2]), "10.0 % to 20.0 %");
        assert_eq!(Unit::Ratio.range([0.7, 0.7]), "−30.0 %");
        assert_eq!(Unit::Share.interval(Some([-0.01, 0.02])), "[−1.0 pp, +2.0 pp]");
        assert_eq!(Unit::Share.interval(None), "n too small");
        assert_eq!(Unit::Part.show(0.685), "68.5 %");
        assert_eq!(Unit::Part.show(0.00015), "0.0150 %");
        assert_eq!(Unit::Part.show(0.0), "0.0 %");
        assert_eq!(Unit::Way.show(1.337), "1.34");
        assert_eq!(Unit::Way.interval(Some([-0.1, 1.82])), "[−0.10, 1.82]");
    }
}

//! How many positions or games would decide what is undecided, if the effect that was measured is the true
//! one: an interval is narrower by the root of their number.

use super::verdict::margin;
use super::{Direction, Expect, Judged};
use crate::base::number::thousands;
use crate::show::grid::columns;

/// The sample that would decide a claim, in positions, or in games (two per pair).
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Needed {
    /// That the effect is on a side of the boundary (of a claim of equality: beyond the margin).
    pub(crate) side: Option<u64>,
    /// That there is no important effect.
    pub(crate) none: Option<u64>,
}

/// What an undecided claim needs; `None` if it has no interval to begin with.
pub(crate) fn needed(one: &Judged) -> Option<Needed> {
    let (expect, unit) = (one.claim.expect, one.claim.quantity.unit());
    let estimate = &one.measured.as_ref()?.estimate;
    let interval = estimate.interval?;
    let boundary = expect.boundary();
    let [value, low, high] =
        [estimate.value, interval.low, interval.high].map(|v| unit.distance(v, boundary));
    let half = (high - low) / 2.0;
    // The interval must fit into the distance from the value to the line that decides.
    let fitting = |distance: f64| {
        let times = (half / distance).powi(2);
        let n = (estimate.samples as f64 * times).ceil();
        (distance > 0.0 && n.is_finite()).then_some(n as u64)
    };
    let margin = margin(expect, one.claim.published, unit);
    let beyond = match expect {
        Expect::Within(margin) => value.abs() - margin,
        Expect::Above(_) | Expect::Below(_) => value.abs(),
    };
    let none = margin.and_then(|margin| fitting(margin - value.abs()));
    Some(Needed { side: fitting(beyond), none })
}

/// A line for each claim that is undecided.
pub(crate) fn plan<'a>(judged: impl IntoIterator<Item = &'a Judged<'a>>) -> String {
    let open =
        |one: &&Judged| matches!(one.verdict.direction, Direction::Undecided | Direction::NeedsRun);
    let head = ["claim", "n", "n for a side", "n for none", "run"].map(str::to_owned);
    let mut rows = vec![head];
    for one in judged.into_iter().filter(open) {
        let text = |n: Option<u64>| n.map_or("-".to_owned(), thousands);
        let samples = one.measured.as_ref().map(|m| m.estimate.samples as u64);
        let needed = needed(one);
        rows.push([
            one.id(),
            text(samples),
            text(needed.and_then(|needed| needed.side)),
            text(needed.and_then(|needed| needed.none)),
            one.claim.runs.join(" or "),
        ]);
    }
    columns(&rows)
}

#[cfg(test)]
mod tests {
    use super::super::{Claim, Expect, Measured, Published, judge};
    use super::*;
    use crate::stats::{Estimate, Interval};

    fn of(
        expect: Expect,
        published: Option<f64>,
        [value, low, high]: [f64; 3],
    ) -> (String, Option<Needed>) {
        let text = r#"claims = [{ id = "c", text = "t", section = "1", runs = ["r"], expect = { above = 0.0 },
            quantity = { kind = "solved-difference", variant = "a", to = "b" } }]
            source = "s""#;
        let mut file: super::super::ClaimsFile = toml::from_str(text).unwrap();
        let published = published.map(Published::Value);
        let claim: Claim = Claim { expect, published, ..file.claims.remove(0) };
        let interval = (low < high).then_some(Interval { low, high });
        let estimate = Estimate { value, interval, samples: 100 };
        let verdict = judge(expect, published, Some(&estimate), claim.quantity.unit());
        let (run, detail, basis) = (String::new(), String::new(), String::new());
        let measured = Some(Measured { estimate, run, detail, basis });
        let one = Judged { claim: &claim, by: None, measured, verdict };
        (plan([&one]), needed(&one))
    }

    #[test]
    fn four_times_the_positions_halve_the_interval() {
        // 0.01 +- 0.02: a side needs the width halved; within half of 0.1 it is already.
        let (_, needed) = of(Expect::Above(0.0), Some(0.1), [0.01, -0.01, 0.03]);
        assert_eq!(needed, Some(Needed { side: Some(400), none: Some(25) }));
        let (text, needed) = of(Expect::Above(0.0), Some(0.04), [0.01, -0.01, 0.03]);
        assert_eq!(needed, Some(Needed { side: Some(400), none: Some(400) }));
        assert!(text.contains("400") && text.contains(" r"), "{text}");
        let (_, equal) = of(Expect::Within(0.02), None, [0.01, -0.01, 0.03]);
        assert_eq!(equal, Some(Needed { side: None, none: Some(400) }));
    }

    #[test]
    fn what_is_decided_or_cannot_be_is_not_planned() {
        let (decided, _) = of(Expect::Above(0.0), None, [0.05, 0.03, 0.07]);
        assert!(!decided.lines().any(|line| line.starts_with("c ")), "{decided}");
        let (_, zero) = of(Expect::Above(0.0), None, [0.0, -0.02, 0.02]);
        assert_eq!(zero, Some(Needed { side: None, none: None }));
        let (text, small) = of(Expect::Above(0.0), None, [0.05, 0.0, 0.0]);
        assert_eq!(small, None);
        assert!(text.contains("100"), "{text}");
    }
}

//! How many positions or games would decide what is undecided, if the effect that was measured is the true
//! one: an interval is narrower by the root of their number.

use super::supply::{FILE, Supplies};
use super::verdict::margin;
use super::{Direction, Expect, Judged};
use crate::base::number::thousands;
use crate::show::grid::columns;

/// A larger sample is no plan: the effect lies on the line that decides, but for rounding.
const MOST: f64 = 1e8;

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
    // Each end must come as near to the value as the line that decides is; it does so with the root of the number.
    let (below, above) = (value - low, high - value);
    let fitting = |ends: &[(f64, f64)]| {
        let times =
            ends.iter().map(|(end, line)| if *line > 0.0 { end / line } else { f64::INFINITY });
        let n = estimate.samples as f64 * times.fold(0.0, f64::max).powi(2);
        (n < MOST).then_some(n.ceil() as u64)
    };
    let margin = margin(expect, one.claim.published, unit);
    let beyond = match expect {
        Expect::Within(margin) => value.abs() - margin,
        Expect::Above(_) | Expect::Below(_) => value.abs(),
    };
    let side = fitting(&[(if value > 0.0 { below } else { above }, beyond)]);
    let none = margin.and_then(|m| fitting(&[(below, m + value), (above, m - value)]));
    Some(Needed { side, none })
}

impl Needed {
    /// The smaller of the samples that would decide.
    fn least(self) -> Option<u64> {
        self.side.into_iter().chain(self.none).min()
    }
}

fn is_open(one: &Judged) -> bool {
    matches!(one.verdict.direction, Direction::Undecided | Direction::NeedsRun)
}

/// Why a claim should not be undecided: it could be decided here, or nobody has said whether it could.
pub(crate) fn fault(one: &Judged, supplies: &Supplies) -> Option<String> {
    let n = needed(one).filter(|_| is_open(one)).and_then(Needed::least);
    let runs = one.claim.runs.join(" or ");
    let fault = match (n, supplies.of(&one.claim.runs)) {
        _ if one.verdict.direction == Direction::NeedsRun => {
            format!("there is no run {runs}; results/README.md has the commands")
        }
        (Some(n), Some(more)) if supplies.suffices(more, n) => {
            format!(
                "a sample of {} for {runs} would decide it; make it and search it",
                thousands(n)
            )
        }
        (Some(_), None) => format!("{FILE} has none of its runs ({runs}); add one"),
        _ => return None,
    };
    Some(format!("{}: {fault}", one.id()))
}

/// A line for each claim that is undecided; a user's own runs have no supplies.
pub(crate) fn plan<'a>(
    judged: impl IntoIterator<Item = &'a Judged<'a>>,
    supplies: Option<&Supplies>,
) -> String {
    let head = ["claim", "n", "n for a side", "n for none", "here", "run"].map(str::to_owned);
    let mut rows = vec![head];
    for one in judged.into_iter().filter(|one| is_open(one)) {
        let text = |n: Option<u64>| n.map_or("-".to_owned(), thousands);
        let samples = one.measured.as_ref().map(|m| m.estimate.samples as u64);
        let needed = needed(one);
        let least = needed.and_then(Needed::least);
        let told = supplies.and_then(|all| Some(all.told(all.of(&one.claim.runs)?, least?)));
        rows.push([
            one.id(),
            text(samples),
            text(needed.and_then(|needed| needed.side)),
            text(needed.and_then(|needed| needed.none)),
            told.unwrap_or_else(|| "-".to_owned()),
            one.claim.runs.join(" or "),
        ]);
    }
    columns(&rows) + &supplies.map_or(String::new(), |all| format!("\n{}", all.note()))
}

#[cfg(test)]
mod tests {
    use super::super::{Claim, ClaimsFile, Expect, Measured, Published, judge};
    use super::*;
    use crate::stats::{Estimate, Interval};

    fn claims() -> ClaimsFile {
        let text = r#"claims = [{ id = "c", text = "t", section = "1", runs = ["x", "r"], expect = { above = 0.0 },
            quantity = { kind = "solved-difference", variant = "a", to = "b" } }]
            source = "s""#;
        toml::from_str(text).unwrap()
    }

    fn of(
        expect: Expect,
        published: Option<f64>,
        [value, low, high]: [f64; 3],
    ) -> (String, Option<Needed>) {
        let mut file = claims();
        let published = published.map(Published::Value);
        let claim: Claim = Claim { expect, published, ..file.claims.remove(0) };
        let interval = (low < high).then_some(Interval { low, high });
        let estimate = Estimate { value, interval, samples: 100 };
        let verdict = judge(expect, published, Some(&estimate), claim.quantity.unit());
        let (run, detail, basis) = (String::new(), String::new(), String::new());
        let measured = Some(Measured { estimate, run, detail, basis });
        let one = Judged { claim: &claim, by: None, measured, verdict };
        (plan([&one], None), needed(&one))
    }

    #[test]
    fn an_undecided_claim_is_a_fault_if_two_cores_decide_it_in_time() {
        let claims = claims();
        let claim = &claims.claims[0];
        let told = |more: &str, interval: Option<Interval>| {
            let run = if more.is_empty() { "other" } else { "r" };
            let more = if more.is_empty() { "{ seconds = 1.0 }" } else { more };
            let text = format!("hours = 2.0\nsupply = [{{ runs = ['{run}'], more = {more} }}]");
            let supplies: Supplies = toml::from_str(&text).unwrap();
            let estimate = Estimate { value: 0.01, interval, samples: 100 };
            let verdict = judge(claim.expect, None, Some(&estimate), claim.quantity.unit());
            let (run, detail, basis) = (String::new(), String::new(), String::new());
            let measured = Some(Measured { estimate, run, detail, basis });
            let one = Judged { claim, by: None, measured, verdict };
            let plan = plan([&one], Some(&supplies));
            let line = plan.lines().nth(1).unwrap_or_default().to_owned();
            (line, fault(&one, &supplies))
        };
        // 0.01 +- 0.02: 400 positions decide.
        let open = Some(Interval { low: -0.01, high: 0.03 });
        for (more, words, expected) in [
            (
                "{ seconds = 18.0 }",
                " yes, 2.0 h ",
                Some("c: a sample of 400 for x or r would decide it; make it and search it"),
            ),
            ("{ seconds = 18.1 }", " no, 2.0 h ", None),
            ("{ none = 'all are searched' }", " no more data ", None),
            ("{ run = 'larger' }", " see larger ", None),
            (
                "",
                " - ",
                Some("c: experiments/claims/supply.toml has none of its runs (x or r); add one"),
            ),
        ] {
            let (line, fault) = told(more, open);
            assert!(line.contains(" 400 ") && line.contains(words), "{line}");
            assert_eq!(fault.as_deref(), expected, "{line}");
            assert_eq!(told(more, None).1, None, "without an interval nothing is said");
            let (line, fault) = told(more, Some(Interval { low: 0.005, high: 0.015 }));
            assert!(line.is_empty() && fault.is_none(), "decided: {line}");
        }
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
        // An end that reaches to the margin decides, however near the other is.
        let (_, uneven) = of(Expect::Within(0.02), None, [-0.01, -0.03, 0.0]);
        assert_eq!(uneven, Some(Needed { side: None, none: Some(400) }));
        let (_, at_the_margin) = of(Expect::Within(0.01), None, [0.0100001, -0.01, 0.03]);
        assert_eq!(at_the_margin, Some(Needed { side: None, none: None }), "billions");
        let (text, small) = of(Expect::Above(0.0), None, [0.05, 0.0, 0.0]);
        assert_eq!(small, None);
        assert!(text.contains("100"), "{text}");
    }
}

//! Claims: our figure with its interval, the published one, the verdict.

use super::{Number, Numbers, Unit, id};
use crate::report::claims::{self, Judged, Verdict};

/// A number for each claim, tested or not, and how many have which verdict, under `of`.
pub(super) fn add(numbers: &mut Numbers, of: &str, judged: &[Judged]) {
    for one in judged {
        let scale = one.claim.quantity.unit();
        let unit = match scale {
            claims::Unit::Ratio | claims::Unit::Part => Unit::Percent,
            claims::Unit::Share => Unit::PercentagePoints,
        };
        let number = match &one.measured {
            Some(m) => Number::estimate(&m.estimate, unit, &m.run, |value| scale.percent(value)),
            None => Number::of(None, unit, ""),
        };
        let number = number.beside(one.claim.published.map(|value| scale.percent(value)));
        numbers.insert(id::claim(one), Number { verdict: Some(one.verdict), ..number });
    }
    let count = |n: usize| Number::count(n as u64, Unit::Count, "");
    numbers.insert(format!("{of}.all"), count(judged.len()));
    for verdict in Verdict::ALL {
        let number = count(judged.iter().filter(|one| one.verdict == verdict).count());
        numbers.insert(id::verdict(of, verdict), number);
    }
}

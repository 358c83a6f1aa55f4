//! Claims: our figure with its interval, the published one, direction and size.

use super::{Number, Numbers, Unit, id};
use crate::report::claims::{self, Direction, Judged, Size, Verdict};

/// A number for each claim, tested or not, how many have which direction, and how many a
/// published size that is in our interval, under `of`.
pub(super) fn add(numbers: &mut Numbers, of: &str, judged: &[Judged]) {
    for one in judged {
        let scale = one.claim.quantity.unit();
        let unit = match scale {
            claims::Unit::Ratio | claims::Unit::Part => Unit::Percent,
            claims::Unit::Share => Unit::PercentagePoints,
            claims::Unit::Way => Unit::Factor,
        };
        let number = match &one.measured {
            Some(m) => Number::estimate(&m.estimate, unit, &m.run, |value| scale.percent(value)),
            None => Number::of(None, unit, ""),
        };
        let ends = one.claim.published.map(|p| p.ends().map(|end| scale.percent(end)));
        let Verdict { direction, size } = one.verdict;
        let number = Number {
            paper_to: ends.filter(|[low, high]| low < high).map(|[_, high]| high),
            direction: Some(direction),
            inside: size.map(|size| size.inside),
            factor: size.and_then(|size| size.factor),
            ..number.beside(ends.map(|[low, _]| low))
        };
        numbers.insert(id::claim(one), number);
    }
    let count = |n: usize| Number::count(n as u64, Unit::Count, "");
    numbers.insert(format!("{of}.all"), count(judged.len()));
    for direction in Direction::ALL {
        let n = judged.iter().filter(|one| one.verdict.direction == direction).count();
        numbers.insert(id::direction(of, direction), count(n));
    }
    let sizes: Vec<Size> = judged.iter().filter_map(|one| one.verdict.size).collect();
    let inside = sizes.iter().filter(|size| size.inside).count();
    numbers.insert(id::inside(of), count(inside).out_of(sizes.len() as u64));
}

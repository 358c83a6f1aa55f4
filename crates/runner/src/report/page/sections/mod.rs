//! The sections of the report, from the verdicts to the list of runs.

mod coverage;
pub(super) mod effort;
mod explain;
pub(super) mod game;
pub(super) mod games;
mod intro;
mod laboratory;
pub(super) mod own;
mod parity;
mod peers;
mod sensitivity;
pub(crate) mod survey;
mod tables;
mod tree;
mod variants;
pub(crate) mod verdicts;
mod zugzwang;

use super::{Block, Source};
use crate::base::number::thousands;
use crate::report::claims::TOO_SMALL;
use crate::report::figures;
use crate::report::numbers::Number;
use crate::show::grid::ABSENT;
use crate::stats::Interval;

/// A computed part of the article by the name in its mark; `None` if there is no such part. Empty
/// if the runs that it shows are missing.
pub(crate) fn part(source: &Source, name: &str) -> anyhow::Result<Option<Vec<Block>>> {
    let (name, of) = name.split_once(' ').unwrap_or((name, ""));
    Ok(Some(match name {
        "questions" => verdicts::questions(source),
        "question" => return Ok(verdicts::question(source, of)),
        "claims" => return verdicts::figure(source, of),
        "rules" => verdicts::rules(source),
        "decided" => verdicts::decided(source),
        "tables" => tables::blocks(source)?,
        "parity" => parity::blocks(source),
        "effort" => effort::blocks(source)?,
        "explain" => explain::blocks(source),
        "growth" => explain::growth(source),
        "judged" => explain::judged(source),
        "laboratory" => laboratory::blocks(source)?,
        "laboratory-games" => laboratory::games(source),
        "census" => laboratory::census(source)?,
        "solution" => laboratory::solution(source)?,
        "sides" => laboratory::sides(source),
        "peers" => return peers::blocks(source, of),
        "variants" => variants::blocks(source),
        "zugzwang" => zugzwang::blocks(source),
        "tree" => tree::blocks(source),
        "sensitivity" => sensitivity::blocks(source)?,
        "games" => games::blocks(source)?,
        "forest" => figures::blocks(figures::forest::figures, source)?,
        "ratio" => figures::blocks(figures::ratio::figures, source)?,
        "figure4" => figures::blocks(figures::figure4::figures, source)?,
        "ladder" => figures::blocks(figures::ladder::figures, source)?,
        "counts" => figures::blocks(figures::counts::figures, source)?,
        "others" => figures::blocks(figures::others::figures, source)?,
        "settings" => figures::blocks(figures::settings::figures, source)?,
        "positions" => positions(),
        "coverage" => coverage::blocks(source),
        "runs" => intro::runs(source),
        _ => return Ok(None),
    }))
}

pub(super) fn positions() -> Vec<Block> {
    let text = "Move, score and nodes of each position and variant after every iteration; ✓ solved, ✗ \
                not. A position opens into its board with the solution, every iteration and the lines \
                to step through, where the suite is our own. The gallery has the positions that one \
                variant solves and another does not.";
    vec![Block::Text(text.into()), Block::Positions]
}

/// A difference in percent with its interval: `−17.8 % [−21.2, −14.2]`.
pub(crate) fn percent(number: Option<&Number>) -> String {
    let Some((number, value)) = number.and_then(|n| Some((n, n.value?))) else {
        return ABSENT.into();
    };
    match number.interval() {
        Some(Interval { low, high }) => {
            format!("{} % [{}, {}]", signed(value), signed(low), signed(high))
        }
        None => format!("{} % ({TOO_SMALL})", signed(value)),
    }
}

/// A number of positions with its interval: `−3 [−9.1, +3.1]`.
fn difference(number: &Number) -> String {
    let value = number.value.map_or(ABSENT.into(), signed);
    let interval = number.interval();
    let interval = interval.map(|i| format!("[{}, {}]", signed(i.low), signed(i.high)));
    let interval = interval.unwrap_or(format!("({TOO_SMALL})"));
    format!("{} {interval}", value.trim_end_matches(".0"))
}

/// A count: `3`, `1,000`.
pub(crate) fn count(number: Option<&Number>) -> String {
    number.and_then(Number::whole).map_or(ABSENT.into(), thousands)
}

/// A count and what it is out of: `3 of 40`.
pub(crate) fn out_of(number: Option<&Number>) -> String {
    let found = number.and_then(|number| Some((number.whole()?, number.n?)));
    found.map_or(ABSENT.into(), |(count, n)| format!("{} of {}", thousands(count), thousands(n)))
}

/// One decimal place, with a sign unless it is zero.
fn signed(value: f64) -> String {
    let text = format!("{:.1}", value.abs());
    match (text.as_str(), value < 0.0) {
        ("0.0", _) => text,
        (_, true) => format!("−{text}"),
        (_, false) => format!("+{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::numbers::Unit;

    #[test]
    fn numbers_are_shown_with_sign_and_interval() {
        let interval = Some(Interval { low: 0.788, high: 1.0 });
        let estimate = crate::stats::Estimate { value: 0.822, interval, samples: 9 };
        let number = Number::ratio(&estimate, "r");
        assert_eq!(percent(Some(&number)), "−17.8 % [−21.2, 0.0]");
        let alone = Number { low: None, high: None, ..number };
        assert_eq!(percent(Some(&alone)), "−17.8 % (n too small)");
        assert_eq!(percent(None), "–");
        assert_eq!(difference(&Number::of(-20.0, Unit::Positions, "r")), "−20 (n too small)");
        assert_eq!(difference(&Number::of(0.0, Unit::Positions, "r")), "0 (n too small)");
        let three = Number::count(3, Unit::Positions, "r");
        assert_eq!((count(Some(&three)), out_of(Some(&three))), ("3".into(), "–".into()));
        assert_eq!(out_of(Some(&three.out_of(9))), "3 of 9");
    }
}

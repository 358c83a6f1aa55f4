//! The sections of the report, from the verdicts to the list of runs.

mod effort;
mod games;
mod intro;
mod sensitivity;
pub(crate) mod survey;
mod tables;
mod tree;
mod variants;
mod verdicts;
mod zugzwang;

use super::{Block, PageError, Source};
use crate::stats::{Estimate, Interval};

/// The whole report.
pub(crate) fn all(source: &Source) -> Result<Vec<Block>, PageError> {
    let mut blocks = intro::blocks(source);
    blocks.extend(verdicts::blocks(source));
    blocks.extend(tables::blocks(source)?);
    blocks.extend(effort::blocks(source)?);
    blocks.extend(variants::blocks(source));
    blocks.extend(zugzwang::blocks(source));
    blocks.extend(tree::blocks(source));
    blocks.extend(sensitivity::blocks(source)?);
    blocks.extend(games::blocks(source)?);
    blocks.extend(survey::blocks(source)?);
    blocks.push(Block::Section("Every position".into()));
    blocks.push(Block::Text(
        "Nodes, ratio to the reference variant and the move held, for each position and variant; \
         ✓ solved, ✗ not. Click a heading to sort. Where the suite is our own, a row opens into \
         the board with the solution and the principal variations."
            .into(),
    ));
    blocks.push(Block::Positions);
    blocks.extend(intro::runs(source));
    Ok(blocks)
}

/// The paper's table beside ours, from the run of this name; nothing if there is none.
pub(crate) fn paper_table(source: &Source, run: &str) -> Vec<Block> {
    let found = source.evidence.runs.get(run);
    let grid = found.and_then(tables::of_run);
    grid.map(Block::Grid).into_iter().collect()
}

/// A ratio as a difference in percent with its interval: `−17.8 % [−21.2, −14.2]`.
fn percent(estimate: Option<Estimate>) -> String {
    let Some(Estimate { value, interval, .. }) = estimate else { return "–".into() };
    let show = |ratio: f64| signed((ratio - 1.0) * 100.0);
    match interval {
        Some(Interval { low, high }) => {
            format!("{} % [{}, {}]", show(value), show(low), show(high))
        }
        None => format!("{} %", show(value)),
    }
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

    #[test]
    fn ratios_are_differences_in_percent() {
        let interval = Some(Interval { low: 0.788, high: 1.0 });
        let estimate = Estimate { value: 0.822, interval, samples: 9 };
        assert_eq!(percent(Some(estimate)), "−17.8 % [−21.2, 0.0]");
        assert_eq!(percent(Some(Estimate { interval: None, ..estimate })), "−17.8 %");
        assert_eq!(percent(None), "–");
    }
}

//! The progress of the search for the engine behind the paper's numbers.

use crate::report::page::{Block, Source};

/// The state of the sweep; nothing where there is none.
pub(super) fn blocks(source: &Source) -> Vec<Block> {
    let Some(points) = source.numbers.find("explain.points") else { return Vec::new() };
    let done = super::out_of(Some(points));
    let conclusion = match points.whole() == points.n {
        true => "All points are searched.",
        false => "Nothing is concluded from them before the sweep is done.",
    };
    vec![Block::Text(format!(
        "Single settings cannot show what two settings do together. A designed sweep therefore varies all \
         settings on which the paper is silent at once; its rules, which say when an engine counts as \
         found, were committed before its first point (experiments/explain). Points searched so far: \
         {done}. {conclusion}"
    ))]
}

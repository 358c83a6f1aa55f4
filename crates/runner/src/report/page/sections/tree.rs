//! The paper's Figure 2 from real searches: what a tree of verified null-move pruning looks like.

use crate::report::page::{Block, FigureBlock, Source};

/// Every drawing that `vnmp tree` left in the results.
pub(crate) fn blocks(source: &Source) -> Vec<Block> {
    let drawing = |(name, svg): (&String, &String)| {
        let title = format!("A tree of verified null-move pruning (results/tree/{name}.svg).");
        let file = source.is_with_results.then(|| format!("../tree/{name}.svg"));
        FigureBlock::drawn(format!("tree-{name}"), title, file, svg.clone())
    };
    let drawings: Vec<FigureBlock> = source.evidence.trees.iter().map(drawing).collect();
    let has_viewer = !source.evidence.tree_records.is_empty();
    if drawings.is_empty() && !has_viewer {
        return Vec::new();
    }
    let mut blocks = vec![Block::Text(
        "The paper's Figure 2 sketches how a fail-high of the null move reduces the depth \
             and turns verification off below. These are trees of real searches: the main nodes of \
             the last iteration, quiescence left out. A zugzwang is found where the reduced search \
             stays below beta although the null move reached it."
            .into(),
    )];
    match has_viewer {
        true => blocks.push(Block::Tree(drawings)),
        false => blocks.extend(drawings.into_iter().map(Block::Figure)),
    }
    blocks
}

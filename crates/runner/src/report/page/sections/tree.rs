//! The paper's Figure 2 from real searches: what a tree of verified null-move pruning looks like.

use crate::report::page::{Block, FigureBlock, Source};

/// Every drawing that `vnmp tree` left in the results.
pub(crate) fn blocks(source: &Source) -> Vec<Block> {
    let figure = |(name, svg): (&String, &String)| {
        let title = format!("A tree of verified null-move pruning (results/tree/{name}.svg).");
        Block::Figure(FigureBlock::drawn(format!("tree-{name}"), title, svg.clone()))
    };
    let figures: Vec<Block> = source.evidence.trees.iter().map(figure).collect();
    let has_viewer = !source.evidence.tree_records.is_empty();
    if figures.is_empty() && !has_viewer {
        return figures;
    }
    let mut blocks = vec![Block::Text(
        "The paper's Figure 2 sketches how a fail-high of the null move reduces the depth \
             and turns verification off below. These are trees of real searches: the main nodes of \
             the last iteration, quiescence left out. A zugzwang is found where the reduced search \
             stays below beta although the null move reached it."
            .into(),
    )];
    if has_viewer {
        blocks.push(Block::Tree);
    }
    blocks.push(Block::Details("Drawings of such trees, limited in width".into(), figures));
    blocks
}

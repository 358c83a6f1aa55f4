//! The paper's Figure 2 from real searches: what a tree of verified null-move pruning looks like.

use crate::report::page::{Block, FigureBlock, Source};

/// Every drawing that `vnmp tree` left in the results.
pub(crate) fn blocks(source: &Source) -> Vec<Block> {
    let figure = |(name, svg): (&String, &String)| {
        let title = format!("A tree of verified null-move pruning (results/tree/{name}.svg).");
        Block::Figure(FigureBlock::drawn(format!("tree-{name}"), title, svg.clone()))
    };
    let figures: Vec<Block> = source.evidence.trees.iter().map(figure).collect();
    if figures.is_empty() {
        return figures;
    }
    let heading = [
        Block::Section("The tree of a search".into()),
        Block::Text(
            "The paper sketches in its Figure 2 how a fail-high of the null move reduces the depth \
             and turns verification off below. These are trees of real searches, limited in width; \
             the pink nodes are zugzwangs, found because the reduced search stayed below beta."
                .into(),
        ),
    ];
    heading.into_iter().chain(figures).collect()
}

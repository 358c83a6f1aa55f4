//! The paper's Figure 2 from real searches: what a tree of verified null-move pruning looks like.

use crate::report::page::{Block, FigureBlock, Source};

/// Every drawing that `vnmp tree` left in the results.
pub(crate) fn blocks(source: &Source) -> Vec<Block> {
    let figure = |(name, svg): (&String, &String)| {
        Block::Figure(FigureBlock {
            name: format!("tree-{name}"),
            caption: format!("A tree of verified null-move pruning (results/tree/{name}.svg)."),
            svg: svg.clone(),
            png: None,
        })
    };
    let figures: Vec<Block> = source.evidence.trees.iter().map(figure).collect();
    if figures.is_empty() {
        return figures;
    }
    let heading = [
        Block::Text(
            "The paper's Figure 2 sketches such a tree. These are trees of real searches, limited in width; \
             the pink nodes are zugzwangs, found because the reduced search stayed below beta."
                .into(),
        ),
    ];
    heading.into_iter().chain(figures).collect()
}

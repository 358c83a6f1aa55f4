//! What a report is made of. Texts are plain; each writer escapes them for its format.

use crate::show::canvas::Figure;
use crate::show::grid::Grid;

/// A piece of the report.
#[derive(Clone, Debug)]
pub(crate) enum Block {
    /// A heading of a section.
    Section(String),
    /// A heading within a section.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// Markdown: paragraphs, lists or code, of texts that are ours.
    Prose(String),
    /// A place for links.
    Anchor(String),
    /// A warning.
    Note(String),
    /// A list.
    List(Vec<String>),
    /// A table.
    Grid(Grid),
    /// Something that is folded away until it is asked for.
    Details(String, Vec<Block>),
    /// A question and its answer, folded over what the answer rests on.
    Answer { question: String, answer: String, blocks: Vec<Block> },
    /// A figure.
    Figure(FigureBlock),
    /// The explorer of all positions; only in HTML.
    Positions,
    /// The tree viewer; only in HTML.
    Tree,
}

/// A figure.
#[derive(Clone, Debug)]
pub(crate) struct FigureBlock {
    /// Name of its files.
    pub(crate) name: String,
    /// What it shows, also for those who cannot see it.
    pub(crate) caption: String,
    /// As SVG.
    pub(crate) svg: String,
    /// As PNG, unless it is kept elsewhere.
    pub(crate) png: Option<Vec<u8>>,
}

impl FigureBlock {
    /// Draws a figure.
    pub(crate) fn draw(name: &str, caption: &str, figure: &impl Figure) -> anyhow::Result<Block> {
        let (svg, png) = (figure.svg()?, Some(figure.png()?));
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let name = name.replace(|c| !is_plain(c), "-");
        Ok(Block::Figure(FigureBlock { name, caption: caption.into(), svg, png }))
    }
}

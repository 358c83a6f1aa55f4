//! What a report is made of. Texts are plain; each writer escapes them for its format.

use crate::chart::{Chart, ChartError};
use crate::plot::Figure;

/// A piece of the report.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading of a section.
    Section(String),
    /// A heading within a section.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// A warning.
    Note(String),
    /// A list.
    List(Vec<String>),
    /// A table.
    Grid(Grid),
    /// Something that is folded away until it is asked for.
    Details(String, Vec<Block>),
    /// A figure.
    Figure(FigureBlock),
    /// The sortable, filterable table of all positions; only in HTML.
    Positions,
}

/// A table.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// Headings of the columns.
    pub head: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
    /// Columns before this one hold text, the others numbers.
    pub text_columns: usize,
}

/// A cell of a table.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// Its text.
    pub text: String,
    /// A name for style sheets, such as a verdict's.
    pub class: Option<&'static str>,
    /// A second, lesser line.
    pub small: Option<String>,
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell { text, ..Cell::default() }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::from(text.to_owned())
    }
}

impl Grid {
    /// A table without rows.
    pub fn new(head: &[&str], text_columns: usize) -> Grid {
        let head = head.iter().map(|&title| title.to_owned()).collect();
        Grid { head, rows: Vec::new(), text_columns }
    }
}

/// A figure.
#[derive(Clone, Debug)]
pub struct FigureBlock {
    /// Name of its files.
    pub name: String,
    /// What it shows, also for those who cannot see it.
    pub caption: String,
    /// As SVG.
    pub svg: String,
    /// As PNG, unless it is kept elsewhere.
    pub png: Option<Vec<u8>>,
}

impl FigureBlock {
    /// Draws a figure.
    pub fn draw(name: &str, caption: &str, figure: &impl Figure) -> Result<Block, ChartError> {
        let (svg, png) = (figure.svg()?, Some(figure.png()?));
        Ok(Block::Figure(FigureBlock { name: name.into(), caption: caption.into(), svg, png }))
    }

    /// Draws a chart of a table.
    pub fn chart(name: &str, caption: &str, chart: &Chart) -> Result<Block, ChartError> {
        let (svg, png) = (chart.svg()?, Some(chart.png()?));
        Ok(Block::Figure(FigureBlock { name: name.into(), caption: caption.into(), svg, png }))
    }
}

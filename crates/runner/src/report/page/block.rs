//! The elements of a report. Texts are plain; each writer escapes them for its format.

use crate::show::canvas;
use crate::show::canvas::Drawing;
use crate::show::grid::Grid;
use crate::show::plot::{NARROW, Picture, WIDE};

/// Where figures are, from the report's folder.
const FIGURES: &str = "figures/";

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
    /// An anchor for links.
    Anchor(String),
    /// A warning.
    Note(String),
    /// A list.
    List(Vec<String>),
    /// A table.
    Grid(Grid),
    /// A part that is folded until opened.
    Details(String, Vec<Block>),
    /// A question and its answer, which unfold to the answer's basis.
    Answer { question: String, answer: String, blocks: Vec<Block> },
    /// A figure.
    Figure(FigureBlock),
    /// The explorer of all positions; only in HTML.
    Positions,
    /// The tree viewer in HTML; elsewhere drawings.
    Tree(Vec<FigureBlock>),
}

/// A figure.
#[derive(Clone, Debug, Default)]
pub(crate) struct FigureBlock {
    /// Name of its files, and for `vnmp report --figure`.
    pub(crate) name: String,
    /// What it shows, in a sentence; drawn within it.
    pub(crate) title: String,
    /// Units, numbers of positions and level of intervals; drawn within it, too.
    pub(crate) subtitle: String,
    /// A description for those who cannot see it.
    pub(crate) alt: String,
    /// As SVG.
    pub(crate) svg: String,
    /// Where its SVG is, from the report's folder.
    pub(crate) file: String,
    /// As SVG for narrow screens, if it is laid out for them.
    pub(crate) narrow: Option<String>,
    /// As laid out for each width, unless it was drawn elsewhere.
    drawings: Vec<Drawing>,
    /// `RUN `, if it is that of a run alone.
    pub(crate) of: &'static str,
    /// Its data, unless there are none.
    pub(crate) csv: Option<Vec<u8>>,
}

impl FigureBlock {
    /// A figure of the report; `shows` describes the drawing.
    pub(crate) fn of(name: &str, picture: &Picture, shows: &str, csv: Vec<u8>) -> FigureBlock {
        let [wide, narrow] = [WIDE, NARROW].map(|width| picture.at(width));
        let alt = format!("{}. {shows}", picture.title);
        FigureBlock {
            name: name.to_owned(),
            title: picture.title.clone(),
            subtitle: picture.subtitle.clone(),
            svg: wide.to_svg(&alt),
            file: format!("{FIGURES}{name}.svg"),
            narrow: Some(narrow.to_svg(&alt)),
            alt,
            drawings: vec![wide, narrow],
            csv: Some(csv),
            of: "",
        }
    }

    /// A drawing that was made elsewhere, and is kept there or with the report.
    pub(crate) fn drawn(
        name: String,
        title: String,
        kept: Option<String>,
        svg: String,
    ) -> FigureBlock {
        let file = kept.unwrap_or_else(|| format!("{FIGURES}{name}.svg"));
        FigureBlock { name, alt: title.clone(), title, file, svg, ..FigureBlock::default() }
    }

    /// As PNG, twice the size of the SVG in pixels; `None` if it was drawn elsewhere.
    ///
    /// # Errors
    /// When it cannot be drawn.
    pub(crate) fn png(&self) -> anyhow::Result<Option<Vec<u8>>> {
        self.csv.as_ref().map(|_| canvas::png(&self.svg)).transpose()
    }

    /// The command that draws it.
    pub(crate) fn command(&self) -> String {
        format!("vnmp report {}--figure {} --out FOLDER", self.of, self.name)
    }

    /// Its illegible parts, at each width.
    pub(crate) fn faults(&self) -> Vec<String> {
        self.drawings.iter().flat_map(canvas::faults::of).collect()
    }

    /// Its files but the PNG, by name: SVG and, if it has data, CSV; none if it is kept elsewhere.
    pub(crate) fn files(&self) -> Vec<(String, Vec<u8>)> {
        let svg = || (format!("{}.svg", self.name), self.svg.clone().into_bytes());
        let svg = self.file.starts_with(FIGURES).then(svg);
        let csv = self.csv.clone().map(|csv| (format!("{}.csv", self.name), csv));
        svg.into_iter().chain(csv).collect()
    }
}

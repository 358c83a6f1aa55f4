//! One model of a table as it is shown, and one writer for each format. Tables are laid out as a
//! [`Grid`]; only this module draws rules, bars or commas.

mod latex;
mod layout;
mod markdown;
mod print;
mod text;

use serde::Serialize;

use crate::record::folder::Folder;
use crate::record::io::RecordFormat;

pub(crate) use latex::verbatim;
pub(crate) use print::printed;
pub(crate) use text::columns;

/// Placeholder for an absent figure.
pub(crate) const ABSENT: &str = "–";

/// A table on a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grid {
    /// Headings of the columns.
    pub(crate) head: Vec<String>,
    /// The rows from the top.
    pub(crate) rows: Vec<Vec<Cell>>,
    /// Columns before this one hold text, the others numbers.
    pub(crate) text_columns: usize,
    /// Rows above which plain text has a rule, besides the first.
    pub(crate) ruled: Vec<usize>,
}

/// A cell of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cell {
    /// Its text.
    pub(crate) text: String,
    /// A name for style sheets, such as a verdict's.
    pub(crate) class: Option<&'static str>,
    /// A second, minor line.
    pub(crate) small: Option<String>,
    /// What a number is called, as in `numbers.json`; names the macro in LaTeX.
    pub(crate) id: Option<String>,
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
    pub(crate) fn new(head: &[&str], text_columns: usize) -> Grid {
        let head = head.iter().map(|&title| title.to_owned()).collect();
        Grid { head, text_columns, ..Grid::default() }
    }
}

/// The text above a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct Caption {
    /// The table's own name and title, e.g. `Table 3: Total node count ...`.
    pub(crate) title: String,
    /// Name of the suite and whatever else describes it in a few words; may be empty.
    pub(crate) suite: String,
    /// Warnings shown as `NOTE:`, e.g. that the suite is not the paper's.
    pub(crate) notes: Vec<String>,
}

/// One or more tables with the surrounding text: the content of `table.txt` and `table.md`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sheet {
    /// Of all.
    pub(crate) caption: Caption,
    /// The tables, each with its heading if it has one.
    pub(crate) grids: Vec<(Option<String>, Grid)>,
    /// Sentences below.
    pub(crate) closing: Vec<String>,
}

/// What can be shown in every format.
pub(crate) trait Show {
    /// For people.
    fn sheet(&self) -> Sheet;

    /// For other programs: one line per figure, raw numbers.
    fn csv(&self) -> anyhow::Result<String>;

    /// The model as it is.
    fn json(&self) -> String;

    /// The whole file in a format, ending in a line break.
    fn render(&self, format: Format) -> anyhow::Result<String> {
        match format {
            Format::Text => Ok(self.sheet().text()),
            Format::Markdown => Ok(self.sheet().markdown()),
            Format::Csv => self.csv(),
            Format::Json => Ok(self.json()),
            Format::Latex => Ok(latex::latex(&[self.sheet()])),
        }
    }

    /// Writes `table.txt` and so on; the suffix goes before the dot.
    fn write(&self, folder: &Folder, suffix: &str) -> anyhow::Result<()> {
        for format in Format::ALL {
            let name = format!("table{suffix}.{}", format.extension());
            folder.write(&name, self.render(format)?.as_bytes())?;
        }
        Ok(())
    }
}

/// Comma-separated values for [`Show::csv`], a line for each row below the names of its fields.
pub(crate) fn csv<T: Serialize + Default>(
    rows: impl IntoIterator<Item = T>,
) -> anyhow::Result<String> {
    Ok(String::from_utf8(RecordFormat::Csv.bytes(rows)?)?)
}

/// The output formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub(crate) enum Format {
    /// For the terminal.
    #[default]
    Text,
    /// For a README.
    Markdown,
    /// One line per cell, raw numbers.
    Csv,
    /// The model as it is.
    Json,
    /// For a paper: booktabs, and a macro for every number.
    Latex,
}

impl Format {
    /// The formats in which a run writes its tables.
    pub(crate) const ALL: [Format; 4] = [Format::Text, Format::Markdown, Format::Csv, Format::Json];

    /// Ending of a file in this format, without the dot.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Format::Text => "txt",
            Format::Markdown => "md",
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Latex => "tex",
        }
    }
}

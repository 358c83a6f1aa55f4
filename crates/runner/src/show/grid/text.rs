//! Tables for the terminal: with rules, or as bare columns.

use std::iter;

use comfy_table::{Cell as Aligned, CellAlignment, ContentArrangement, Table, presets};

use super::{Grid, Sheet};
use crate::base::escape;

impl Sheet {
    /// Plain text with aligned columns.
    pub(crate) fn text(&self) -> String {
        self.text_within(None)
    }

    /// The same, its tables no wider than a terminal where there is one.
    pub(crate) fn text_within(&self, width: Option<usize>) -> String {
        let mut text = format!("{}\n", self.title);
        if !self.suite.is_empty() {
            text += &format!("Suite: {}\n", self.suite);
        }
        text.extend(self.notes.iter().map(|note| format!("NOTE: {note}\n")));
        for (heading, grid) in &self.grids {
            text.extend(heading.iter().map(|heading| format!("\n{heading}\n")));
            match width {
                Some(width) => text.extend(grid.fitting(width).iter().map(Grid::text)),
                None => text += &grid.text(),
            }
        }
        text.extend(self.closing.iter().map(|line| format!("{line}\n")));
        escape::terminal(&text).into_owned()
    }
}

impl Grid {
    /// Aligned columns with a rule below the head, at the end and above the `ruled` rows.
    pub(super) fn text(&self) -> String {
        let aligned = |line: Vec<String>| {
            line.into_iter().enumerate().map(|(i, text)| {
                let left = i < self.text_columns;
                let side = if left { CellAlignment::Left } else { CellAlignment::Right };
                Aligned::new(escape::terminal(&text)).set_alignment(side)
            })
        };
        let mut table = Table::new();
        table.load_preset(presets::UTF8_HORIZONTAL_ONLY);
        table.set_content_arrangement(ContentArrangement::Disabled);
        table.set_header(aligned(self.head.clone()));
        let ends = self.ruled.iter().copied().chain([self.rows.len()]);
        let starts = iter::once(0).chain(self.ruled.iter().copied());
        for (start, end) in starts.zip(ends).filter(|(start, end)| start < end) {
            // One row of cells with line breaks, so that no rule stands within.
            let rows = &self.rows[start..end];
            let stacked =
                |i: usize| rows.iter().map(|r| r[i].text.as_str()).collect::<Vec<_>>().join("\n");
            table.add_row(aligned((0..self.head.len()).map(stacked).collect()));
        }
        table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
    }
}

/// Rows of text as columns, separated by two spaces; the first row is the heading.
pub(crate) fn columns<const N: usize>(rows: &[[String; N]]) -> String {
    let shown = |row: &[String; N]| row.each_ref().map(|text| escape::line(text));
    let rows: Vec<[String; N]> = rows.iter().map(shown).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..N).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

//! Tables for the terminal: with rules, or as bare columns.

use std::iter;

use comfy_table::{Cell as Aligned, CellAlignment, ContentArrangement, Table, presets};

use super::{Caption, Grid, Sheet};
use crate::base::{escape, terminal};

impl Sheet {
    /// Plain text with aligned columns.
    pub(crate) fn text(&self) -> String {
        self.text_within(None)
    }

    /// The same, no wider than a terminal where there is one.
    pub(crate) fn text_within(&self, width: Option<usize>) -> String {
        let prose = |line: &str| format!("{}\n", wrapped(line, width));
        let Caption { title, suite, notes } = &self.caption;
        let mut text = prose(title);
        if !suite.is_empty() {
            text += &prose(&format!("Suite: {suite}"));
        }
        text.extend(notes.iter().map(|note| prose(&format!("NOTE: {note}"))));
        for (heading, grid) in &self.grids {
            text.extend(heading.iter().map(|heading| format!("\n{}", prose(heading))));
            match width {
                Some(width) => text.extend(grid.fitting(width).iter().map(Grid::text)),
                None => text += &grid.text(),
            }
        }
        text.extend(self.closing.iter().map(|line| prose(line)));
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

/// Lines broken between words where they are wider than a terminal, and long lists after commas; a
/// longer word, such as an address, stays whole. Blank lines and indents are kept.
fn wrapped(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else { return text.to_owned() };
    let mut lines = Vec::new();
    for line in text.lines() {
        let words = line.trim_start_matches(' ');
        let indent = &line[..line.len() - words.len()];
        let (mut last, mut gap) = (indent.to_owned(), "");
        for piece in words.split_inclusive([' ', ',']) {
            let word = piece.trim_end_matches(' ');
            let length = last.chars().count() + gap.len() + word.chars().count();
            if last.len() > indent.len() && length > width {
                lines.push(last);
                last = format!("{indent}{word}");
            } else {
                last += gap;
                last += word;
            }
            gap = &piece[word.len()..];
        }
        lines.push(last);
    }
    lines.join("\n")
}

/// Rows of text as columns, separated by two spaces; the first row is the heading. On a narrow terminal the
/// last column is broken into lines.
pub(crate) fn columns<const N: usize>(rows: &[[String; N]]) -> String {
    columns_within(rows, terminal::width())
}

/// The narrowest last column.
const LEAST: usize = 20;

fn columns_within<const N: usize>(rows: &[[String; N]], most: Option<usize>) -> String {
    let shown = |row: &[String; N]| row.each_ref().map(|text| escape::line(text));
    let rows: Vec<[String; N]> = rows.iter().map(shown).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..N).map(|column| width(column).unwrap_or(0)).collect();
    let before: usize = widths.iter().take(N.saturating_sub(1)).map(|width| width + 2).sum();
    let left = most.map(|most| most.saturating_sub(before)).filter(|left| *left >= LEAST);
    let mut text = String::new();
    for mut row in rows {
        if let Some(last) = row.last_mut() {
            *last = wrapped(last, left).replace('\n', &format!("\n{:before$}", ""));
        }
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{columns_within, wrapped};

    #[test]
    fn the_last_column_is_broken_where_there_is_room_for_it() {
        let rows = [["name", "what"], ["a", "one two three four five six"]];
        let rows = rows.map(|row| row.map(str::to_owned));
        let whole = "name  what\na     one two three four five six\n";
        assert_eq!(columns_within(&rows, None), whole);
        assert_eq!(columns_within(&rows, Some(20)), whole, "too narrow for that");
        let broken = "name  what\na     one two three four\n      five six\n";
        assert_eq!(columns_within(&rows, Some(27)), broken);
    }

    #[test]
    fn lines_are_broken_between_words_and_no_word_is_lost() {
        let text = "NOTE: Run on suite 'tiny', which is NOT the paper's suite.\nA  gap";
        assert_eq!(wrapped(text, None), text);
        let narrow = wrapped(text, Some(20));
        assert_eq!(narrow, "NOTE: Run on suite\n'tiny', which is NOT\nthe paper's suite.\nA  gap");
        let words = wrapped("a averyverylongword b", Some(5));
        assert_eq!(words, "a\naveryverylongword\nb");
        let list = "One:\n\n  - two three\n\nfour";
        assert_eq!(wrapped(list, Some(9)), "One:\n\n  - two\n  three\n\nfour");
        assert_eq!(wrapped("set: a=1,b=2,c=3", Some(9)), "set: a=1,\nb=2,c=3");
    }
}

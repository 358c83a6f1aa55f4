//! Tables for LaTeX, with booktabs. Every number is a macro, defined above the table and used in it,
//! so that a text can use the same: `\vnmpTableThreeDNineStdRTwoNodes` is `table3.d9.std:r=2.nodes`.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Caption, Cell, Grid, Sheet};
use crate::base::escape;

/// Prefix of every macro.
const PREFIX: &str = "vnmp";

/// The macros of a document: contents by name, in the order of the document beside it.
#[derive(Default)]
struct Macros {
    contents: BTreeMap<String, String>,
    text: String,
}

/// A document's part: macros, then a `table` for each grid.
pub(super) fn latex(sheets: &[Sheet]) -> String {
    let (mut macros, mut tables) = (Macros::default(), String::new());
    sheets.iter().for_each(|sheet| sheet.tables(&mut macros, &mut tables));
    format!("% \\usepackage{{booktabs,graphicx}}\n{}{tables}", macros.text)
}

impl Sheet {
    fn tables(&self, macros: &mut Macros, tables: &mut String) {
        let Caption { title, suite, notes } = &self.caption;
        for (heading, grid) in &self.grids {
            let title = match heading {
                Some(heading) => format!("{title}: {heading}"),
                None => title.clone(),
            };
            let notes = notes.iter().map(|note| format!("NOTE: {note}"));
            let suite = (!suite.is_empty()).then(|| format!("Suite: {suite}."));
            let below = suite.into_iter().chain(notes).chain(self.closing.iter().cloned());
            *tables += "\n\\begin{table}\n\\centering\n";
            let _ = writeln!(tables, "\\caption{{{}}}", escape::latex(&title));
            // no wider than the text
            *tables += "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n";
            *tables += &grid.latex(heading.as_deref().unwrap_or_default(), macros);
            *tables += "}\n";
            for line in below {
                let _ =
                    writeln!(tables, "\\par\\raggedright\\footnotesize {}", escape::latex(&line));
            }
            *tables += "\\end{table}\n";
        }
    }
}

impl Grid {
    fn latex(&self, heading: &str, macros: &mut Macros) -> String {
        let columns: String =
            (0..self.head.len()).map(|i| if i < self.text_columns { 'l' } else { 'r' }).collect();
        let line = |cells: Vec<String>| format!("{} \\\\\n", cells.join(" & "));
        let mut text = format!("\\begin{{tabular}}{{{columns}}}\n\\toprule\n");
        text += &line(self.head.iter().map(|title| escape::latex(title)).collect());
        for (i, row) in self.rows.iter().enumerate() {
            if i == 0 || self.ruled.contains(&i) {
                text += "\\midrule\n";
            }
            let cells = row.iter().enumerate().map(|(column, cell)| {
                let shown = escape::latex(&cell.full());
                if column < self.text_columns || !shown.contains(|c: char| c.is_ascii_digit()) {
                    return shown;
                }
                let id = cell.id.clone().unwrap_or_else(|| self.id(heading, row, column));
                match shown.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
                    Some(inner) => format!("({})", macros.add(&id, inner)),
                    None => macros.add(&id, &shown),
                }
            });
            text += &line(cells.collect());
        }
        text + "\\bottomrule\n\\end{tabular}\n"
    }

    /// The name of a cell without an id: heading, row and column.
    fn id(&self, heading: &str, row: &[Cell], column: usize) -> String {
        let heading = heading.split([',', '(', '[']).next().unwrap_or_default();
        let row = row[..self.text_columns].iter().map(|cell| cell.text.as_str());
        let parts = [heading].into_iter().chain(row).chain([self.head[column].as_str()]);
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".")
    }
}

impl Cell {
    /// Both lines.
    fn full(&self) -> String {
        match &self.small {
            Some(small) => format!("{} ({small})", self.text),
            None => self.text.clone(),
        }
    }
}

impl Macros {
    /// Defines a number and returns its macro. Macros of ids that differ only in signs get a
    /// letter at the end.
    fn add(&mut self, id: &str, content: &str) -> String {
        let content = match content.strip_prefix('-') {
            Some(size) if !size.starts_with('-') => format!("$-${size}"), // no dash
            _ => content.to_owned(),
        };
        let stem = name(id);
        let mut name = stem.clone();
        let mut letters = 'B'..='Z';
        while self.contents.get(&name).is_some_and(|other| *other != content) {
            name = match letters.next() {
                Some(letter) => format!("{stem}{letter}"),
                None => return content,
            };
        }
        if self.contents.insert(name.clone(), content.clone()).is_none() {
            let _ = writeln!(self.text, "\\newcommand{{\\{name}}}{{{content}}} % {id}");
        }
        format!("\\{name}")
    }
}

/// An id as a macro name, in letters only: words capitalised, digits spelled out.
fn name(id: &str) -> String {
    const DIGITS: [&str; 10] =
        ["Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
    let (mut name, mut begins) = (PREFIX.to_owned(), true);
    for c in id.chars() {
        match c {
            _ if c.is_ascii_digit() => name += DIGITS[c as usize - '0' as usize],
            _ if !c.is_ascii_alphabetic() => {}
            _ if begins => name.push(c.to_ascii_uppercase()),
            _ => name.push(c),
        }
        begins = !c.is_ascii_alphabetic();
    }
    name
}

/// Letters of a line that fit a page's text in the size of a script.
const LINE: usize = 90;

/// Macros for the numbers of a JSON object, by the keys that lead to them, and a text as it is, except
/// that lines longer than a page's are broken.
pub(crate) fn verbatim(text: &str, numbers: &serde_json::Value) -> String {
    let mut macros = Macros::default();
    collect("match", numbers, &mut macros);
    let text: String = text.lines().map(|line| broken(line) + "\n").collect();
    let (begin, end) = ("{\\scriptsize\n\\begin{verbatim}", "\\end{verbatim}\n}");
    format!("{}\n{begin}\n{text}{end}\n", macros.text)
}

/// A line broken between words.
fn broken(line: &str) -> String {
    let mut text = String::new();
    let mut length = 0;
    for word in line.split(' ') {
        let letters = word.chars().count();
        if length + letters > LINE && length > 0 {
            text.push('\n');
            length = 0;
        } else if !(text.is_empty() && length == 0) {
            text.push(' ');
        }
        text += word;
        length += letters + 1;
    }
    text
}

fn collect(id: &str, value: &serde_json::Value, macros: &mut Macros) {
    match value {
        serde_json::Value::Number(number) => {
            macros.add(id, &number.to_string());
        }
        serde_json::Value::Object(fields) => {
            fields.iter().for_each(|(key, value)| collect(&format!("{id}.{key}"), value, macros));
        }
        serde_json::Value::Array(values) => {
            let numbered = (1..).zip(values);
            numbered.for_each(|(i, value)| collect(&format!("{id}.{i}"), value, macros));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_longer_than_a_page_are_broken_between_words_and_others_stay() {
        assert_eq!(broken("  4   1.0 %"), "  4   1.0 %");
        let long = ["word"; 30].join(" ");
        let lines: Vec<usize> = broken(&long).lines().map(str::len).collect();
        assert_eq!(lines, [18 * 5 - 1, 12 * 5 - 1]);
        assert_eq!(broken(&long).replace('\n', " "), long);
    }

    #[test]
    fn names_hold_letters_only_and_stay_apart() {
        assert_eq!(name("table3.d10.std:r=2.nodes"), "vnmpTableThreeDOneZeroStdRTwoNodes");
        let mut macros = Macros::default();
        assert_eq!(macros.add("a-b", "1"), "\\vnmpAB");
        assert_eq!(macros.add("a.b", "2"), "\\vnmpABB");
        assert_eq!(macros.add("a.b", "2"), "\\vnmpABB", "the same number once more");
        assert_eq!(macros.text.lines().count(), 2);
        macros.add("c", "-- [1, --]");
        assert!(macros.text.ends_with("{-- [1, --]} % c\n"), "an absent value is no minus");
        assert!(macros.text.starts_with("\\newcommand{\\vnmpAB}{1} % a-b\n"));
    }

    #[test]
    fn what_latex_would_obey_is_escaped() {
        let mut grid = Grid::new(&["A & B", "50 %"], 1);
        grid.rows.push(vec!["$x_1$".into(), "−7.8 %".into()]);
        let sheet = Sheet { grids: vec![(None, grid)], ..Sheet::default() };
        let caption = Caption { title: "#1 {~}".into(), ..Caption::default() };
        let sheet = Sheet { caption, ..sheet };
        let text = latex(&[sheet]);
        for part in [
            "\\caption{\\#1 \\{\\textasciitilde{}\\}}",
            "A \\& B & 50 \\% \\\\",
            "\\$x\\_1\\$ & \\vnmpXOne",
            "{$-$7.8 \\%}",
            "\\begin{tabular}{lr}",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}

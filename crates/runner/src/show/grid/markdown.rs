//! Tables in GitHub-flavoured Markdown, which also read well as they are.

use super::{Caption, Cell, Grid, Sheet};
use crate::base::escape;

impl Sheet {
    /// A part of a README or a report.
    pub(crate) fn markdown(&self) -> String {
        let Caption { title, suite, notes } = &self.caption;
        let mut text = format!("**{}**\n", escape::markdown(title));
        if !suite.is_empty() {
            text += &format!("\nSuite: {}\n", escape::markdown(suite));
        }
        let note = |note: &String| format!("\n> **NOTE:** {}\n", escape::markdown(note));
        text.extend(notes.iter().map(note));
        for (heading, grid) in &self.grids {
            text.extend(heading.iter().map(|heading| format!("\n{heading}\n")));
            text += &format!("\n{}", grid.markdown(escape::markdown));
        }
        text.extend(self.closing.iter().map(|line| format!("\n{}\n", escape::markdown(line))));
        text
    }
}

impl Grid {
    /// The table alone; `escape` makes texts harmless.
    pub(crate) fn markdown(&self, escape: impl Fn(&str) -> String) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let cell = |cell: &Cell| match &cell.small {
            Some(small) => format!("{}<br>{}", escape(&cell.text), escape(small)),
            None => escape(&cell.text),
        };
        let rule = |i| if i < self.text_columns { "---" } else { "---:" };
        let mut text = line(self.head.iter().map(|title| escape(title)).collect());
        text += &line((0..self.head.len()).map(|i| rule(i).to_owned()).collect());
        text.extend(self.rows.iter().map(|row| line(row.iter().map(cell).collect())));
        text
    }
}

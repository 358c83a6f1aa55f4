//! The report as Markdown: the same blocks, figures as links to their files.

use super::block::{Block, FigureBlock};
use crate::base::escape;

/// The whole file.
pub(crate) fn page(title: &str, blocks: &[Block]) -> String {
    let mut text = format!("# {}\n", heading(title));
    for block in blocks {
        write(block, &mut text);
    }
    text
}

/// Some blocks, to stand in another text.
pub(crate) fn part(blocks: &[Block]) -> String {
    let mut text = String::new();
    blocks.iter().for_each(|block| write(block, &mut text));
    text.push('\n');
    text
}

fn write(block: &Block, text: &mut String) {
    text.push('\n');
    match block {
        Block::Section(title) => text.push_str(&format!("## {}\n", heading(title))),
        Block::Heading(title) => text.push_str(&format!("### {}\n", heading(title))),
        Block::Prose(prose) => text.push_str(&format!("{prose}\n")),
        Block::Anchor(name) => text.push_str(&format!("<a id=\"{name}\"></a>\n")),
        Block::Answer { question, answer, blocks } => {
            text.push_str(&format!("**{}** {}\n", escape(question), escape(answer)));
            blocks.iter().for_each(|block| write(block, text));
        }
        Block::Text(paragraph) => text.push_str(&format!("{}\n", escape(paragraph))),
        Block::Note(note) => text.push_str(&format!("> **NOTE:** {}\n", escape(note))),
        Block::List(items) => {
            for item in items {
                text.push_str(&format!("- {}\n", escape(item)));
            }
        }
        Block::Grid(grid) => text.push_str(&grid.markdown(escape)),
        Block::Details(title, blocks) => {
            text.push_str(&format!("#### {}\n", heading(title)));
            for block in blocks {
                write(block, text);
            }
        }
        Block::Figure(figure) => text.push_str(&link(figure)),
        Block::Positions => {
            text.push_str("The explorer of all positions is part of the HTML report only.\n");
        }
        Block::Tree(drawings) => {
            text.push_str("The HTML report has such trees to walk through.\n");
            drawings.iter().for_each(|figure| text.push_str(&format!("\n{}", link(figure))));
        }
    }
}

/// A figure; below it its text, its data and its command.
fn link(figure: &FigureBlock) -> String {
    let FigureBlock { name, title, subtitle, alt, file, .. } = figure;
    let mut text = format!("![{}]({file})\n", escape(alt).replace(']', "\\]"));
    if figure.csv.is_some() {
        text.push_str(&format!(
            "\n**{}.** {} [Data](figures/{name}.csv); `{}`\n",
            escape(title),
            escape(subtitle),
            figure.command()
        ));
    }
    text
}

/// A title; an underscore within a word begins no emphasis.
fn heading(text: &str) -> String {
    escape(text).replace("\\_", "_")
}

/// One line, escaped so that nothing ends a cell or begins an emphasis, a link, a tag or an entity.
pub(super) fn escape(text: &str) -> String {
    let text = escape::line(text);
    let mut escaped = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let is_entity = c == '&' && !text[at + 1..].starts_with(' ');
        if is_entity || matches!(c, '|' | '*' | '_' | '<' | '`' | '[' | '\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::grid::{Cell, Grid};

    #[test]
    fn tables_keep_their_columns_whatever_cells_contain() {
        let mut grid = Grid::new(&["name", "count"], 1);
        let small = Some("x_y".to_owned());
        grid.rows.push(vec![Cell { small, ..Cell::from("a|b") }, "1".into()]);
        let text = page("", &[Block::Grid(grid)]);
        assert!(
            text.ends_with("\n| name | count |\n| --- | ---: |\n| a\\|b<br>x\\_y | 1 |\n"),
            "{text}"
        );
    }
}

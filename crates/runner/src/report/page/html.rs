//! The report as one HTML page that loads nothing: style, script, figures and data are inline.

use crate::base::escape;

use pulldown_cmark::{Event, Options, Parser};

use super::{Block, Cell, FigureBlock, Grid};

const STYLE: &str = concat!(
    include_str!("web/style.css"),
    include_str!("web/explorer.css"),
    include_str!("web/tree.css"),
    include_str!("web/figures.css"),
    include_str!("web/article.css"),
    include_str!("web/print.css"),
);

/// One script: each file uses those above it.
const SCRIPT: &str = concat!(
    "\"use strict\";\n(function () {\n",
    include_str!("web/dom.js"),
    include_str!("web/access.js"),
    include_str!("web/position.js"),
    include_str!("web/board.js"),
    include_str!("web/records.js"),
    include_str!("web/rows.js"),
    include_str!("web/detail.js"),
    include_str!("web/gallery.js"),
    include_str!("web/own.js"),
    include_str!("web/explorer.js"),
    include_str!("web/events.js"),
    include_str!("web/tree.js"),
    include_str!("web/start.js"),
    "})();\n",
);

const EXPLORER: &str = include_str!("web/explorer.html");
const TREE: &str = include_str!("web/tree.html");

/// The page may run its own scripts and load nothing.
const POLICY: &str =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

/// A whole file; `data` are the elements that the script reads.
pub(crate) fn page(title: &str, blocks: &[Block], data: &str) -> String {
    let mut body = String::new();
    let mut contents = String::new();
    let mut sections = 0;
    for block in blocks {
        if let Block::Section(title) = block {
            sections += 1;
            contents.push_str(&format!("<a href=\"#s{sections}\">{}</a>\n", escape::html(title)));
        }
        write(block, sections, &mut body);
    }
    let (title, style, script) = (escape::html(title), lean(STYLE), lean(SCRIPT));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <link rel=\"icon\" href=\"data:,\">\n\
         <title>{title}</title>\n<style>\n{style}</style>\n</head>\n\
         <body>\n<a class=\"skip\" href=\"#content\">Skip to the content</a>\n\
         <nav aria-label=\"Contents\">\n{contents}</nav>\n\
         <main id=\"content\" tabindex=\"-1\">\n<h1>{title}</h1>\n\
         {body}</main>\n{data}<script>\n{script}</script>\n</body>\n</html>\n"
    )
}

/// Styles or scripts without indentation and lines of comment; no text in them spans lines.
fn lean(source: &str) -> String {
    let lines = source.lines().map(str::trim_start);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect()
}

fn write(block: &Block, section: usize, html: &mut String) {
    match block {
        Block::Section(title) => {
            html.push_str(&format!("<h2 id=\"s{section}\">{}</h2>\n", escape::html(title)));
        }
        Block::Heading(title) => html.push_str(&format!("<h3>{}</h3>\n", escape::html(title))),
        Block::Text(text) => html.push_str(&format!("<p>{}</p>\n", escape::html(text))),
        Block::Prose(text) => html.push_str(&prose(text)),
        Block::Anchor(name) => html.push_str(&format!("<a id=\"{}\"></a>\n", escape::html(name))),
        Block::Note(text) => {
            html.push_str(&format!("<p class=\"note\"><b>NOTE:</b> {}</p>\n", escape::html(text)));
        }
        Block::List(items) => {
            let items: String =
                items.iter().map(|i| format!("<li>{}\n", escape::html(i))).collect();
            html.push_str(&format!("<ul>\n{items}</ul>\n"));
        }
        Block::Grid(grid) => html.push_str(&table(grid)),
        Block::Details(title, blocks) => {
            html.push_str(&format!("<details>\n<summary>{}</summary>\n", escape::html(title)));
            for block in blocks {
                write(block, section, html);
            }
            html.push_str("</details>\n");
        }
        Block::Answer { question, answer, blocks } => {
            html.push_str(&format!(
                "<details class=\"answer\">\n<summary><b>{}</b> {}</summary>\n",
                escape::html(question),
                escape::html(answer)
            ));
            blocks.iter().for_each(|block| write(block, section, html));
            html.push_str("</details>\n");
        }
        Block::Figure(figure) => html.push_str(&drawn(figure)),
        Block::Positions => html.push_str(EXPLORER),
        Block::Tree(_) => html.push_str(TREE),
    }
}

/// Markdown as HTML; what looks like a tag stays text.
fn prose(text: &str) -> String {
    let plain = |event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        other => other,
    };
    let mut html = String::new();
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES).map(plain);
    pulldown_cmark::html::push_html(&mut html, parser);
    html.replace("<pre>", "<pre tabindex=\"0\">") // it scrolls sideways on narrow screens
}

/// A figure: laid out for wide and, if it is, for narrow screens; with its files and its command.
fn drawn(figure: &FigureBlock) -> String {
    let FigureBlock { name, title, alt, .. } = figure;
    let pictures = match &figure.narrow {
        Some(narrow) => format!(
            "<div class=\"drawing on-wide\">{}</div>\n<div class=\"drawing on-narrow\">{narrow}</div>\n",
            figure.svg
        ),
        None => format!("<div class=\"wide\">{}</div>\n", figure.svg),
    };
    let caption = match &figure.csv {
        Some(_) => format!(
            "<a href=\"figures/{name}.csv\">Data</a> · <a href=\"figures/{name}.svg\">SVG</a> · \
             <a href=\"figures/{name}.png\">PNG</a> · \
             <code>{}</code>",
            figure.command()
        ),
        None => escape::html(alt),
    };
    format!(
        "<figure id=\"figure-{name}\" aria-label=\"{}\">\n{pictures}<figcaption>{caption}\
         </figcaption>\n</figure>\n",
        escape::html(title)
    )
}

/// The most columns of text that the style sheet knows.
const MOST_TEXT: usize = 6;

/// Optional end tags of table parts are omitted: they would be a tenth of the page. A header in `thead` is a column's,
/// and the table's class says after how many columns of text those of numbers begin.
fn table(grid: &Grid) -> String {
    let title = |title: &String| match title.is_empty() {
        true => "<td>".to_owned(),
        false => format!("<th>{}", escape::html(title)),
    };
    let head: String = grid.head.iter().map(title).collect();
    let cell = |cell: &Cell| {
        let small = cell.small.as_ref().map(|s| format!("<small>{}</small>", escape::html(s)));
        let text = match cell.class {
            Some(name) => format!("<span class=\"{name}\">{}</span>", escape::html(&cell.text)),
            None => escape::html(&cell.text),
        };
        format!("<td>{text}{}", small.unwrap_or_default())
    };
    let row = |row: &Vec<Cell>| {
        let cells: String = row.iter().map(cell).collect();
        format!("<tr>{cells}\n")
    };
    let rows: String = grid.rows.iter().map(row).collect();
    format!(
        "<div class=\"wide\"><table class=t{}>\n<thead><tr>{head}\n<tbody>\n{rows}\n\
         </table></div>\n",
        grid.text_columns.min(MOST_TEXT)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_break_out_of_their_element() {
        let mut grid = Grid::new(&["<th>"], 1);
        grid.rows.push(vec!["</td><script>".into()]);
        let html = page("<script>", &[Block::Text("a < b & \"c\"".into()), Block::Grid(grid)], "");
        assert!(html.contains("a &lt; b &amp; &quot;c&quot;"));
        assert!(html.contains("&lt;/td&gt;&lt;script&gt;"));
        assert!(html.contains("<title>&lt;script&gt;</title>"));
        assert!(html.contains("<h1>&lt;script&gt;</h1>"));
    }

    #[test]
    fn every_number_of_text_columns_has_its_rule() {
        let style = include_str!("web/style.css");
        for text_columns in 0..=MOST_TEXT {
            let rule = format!(".t{text_columns} tr > :nth-child(n+{})", text_columns + 1);
            assert!(style.contains(&rule), "{rule}");
            let grid = Grid { text_columns, ..Grid::new(&["a", "b"], 1) };
            assert!(table(&grid).contains(&format!("<table class=t{text_columns}>")));
        }
    }

    #[test]
    fn the_page_loads_nothing() {
        let html =
            page("", &[Block::Section("One".into()), Block::Positions, Block::Tree(vec![])], "");
        for outside in ["https:", "href=\"http", "src=", "@import", "url(", "fetch("] {
            assert!(!html.contains(outside), "{outside}");
        }
        assert!(
            html.contains("<a href=\"#s1\">One</a>") && html.contains("<h2 id=\"s1\">One</h2>")
        );
    }
}

//! Tables on standard output: as wide as the terminal, and one document in any format.

use super::latex::latex;
use super::{Format, Show};
use crate::base::terminal;

/// One table or several; a shared note is printed with the first.
///
/// # Errors
/// When a row of the CSV is none.
pub(crate) fn printed(tables: &[&dyn Show], format: Format) -> anyhow::Result<String> {
    if matches!(format, Format::Csv | Format::Json) {
        let texts = tables.iter().map(|table| table.render(format));
        return Ok(joined(&texts.collect::<anyhow::Result<Vec<_>>>()?, format));
    }
    let (mut told, mut sheets) = (Vec::new(), Vec::new());
    for table in tables {
        let mut sheet = table.sheet();
        sheet.caption.notes.retain(|note| !told.contains(note));
        told.extend(sheet.caption.notes.clone());
        sheets.push(sheet);
    }
    if format == Format::Latex {
        return Ok(latex(&sheets));
    }
    let width = terminal::width();
    let text = |sheet: &super::Sheet| match format {
        Format::Markdown => sheet.markdown(),
        _ => sheet.text_within(width),
    };
    Ok(sheets.iter().map(text).collect::<Vec<_>>().join("\n"))
}

/// Texts in a format as one document: several JSON values are a list; CSV repeats no head, and a table with other
/// columns than those of the one before it begins after an empty line with its own.
fn joined(texts: &[String], format: Format) -> String {
    match (format, texts) {
        (_, [only]) => only.clone(),
        (Format::Json, _) => {
            let values: Vec<&str> = texts.iter().map(|text| text.trim_end()).collect();
            format!("[\n{}\n]\n", values.join(",\n"))
        }
        (Format::Csv, _) => {
            let (mut all, mut last) = (String::new(), "");
            for text in texts {
                let (head, body) = text.split_once('\n').unwrap_or((text, ""));
                match head == last {
                    true => all.push_str(body),
                    false if all.is_empty() => all.push_str(text),
                    false => all.extend(["\n", text]),
                }
                last = head;
            }
            all
        }
        _ => texts.join("\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::grid::Show;
    use crate::show::table::samples;

    #[test]
    fn several_tables_are_one_document_and_repeat_no_note() {
        let (nodes, solved) = (samples::nodes(), samples::solved());
        let tables: [&dyn Show; 2] = [&nodes, &solved];
        let print = |format| printed(&tables, format).unwrap();
        let json: serde_json::Value = serde_json::from_str(&print(Format::Json)).unwrap();
        assert_eq!(json.as_array().unwrap().len(), 2);
        let csv = print(Format::Csv);
        assert_eq!(csv.matches("row,depth,variant").count(), 1);
        let count = |text: &str| text.lines().count();
        let lines = [&nodes, &solved].map(|t| count(&t.render(Format::Csv).unwrap()));
        assert_eq!(count(&csv), lines[0] + lines[1] - 1);
        let other = joined(&["a,b\n1,2\n", "a,b\n3,4\n", "c\n5\n"].map(String::from), Format::Csv);
        assert_eq!(other, "a,b\n1,2\n3,4\n\nc\n5\n");
        assert_eq!(joined(&[], Format::Csv), "");
        for format in [Format::Text, Format::Markdown] {
            assert_eq!(print(format).matches("This is not the paper's suite").count(), 1);
        }
        let latex = print(Format::Latex);
        let macros: Vec<&str> = latex
            .lines()
            .filter_map(|l| l.strip_prefix("\\newcommand{")?.split('}').next())
            .collect();
        let mut distinct = macros.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(macros.len(), distinct.len(), "LaTeX refuses a second definition");
        assert_eq!(latex.matches("\\begin{table}").count(), 2);
    }
}

//! Foreign text made harmless where it is shown: names of engines, ids of positions, file names.

use std::borrow::Cow;

/// Text for HTML and SVG, also inside quoted attributes. XML has no control characters.
pub(crate) fn html(text: &str) -> String {
    let text = terminal(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
}

/// Text for the terminal. Control characters, which could move the cursor or worse, and those that
/// turn the direction of writing become `\u001b`, which JSON reads as the same character. Line breaks
/// and tabs stay.
pub(crate) fn terminal(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| match is_control(c) {
        true => format!("\\u{:04x}", u32::from(c)),
        false => c.to_string(),
    };
    Cow::Owned(text.chars().map(shown).collect())
}

fn is_control(c: char) -> bool {
    let turns =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || c.is_control() && c != '\n' && c != '\t'
}

/// A text on one line: line breaks and tabs become spaces.
pub(crate) fn line(text: &str) -> String {
    terminal(&text.replace(['\n', '\t'], " ")).into_owned()
}

/// The beginning of a text that an error repeats.
pub(crate) fn cut(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(80) {
        Some((end, _)) => Cow::Owned(format!("{}...", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// A cell of a table in Markdown, or a paragraph: one line that begins no tag and ends no cell.
pub(crate) fn markdown(text: &str) -> String {
    line(text).replace('&', "&amp;").replace('<', "&lt;").replace('|', "\\|")
}

/// Text for LaTeX. Signs that its usual fonts lack are written as it knows them.
pub(crate) fn latex(text: &str) -> String {
    let escaped = |c: char| match c {
        '\\' => "\\textbackslash{}".to_owned(),
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!("\\{c}"),
        '~' => "\\textasciitilde{}".to_owned(),
        '^' => "\\textasciicircum{}".to_owned(),
        '<' => "\\textless{}".to_owned(),
        '>' => "\\textgreater{}".to_owned(),
        '|' => "\\textbar{}".to_owned(),
        '−' => "$-$".to_owned(),
        '×' => "$\\times$".to_owned(),
        '–' => "--".to_owned(),
        c => c.to_string(),
    };
    line(text).chars().map(escaped).collect()
}

/// A cell of a CSV file. What a spreadsheet would take for a formula gets a `'` in front, as
/// spreadsheets themselves write it; [`from_cell`] takes it away. Numbers and lists of them are none.
pub(crate) fn cell(text: &str) -> Cow<'_, str> {
    match is_formula(text) {
        true => Cow::Owned(format!("'{text}")),
        false => Cow::Borrowed(text),
    }
}

/// The text that [`cell`] was given.
pub(crate) fn from_cell(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|text| is_formula(text)).unwrap_or(cell)
}

/// Also what already looks like an escaped formula, so that nothing is lost.
fn is_formula(text: &str) -> bool {
    let bare = text.trim_start_matches('\'');
    let is_number = |word: &str| word == "-" || word.trim_start_matches('#').parse::<f64>().is_ok();
    bare.starts_with(['=', '+', '-', '@', '\t', '\r'])
        && bare.len() > 1
        && !bare.split(' ').all(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown_and_not_obeyed() {
        let text = "a\u{1b}[2J\u{7}b\u{9b}31m\r\u{202e}c\n\td – 数";
        let shown = "a\\u001b[2J\\u0007b\\u009b31m\\u000d\\u202ec\n\td – 数";
        assert_eq!(terminal(text), shown);
        assert_eq!(line("a\n\tb\u{1b}"), "a  b\\u001b");
        assert_eq!(html("<\0\u{1b}"), "&lt;\\u0000\\u001b");
        let json = format!("\"{}\"", terminal("\u{202e}\u{1b}"));
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), "\u{202e}\u{1b}");
    }

    #[test]
    fn formulas_become_text_and_are_restored() {
        for (text, written) in [
            ("=1+1", "'=1+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-x", "'-x"),
            ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
            ("\t=1", "'\t=1"),
            ("'=1+1", "''=1+1"),
            ("''-x", "'''-x"),
            ("-", "-"),
            ("-12.5", "-12.5"),
            ("+3", "+3"),
            ("'quoted'", "'quoted'"),
            ("", ""),
            ("ECM.001", "ECM.001"),
        ] {
            assert_eq!(cell(text), written);
            assert_eq!(from_cell(written), text);
        }
    }
}

//! The frame of all figures: title, subtitle, key and notes, and text broken to the available width.
//!

use super::Look;
use crate::show::canvas::palette::Colour;
use crate::show::canvas::{self, Anchor, Drawing, GREY, INK, Stroke, WARNING};

/// Margin at the edges.
pub(super) const MARGIN: f64 = 12.0;
/// Size of text within panels.
pub(super) const TEXT: f64 = 12.0;
/// Height of a line of it.
pub(super) const LINE: f64 = 16.0;

/// Is a figure laid out for a narrow screen?
pub(super) fn is_narrow(width: f64) -> bool {
    width < 500.0
}

/// Breaks text between words into lines of at most `width`, unless one word is longer.
pub(super) fn wrap(text: &str, width: f64, em: f64) -> Vec<String> {
    const GLUE: char = '\u{a0}';
    // Keeps units together: `R = 3`, `95 %`.
    let glued = text.replace(" = ", "\u{a0}=\u{a0}").replace(" %", "\u{a0}%");
    let mut lines: Vec<String> = Vec::new();
    for word in glued.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if canvas::width(&format!("{line} {word}"), em) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines.iter_mut().for_each(|line| *line = line.replace(GLUE, " "));
    lines
}

impl Drawing {
    /// Draws text in lines from `y` down; returns where the next part may begin.
    pub(super) fn paragraph(
        &mut self,
        text: &str,
        (x, y): (f64, f64),
        width: f64,
        em: f64,
        colour: Colour,
    ) -> f64 {
        let height = em * 1.35;
        let lines = wrap(text, width, em);
        for (i, line) in (0..).zip(&lines) {
            let middle = y + height * (f64::from(i) + 0.5);
            self.text(line, (x, middle), Anchor::Start, em, colour);
        }
        y + height * lines.len() as f64
    }

    /// Draws title, subtitle and key; returns where the rest may begin.
    pub(super) fn heading(&mut self, title: &str, subtitle: &str, key: &[(Look, String)]) -> f64 {
        let room = self.width - 2.0 * MARGIN;
        let em = if is_narrow(self.width) { 15.0 } else { 17.0 };
        let y = self.paragraph(title, (MARGIN, MARGIN), room, em, INK);
        let y = self.paragraph(subtitle, (MARGIN, y + 2.0), room, TEXT, GREY) + 8.0;
        if key.is_empty() { y } else { self.key(key, y) }
    }

    /// Warnings from `y` down; where the figure ends.
    pub(super) fn notes(&mut self, notes: &[String], mut y: f64) -> f64 {
        for note in notes {
            let (at, room) = ((MARGIN, y), self.width - 2.0 * MARGIN);
            y = self.paragraph(&format!("NOTE: {note}"), at, room, TEXT, WARNING);
        }
        if notes.is_empty() { y } else { y + MARGIN }
    }

    /// A line of samples with their meaning, broken where it is too long.
    fn key(&mut self, entries: &[(Look, String)], mut y: f64) -> f64 {
        let mut x = MARGIN;
        for (look, label) in entries {
            let lines = wrap(label, self.width - 2.0 * MARGIN - 30.0, TEXT);
            let widest = lines.iter().map(|line| canvas::width(line, TEXT)).fold(0.0, f64::max);
            let width = 30.0 + widest + 18.0;
            if x > MARGIN && x + width > self.width - MARGIN + 18.0 {
                (x, y) = (MARGIN, y + LINE + 2.0);
            }
            let middle = y + LINE / 2.0;
            if let Some(stroke) = look.stroke {
                self.line(&[(x, middle), (x + 24.0, middle)], look.colour, 2.0, stroke);
            }
            if let Some(marker) = look.marker {
                self.shape((x + 12.0, middle), marker, look.colour, look.hollow);
            }
            for (i, line) in lines.iter().enumerate() {
                let middle = middle + i as f64 * LINE;
                self.text(line, (x + 30.0, middle), Anchor::Start, TEXT, INK);
            }
            x += width;
            y += lines.len().saturating_sub(1) as f64 * LINE;
        }
        y + LINE + 8.0
    }

    /// A grid line.
    pub(super) fn grid(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.line(&[from, to], canvas::GRID, 1.0, Stroke::Solid);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_broken_between_words_and_nothing_is_lost() {
        let text = "the size of a tree against that of another";
        let lines = wrap(text, 80.0, 12.0);
        assert!(lines.len() > 2 && lines.iter().all(|line| canvas::width(line, 12.0) <= 80.0));
        assert_eq!(lines.join(" "), text);
        assert_eq!(wrap("zwischenzug", 5.0, 12.0), ["zwischenzug"]);
        assert_eq!(wrap("", 5.0, 12.0), [""; 0]);
        assert_eq!(wrap("of R = 3", 40.0, 12.0), ["of", "R = 3"]);
    }
}

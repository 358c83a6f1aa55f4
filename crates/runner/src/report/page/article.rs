//! The report's prose: Markdown files below `article/`. A line `<!-- vnmp: NAME -->` marks the place
//! of a computed part; `template` fills in the numbers. A paragraph about a missing run or depth is left out.

use anyhow::Context;

use super::{Block, Source, sections, template};

/// The parts of the article, in order.
const FILES: [(&str, &str); 10] = [
    ("abstract.md", include_str!("article/abstract.md")),
    ("background.md", include_str!("article/background.md")),
    ("methods.md", include_str!("article/methods.md")),
    ("results.md", include_str!("article/results.md")),
    ("explain.md", include_str!("article/explain.md")),
    ("laboratory.md", include_str!("article/laboratory.md")),
    ("threats.md", include_str!("article/threats.md")),
    ("peers.md", include_str!("article/peers.md")),
    ("conclusion.md", include_str!("article/conclusion.md")),
    ("appendix.md", include_str!("article/appendix.md")),
];

const MARK: &str = "<!-- vnmp: ";

/// The whole article.
///
/// # Errors
/// When a text names a number or a part that does not exist, or a figure cannot be drawn.
pub(super) fn blocks(source: &Source) -> anyhow::Result<Vec<Block>> {
    let mut blocks = Vec::new();
    for (file, text) in FILES {
        for (line, paragraph) in paragraphs(text) {
            let place = format!("article/{file}:{line}");
            if let Some(name) = paragraph.strip_prefix(MARK) {
                let name = name.trim_end_matches("-->").trim();
                let part = sections::part(source, name)?;
                blocks.extend(
                    part.with_context(|| format!("{place}: '{name}' is no part that can be made"))?,
                );
            } else if let Some(text) =
                template::filled(source.evidence, source.numbers, paragraph, &place)?
            {
                blocks.push(match (text.strip_prefix("## "), text.strip_prefix("### ")) {
                    (Some(title), _) => Block::Section(title.to_owned()),
                    (_, Some(title)) => Block::Heading(title.to_owned()),
                    _ => Block::Prose(text),
                });
            }
        }
    }
    Ok(blocks)
}

/// What blank lines separate, with the number of the first line; a fenced block is one.
fn paragraphs(text: &str) -> Vec<(usize, &str)> {
    let mut found: Vec<(usize, &str)> = Vec::new();
    let (mut start, mut first, mut fenced, mut at) = (0, 1, false, 0);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        fenced ^= line.starts_with("```");
        if line.trim().is_empty() && !fenced {
            found.push((first, text[start..at].trim_end()));
            (start, first) = (at + line.len(), number + 1);
        }
        at += line.len();
    }
    found.push((first, text[start..].trim_end()));
    found.retain(|(_, paragraph)| !paragraph.is_empty());
    found
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::report::evidence::Evidence;

    #[test]
    fn paragraphs_have_their_lines_and_fences_hold_together() {
        let text = "a\nb\n\n\n```\nc\n\nd\n```\n\ne\n";
        assert_eq!(paragraphs(text), [(1, "a\nb"), (5, "```\nc\n\nd\n```"), (11, "e")]);
    }

    #[test]
    fn every_number_of_the_article_is_published() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/report/numbers.json");
        let text = std::fs::read_to_string(file).unwrap();
        let file: serde_json::Value = serde_json::from_str(&text).unwrap();
        let mut asked = 0;
        for (name, text) in FILES {
            for id in template::ids(text) {
                asked += 1;
                assert!(file["numbers"].get(id).is_some(), "{name}: {id}");
            }
        }
        assert!(asked > 50, "{asked}");
    }

    #[test]
    fn every_quotation_of_the_article_is_in_its_file() {
        let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
        let evidence = Evidence { results: Some(results), ..Evidence::default() };
        let mut quoted = 0;
        for (name, text) in FILES {
            for quotation in template::marked(text, '@') {
                quoted += 1;
                let text = template::quoted(&evidence, quotation, name).unwrap();
                assert!(text.is_some(), "{name}: {quotation}: there is no such folder");
            }
        }
        assert!(quoted > 50, "{quoted}");
    }

    #[test]
    fn only_what_is_not_measured_is_a_constant() {
        const CONSTANTS: [&str; 4] = [
            "1 s + 0.01 s",    // the clock of a match
            "0.1 s + 0.001 s", // the same
            "0.50",            // how to read a factor
            "−0.50",           // the same
        ];
        let is_decimal = |text: &str| {
            let parts: Vec<&str> = text.split('.').collect();
            let digit = |c: char| c.is_ascii_digit();
            parts.windows(2).any(|two| two[0].ends_with(digit) && two[1].starts_with(digit))
        };
        for (name, text) in FILES {
            for constant in template::marked(text, '=').filter(|text| is_decimal(text)) {
                assert!(
                    CONSTANTS.contains(&constant),
                    "{name}: {{={constant}}}: give the id of a measurement, or quote a file: {{@PATH TEXT}}"
                );
            }
        }
    }

    #[test]
    fn no_number_is_typed_into_the_article() {
        let mut typed = Vec::new();
        for (name, text) in FILES {
            let prose = paragraphs(text).into_iter();
            for (line, paragraph) in prose.filter(|(_, text)| !text.starts_with(['`', '<'])) {
                let found = template::typed(paragraph);
                typed.extend(found.map(|word| format!("article/{name}:{line}: {word}")));
            }
        }
        assert!(typed.is_empty(), "take it from numbers.json:\n{}", typed.join("\n"));
    }
}

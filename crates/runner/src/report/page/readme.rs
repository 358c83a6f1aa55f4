//! The parts of the README that state results, so that it cannot disagree with the records: what
//! stands between `<!-- vnmp report: NAME -->` and `<!-- end -->` is made from them.

use thiserror::Error;

use super::sections::verdicts::Stated;
use super::{Block, Cell, Grid};
use super::{Source, markdown, sections};
use crate::report::claims::Direction;
use crate::report::numbers::id;

const BEGIN: &str = "<!-- vnmp report: ";
const END: &str = "<!-- end -->";

/// Why the README cannot be renewed.
#[derive(Debug, Error, PartialEq, Eq)]
pub(crate) enum ReadmeError {
    /// A mark without its counterpart.
    #[error(
        "README, line {0}: '{BEGIN}...' without '{END}' after it; add it or take the mark away"
    )]
    Open(usize),
    /// A name that stands for nothing.
    #[error(
        "README, line {line}: '{name}' is no part that can be made; there are claims, figure8, findings and table4"
    )]
    Name {
        /// Line of the mark.
        line: usize,
        /// The name in it.
        name: String,
    },
}

/// The README with its marked parts made anew.
///
/// # Errors
/// When a mark is not closed or names nothing.
pub(crate) fn renewed(readme: &str, source: &Source) -> Result<String, ReadmeError> {
    let mut text = String::with_capacity(readme.len());
    let mut lines = readme.split_inclusive('\n').enumerate();
    while let Some((number, line)) = lines.next() {
        text.push_str(line);
        let Some(name) = line.trim_end().strip_prefix(BEGIN) else { continue };
        let (line, name) = (number + 1, name.trim_end_matches("-->").trim());
        let blocks =
            part(name, source).ok_or_else(|| ReadmeError::Name { line, name: name.to_owned() })?;
        text.push_str(&markdown::part(&blocks));
        let end = lines.find(|(_, line)| line.trim_end() == END).ok_or(ReadmeError::Open(line))?;
        text.push_str(end.1);
    }
    Ok(text)
}

fn part(name: &str, source: &Source) -> Option<Vec<Block>> {
    match name {
        "claims" => Some(claims(source)),
        "figure8" => Some(sections::survey::deepest(source)),
        "findings" => Some(sections::survey::findings(source)),
        "table4" => Some(sections::paper_table(source, "table4")),
        _ => None,
    }
}

/// How many claims have which direction and size, and those with a headline in a table.
fn claims(source: &Source) -> Vec<Block> {
    let number = |id: &str| Some(source.numbers.get(id));
    let count = |direction| sections::count(number(&id::direction(id::PAPER, direction)));
    let counts: Vec<String> =
        Direction::ALL.map(|direction| format!("{direction} {}", count(direction))).into();
    let head = ["", "paper", "ours", "95 % interval", "direction", "size"];
    let mut grid = Grid::new(&head, 1);
    for one in source.judged {
        let Some(headline) = &one.claim.headline else { continue };
        let Stated { published, ours, interval, direction, size } =
            sections::verdicts::stated(source, one);
        let direction = direction.map_or(String::new(), |direction| direction.to_string());
        let cells = [headline.clone(), published, ours, interval, direction, size];
        grid.rows.push(cells.map(Cell::from).to_vec());
    }
    let all = sections::count(number(&format!("{}.all", id::PAPER)));
    let inside = sections::out_of(number(&id::inside(id::PAPER)));
    let text = format!(
        "Direction of {all} checkable claims: {}. The paper's value lies in our interval in {inside}.",
        counts.join(", ")
    );
    vec![Block::Text(text), Block::Grid(grid)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::claims;
    use crate::report::evidence::Evidence;
    use crate::report::numbers::Numbers;

    fn renew(readme: &str) -> Result<String, ReadmeError> {
        let evidence = Evidence::default();
        let (claims, survey) = (claims::paper().unwrap(), claims::survey().unwrap());
        let (judged, findings) = (claims.judge(&evidence), survey.judge(&evidence));
        let numbers = Numbers::of(&evidence, &judged, &findings).unwrap();
        let (rules, decided) = (&claims::rules().unwrap(), &claims::decided().unwrap());
        let questions = &claims::questions().unwrap();
        let (evidence, survey) = (&evidence, &survey);
        let (numbers, judged, findings) = (&numbers, &judged[..], &findings[..]);
        renewed(
            readme,
            &Source { evidence, numbers, judged, questions, rules, decided, survey, findings },
        )
    }

    #[test]
    fn only_what_is_marked_is_made_anew() {
        let text = renew("a\n<!-- vnmp report: claims -->\nold\n<!-- end -->\nb\n").unwrap();
        assert!(text.starts_with("a\n<!-- vnmp report: claims -->\n\nDirection of "), "{text}");
        assert!(text.ends_with("|\n\n<!-- end -->\nb\n") && !text.contains("old"), "{text}");
        assert_eq!(renew(&text).unwrap(), text);
        assert_eq!(renew("nothing marked").unwrap(), "nothing marked");
    }

    #[test]
    fn wrong_marks_are_named() {
        let open = renew("\n<!-- vnmp report: claims -->\nold\n");
        assert_eq!(open, Err(ReadmeError::Open(2)));
        let name = renew("<!-- vnmp report: table9 -->\n<!-- end -->\n");
        assert_eq!(name, Err(ReadmeError::Name { line: 1, name: "table9".into() }));
    }
}

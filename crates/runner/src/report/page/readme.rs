//! The parts of the README that state results, so that it cannot contradict the records: the
//! text between `<!-- vnmp report: NAME -->` and `<!-- end -->` is made from them.

use anyhow::{Context, ensure};

use super::{Block, Source, markdown, sections};

const BEGIN: &str = "<!-- vnmp report: ";
const END: &str = "<!-- end -->";

/// The README with its marked parts regenerated.
///
/// # Errors
/// When a mark is not closed or names nothing.
pub(crate) fn renewed(readme: &str, source: &Source) -> anyhow::Result<String> {
    let mut text = String::with_capacity(readme.len());
    let mut lines = readme.split_inclusive('\n').enumerate();
    while let Some((number, line)) = lines.next() {
        text.push_str(line);
        let Some(name) = line.trim_end().strip_prefix(BEGIN) else { continue };
        let (line, name) = (number + 1, name.trim_end_matches("-->").trim());
        ensure!(
            name == "verdict",
            "README, line {line}: '{name}' is no part that can be made; the only one is verdict"
        );
        text.push_str(&markdown::part(&[verdict(source)]));
        let end = lines.find(|(_, line)| line.trim_end() == END).with_context(|| {
            format!(
                "README, line {line}: '{BEGIN}...' without '{END}' after it; add it or take the mark away"
            )
        })?;
        text.push_str(end.1);
    }
    Ok(text)
}

/// The questions that are marked for the README, a line each with its answer.
fn verdict(source: &Source) -> Block {
    let asked = source.questions.questions.iter().filter(|question| question.readme);
    let lines = asked.map(|question| {
        let answer = sections::verdicts::answer(source, question);
        format!("- **{}** {}", question.question, markdown::escape(&answer))
    });
    Block::Prose(lines.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::claims;
    use crate::report::evidence::Evidence;
    use crate::report::numbers::Numbers;

    fn renew(readme: &str) -> anyhow::Result<String> {
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
            &Source {
                evidence,
                numbers,
                judged,
                questions,
                rules,
                decided,
                survey,
                findings,
                is_with_results: true,
            },
        )
    }

    #[test]
    fn only_what_is_marked_is_replaced() {
        let text = renew("a\n<!-- vnmp report: verdict -->\nold\n<!-- end -->\nb\n").unwrap();
        assert!(text.starts_with("a\n<!-- vnmp report: verdict -->\n\n- **Is "), "{text}");
        assert!(text.ends_with("\n\n<!-- end -->\nb\n") && !text.contains("old"), "{text}");
        assert_eq!(renew(&text).unwrap(), text);
        assert_eq!(renew("nothing marked").unwrap(), "nothing marked");
    }

    #[test]
    fn wrong_marks_are_named() {
        let refused = |readme: &str| renew(readme).unwrap_err().to_string();
        let open = refused("\n<!-- vnmp report: verdict -->\nold\n");
        assert!(open.starts_with("README, line 2: '<!-- vnmp report: ...' without"), "{open}");
        let name = refused("<!-- vnmp report: table9 -->\n<!-- end -->\n");
        assert!(name.starts_with("README, line 1: 'table9' is no part"), "{name}");
    }
}

//! Numbers in prose: `{ID}`, or `{ID|FORM}` in another form; `{@PATH TEXT}` for what a committed file below
//! the results says, as it says it; and `{=TEXT}` for a figure that is not measured: a year, a depth, a
//! constant of the paper's. With several forms `paper` comes first: `{ID|paper|more}`.
//!
//! Files are mostly outputs of scripts, and long ones have many numbers. `{@PATH WORDS|TEXT}` asks for a line
//! that has the words as well, e.g. the name of its row. A run of white space counts as one space.
//!
//! | form | gives |
//! |---|---|
//! | none | the value with its unit: `−7.8 %`, `1,000` |
//! | `signed`, `abs` | with a sign always, or never |
//! | `more`, `fewer` | `7.8 % more`, or `7.8 % less` and `7.8 % fewer` |
//! | `ci` | the interval: `[−10.5, −4.9]` |
//! | `n`, `of` | what it rests on: `999`; `3 of 40` |
//! | `factor` | our effect as a multiple of the paper's: `0.81` |
//! | `direction` | the verdict |
//! | `paper` | the paper's value instead of ours |

use anyhow::{Context, bail, ensure};

use crate::base::number::thousands;
use crate::report::evidence::Evidence;
use crate::report::numbers::{Number, Numbers, Unit};

/// The text with its numbers; `None` if one of them is of a run or a depth that is not there, or has no
/// value. `place` is where the text stands.
pub(crate) fn filled(
    evidence: &Evidence,
    numbers: &Numbers,
    text: &str,
    place: &str,
) -> anyhow::Result<Option<String>> {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    if text.starts_with("```") {
        return Ok(Some(text.to_owned()));
    }
    while let Some((before, after)) = rest.split_once('{') {
        let (inner, after) = after
            .split_once('}')
            .with_context(|| format!("{place}: a '{{' without a '}}' after it"))?;
        out.push_str(before);
        rest = after;
        if let Some(verbatim) = inner.strip_prefix('=') {
            out.push_str(verbatim);
            continue;
        }
        if let Some(quotation) = inner.strip_prefix('@') {
            let Some(text) = quoted(evidence, quotation, place)? else { return Ok(None) };
            out.push_str(text);
            continue;
        }
        let mut parts = inner.split('|');
        let id = parts.next().unwrap_or_default();
        let Some(number) = numbers.find(id) else {
            ensure!(
                !is_of_a_run(numbers, id),
                "{place}: no number has the id '{id}'; numbers.json lists them"
            );
            return Ok(None);
        };
        match shown(number, parts) {
            Ok(Some(text)) => out.push_str(&text),
            Ok(None) => return Ok(None),
            Err(form) => bail!(
                "{place}: '{form}' is no form of a number; forms are abs, ci, direction, factor, fewer, \
                 more, n, of, paper, signed"
            ),
        }
    }
    out.push_str(rest);
    Ok(Some(out))
}

/// The text of `PATH TEXT` or `PATH WORDS|TEXT`; `None` if the file's folder is not there.
pub(super) fn quoted<'a>(
    evidence: &Evidence,
    quotation: &'a str,
    place: &str,
) -> anyhow::Result<Option<&'a str>> {
    let parts = quotation.split_once(' ').filter(|(_, asked)| !asked.ends_with('|'));
    let (path, asked) = parts.with_context(|| {
        format!("{place}: '{{@{quotation}}}' quotes nothing; write {{@PATH TEXT}} or {{@PATH WORDS|TEXT}}")
    })?;
    let (words, text) = asked.split_once('|').unwrap_or(("", asked));
    let file = evidence.text(path).with_context(|| {
        format!(
            "{place}: '{text}' is quoted from results/{path}, which cannot be read; restore the file, or \
             write it again with the script that made it"
        )
    })?;
    let Some(file) = file else { return Ok(None) };
    let spaced = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_there = match words {
        "" => has(&spaced(&file), text),
        words => file.lines().map(spaced).any(|line| has(&line, words) && has(&line, text)),
    };
    let beside =
        if words.is_empty() { String::new() } else { format!(" in a line with '{words}'") };
    ensure!(
        is_there,
        "{place}: results/{path} does not have '{text}'{beside}; quote what it has now, or restore it"
    );
    Ok(Some(text))
}

/// Does a text have the words, other than as part of a longer number?
fn has(text: &str, words: &str) -> bool {
    let begins = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    let signs = if begins(words) { ".,-−" } else { "." };
    text.match_indices(words).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + words.len()..]);
        let goes_on = begins(after.strip_prefix(['.', ',']).unwrap_or(after));
        !goes_on && !before.ends_with(|c: char| c.is_ascii_digit() || signs.contains(c))
    })
}

/// Does the run of an id have any number or, for a table row, that row?
fn is_of_a_run(numbers: &Numbers, id: &str) -> bool {
    let segments: Vec<&str> = id.split('.').collect();
    let is_row = |part: &&str| {
        let number = part.strip_prefix(['d', 'n']); // a depth, a budget of nodes
        number.is_some_and(|number| number.parse::<u64>().is_ok())
    };
    let shared = ["parity", "effort", "cost", "match", "survey", "coverage", "to-solution"];
    let kept = match segments.iter().position(is_row) {
        _ if segments[0] == "census" => 2, // its suite; depths are no rows there
        Some(row) => row + 1,
        None => 1 + usize::from(shared.contains(&segments[0])),
    };
    let prefix = segments[..kept.min(segments.len())].join(".") + ".";
    numbers.any_begins(&prefix)
}

/// A number in a form; the name of a form that does not exist is the error.
fn shown<'a>(
    number: &Number,
    mut forms: impl Iterator<Item = &'a str>,
) -> Result<Option<String>, String> {
    let mut form = forms.next();
    let mut value = number.value;
    if form == Some("paper") {
        (value, form) = (number.paper, forms.next());
    }
    let is_share = number.unit == Unit::Percent && number.interval().is_some_and(|i| i.low >= 0.0);
    let with = |sign: &str, value: f64| match is_share {
        true => format!("{sign}{} %", share(value.abs())),
        false => format!("{sign}{}", plain(value.abs(), number.unit)),
    };
    let minus = |value: f64| if value < 0.0 { "−" } else { "" };
    let signed = |value: f64| with(if value > 0.0 { "+" } else { minus(value) }, value);
    Ok(match form {
        None => value.map(|value| with(minus(value), value)),
        Some("abs") => value.map(|value| with("", value)),
        Some("signed") => value.map(signed),
        Some(of @ ("more" | "fewer")) => value.map(|value| {
            let fewer = if of == "more" { "less" } else { of };
            format!("{} {}", with("", value), if value < 0.0 { fewer } else { "more" })
        }),
        Some("ci") => number.interval().map(|i| {
            let end = |value: f64| match is_share {
                true => share(value),
                false => format!("{}{:.1}", minus(value), value.abs()),
            };
            format!("[{}, {}]", end(i.low), end(i.high))
        }),
        Some("n") => number.n.map(thousands),
        Some("of") => number
            .n
            .zip(value)
            .map(|(n, value)| format!("{} of {}", thousands(value.round() as u64), thousands(n))),
        Some("factor") => {
            number.factor.map(|factor| format!("{}{:.2}", minus(factor), factor.abs()))
        }
        Some("direction") => number.direction.map(|direction| direction.to_string()),
        Some(other) => return Err(other.to_owned()),
    })
}

/// Percent, with two significant digits below 1.
fn share(value: f64) -> String {
    match value {
        0.0 => "0".to_owned(),
        v if v < 1.0 => format!("{v:.0$}", (1.0 - v.log10().floor()).min(9.0) as usize),
        v => format!("{v:.1}"),
    }
}

fn plain(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Percent if value < 0.1 => format!("{} %", share(value)),
        Unit::Percent => format!("{value:.1} %"),
        Unit::PercentagePoints => format!("{value:.1} percentage points"),
        Unit::Elo => format!("{value:.1} Elo"),
        Unit::Seconds => format!("{value:.0} s"),
        Unit::Probability | Unit::Factor => format!("{value:.2}"),
        Unit::Positions if value.fract() != 0.0 => format!("{value:.1}"),
        Unit::Nodes | Unit::Positions | Unit::Games | Unit::Plies | Unit::Count => {
            thousands(value.round() as u64)
        }
    }
}

/// The ids in a text.
#[cfg(test)]
pub(super) fn ids(text: &str) -> impl Iterator<Item = &str> {
    let inner = text.split('{').skip(1).filter_map(|part| part.split_once('}'));
    let ids = inner.map(|(inner, _)| inner.split('|').next().unwrap_or_default());
    ids.filter(|id| !id.starts_with(['=', '@']))
}

/// The texts in braces that begin with a sign: quotations with `@`, constants with `=`.
#[cfg(test)]
pub(super) fn marked(text: &str, sign: char) -> impl Iterator<Item = &str> {
    let inner = text.split('{').skip(1).filter_map(|part| part.split_once('}'));
    inner.filter_map(move |(inner, _)| inner.strip_prefix(sign))
}

/// The words of a text that have a digit outside braces and outside names: a variant
/// (`R = 3`), a table, a figure, a section, a depth, a suite's or program's version.
#[cfg(test)]
pub(super) fn typed(text: &str) -> impl Iterator<Item = String> {
    let outside = text.split('{').enumerate().map(|(i, part)| match i {
        0 => part,
        _ => part.split_once('}').map_or("", |(_, after)| after),
    });
    let outside: String = outside.collect::<Vec<_>>().join(" ");
    // text between backticks is a name
    let outside: String = outside.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let words: Vec<String> = outside.split_whitespace().map(str::to_owned).collect();
    let names = ["=", "Table", "Tables", "Figure", "section", "depth", "depths", "Fruit", "in"];
    let mut found = Vec::new();
    for (i, word) in words.iter().enumerate() {
        let before = i.checked_sub(1).map_or("", |i| words[i].as_str());
        let is_name =
            names.contains(&before) && (before != "in" || i > 1 && words[i - 2] == "mates");
        if word.contains(|c: char| c.is_ascii_digit()) && !is_name {
            found.push(format!("{before} {word}"));
        }
    }
    found.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::claims;
    use crate::report::evidence::Evidence;

    fn numbers() -> Numbers {
        let file = claims::paper().unwrap();
        let judged = file.judge(&Evidence::default());
        Numbers::of(&Evidence::default(), &judged, &[]).unwrap()
    }

    #[test]
    fn a_number_is_shown_in_the_requested_form() {
        let ours =
            Number { low: Some(-10.5), high: Some(4.0), ..Number::of(-7.84, Unit::Percent, "") };
        let number = Number { paper: Some(47.38), factor: Some(-0.21), n: Some(999), ..ours };
        let show = |forms: &str| {
            let forms: Vec<&str> = forms.split('|').filter(|form| !form.is_empty()).collect();
            shown(&number, forms.into_iter())
        };
        let some = |text: &str| Ok(Some(text.to_owned()));
        assert_eq!(show(""), some("−7.8 %"));
        assert_eq!(show("abs"), some("7.8 %"));
        assert_eq!(show("more"), some("7.8 % less"));
        assert_eq!(show("fewer"), some("7.8 % fewer"));
        assert_eq!(show("paper|more"), some("47.4 % more"));
        assert_eq!(show("paper|signed"), some("+47.4 %"));
        assert_eq!(show("ci"), some("[−10.5, 4.0]"));
        assert_eq!(show("factor"), some("−0.21"));
        assert_eq!(show("n"), some("999"));
        assert_eq!(show("direction"), Ok(None));
        assert_eq!(show("most"), Err("most".to_owned()));
        let small =
            Number { low: Some(1.46e-5), high: Some(0.3), ..Number::of(0.0898, Unit::Percent, "") };
        let of_small = |form: Option<&str>| shown(&small, form.into_iter());
        assert_eq!(
            (of_small(None), of_small(Some("ci"))),
            (some("0.090 %"), some("[0.000015, 0.30]"))
        );
        let count = Number::count(1234, Unit::Nodes, "").out_of(5000);
        assert_eq!(shown(&count, ["of"].into_iter()), some("1,234 of 5,000"));
    }

    #[test]
    fn a_quotation_is_shown_if_its_file_has_it() {
        let results = tempfile::tempdir().unwrap();
        let text = "row 8   0.80 [0.75, 0.85]\nrow 9  -1.25 12,345 nodes.\nof 100 in\nall\n";
        std::fs::create_dir(results.path().join("explain")).unwrap();
        std::fs::write(results.path().join("explain/a.txt"), text).unwrap();
        let evidence = Evidence { results: Some(results.path().to_owned()), ..Evidence::default() };
        let numbers = numbers();
        let fill = |text: &str| filled(&evidence, &numbers, text, "a.md:3");
        let shown = |text: &str| fill(text).unwrap();
        let all =
            shown("by {@explain/a.txt row 8|0.80 [0.75, 0.85]}, {@explain/a.txt of 100 in all}");
        assert_eq!(all.as_deref(), Some("by 0.80 [0.75, 0.85], of 100 in all"));
        assert_eq!(shown("{@explain/a.txt 12,345}").as_deref(), Some("12,345"));
        assert_eq!(shown("{@explain-first/a.txt 0.80}"), None, "not made");
        let refused = [
            ("{@explain/b.txt 0.80}", "a.md:3: '0.80' is quoted from results/explain/b.txt, which"),
            ("{@explain/a.txt 0.81}", "a.md:3: results/explain/a.txt does not have '0.81'; quote"),
            (
                "{@explain/a.txt row 9|0.80}",
                "a.md:3: results/explain/a.txt does not have '0.80' in a",
            ),
            ("{@explain/a.txt}", "a.md:3: '{@explain/a.txt}' quotes nothing; write {@PATH TEXT}"),
            ("{@explain/a.txt row 8|}", "a.md:3: '{@explain/a.txt row 8|}' quotes nothing"),
        ];
        for (text, expected) in refused {
            let error = fill(text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
        for part in ["0.8", ".80", "0", "80", "1.25", "12", "345", "2,345", "12,34"] {
            let error = fill(&format!("{{@explain/a.txt {part}}}")).unwrap_err().to_string();
            assert!(error.contains(&format!("does not have '{part}'")), "{error}");
        }
    }

    #[test]
    fn misspelt_ids_are_named_and_what_was_not_run_is_left_out() {
        let numbers = numbers();
        let fill = |text: &str| filled(&Evidence::default(), &numbers, text, "a.md:3");
        let all = fill("{claims.all} in {=2002}, {claim.wcs-r2-9.ours|paper|signed}").unwrap();
        let claims = claims::paper().unwrap().claims.len();
        assert_eq!(all, Some(format!("{claims} in 2002, +47.4 %")));
        assert_eq!(fill("{claim.wcs-r2-9.ours}").unwrap(), None, "not tested");
        assert_eq!(fill("{table4.d9.std:r=2.nodes}").unwrap(), None, "not run");
        let refused = [
            ("{claim.wcs-r2-99.ours}", "a.md:3: no number has the id 'claim.wcs-r2-99.ours'"),
            ("{claims.all|most}", "a.md:3: 'most' is no form of a number; forms are abs, "),
            ("{claims.all", "a.md:3: a '{' without a '}' after it"),
        ];
        for (text, expected) in refused {
            let error = fill(text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
        assert_eq!(fill("```\n{x}\n```").unwrap(), Some("```\n{x}\n```".into()));
    }

    #[test]
    fn a_census_that_was_not_made_is_left_out_and_a_misspelt_id_of_one_that_was_is_named() {
        let mut numbers = numbers();
        let wrong = |suite: &str, claim: &str| format!("census.{suite}.std:r=3.{claim}.wrong.d4");
        let share = Number::of(0.15, Unit::Percent, "census/wcs");
        numbers.insert(wrong("wcs", "cutoff"), share);
        let fill =
            |id: &str| filled(&Evidence::default(), &numbers, &format!("{{{id}}} wrong"), "a.md:3");
        assert!(fill(&wrong("wcs", "cutoff")).unwrap().is_some());
        assert_eq!(fill(&wrong("ecm", "cutoff")).unwrap(), None, "not made");
        let error = fill(&wrong("wcs", "cutof")).unwrap_err().to_string();
        assert!(error.contains("no number has the id 'census.wcs.std:r=3.cutof"), "{error}");
    }

    #[test]
    fn numbers_outside_braces_are_noticed() {
        let seen = |text: &str| typed(text).collect::<Vec<_>>();
        assert_eq!(
            seen("At depth 9 R = 2 of Table 4 needs {a.b} less, `x3`, mates in 4."),
            [""; 0]
        );
        assert_eq!(seen("It needs 7.8 % less in 3 of {a}."), ["needs 7.8", "in 3"]);
    }
}

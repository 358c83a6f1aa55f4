//! Judged claims as text and as CSV.

use std::fmt::Write;

use serde::Serialize;

use super::{Direction, Judged, Size, Verdict};
use crate::figure8::table::Measure;
use crate::show::grid::{self, WriteError, columns};

/// A line of the CSV.
#[derive(Default, Serialize)]
struct Row<'a> {
    id: &'a str,
    by: Option<Measure>,
    section: &'a str,
    place: Option<&'a str>,
    published: Option<f64>,
    published_to: Option<f64>,
    ours: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    direction: Option<Direction>,
    size: Option<&'static str>,
    factor: Option<f64>,
    run: Option<&'a str>,
    basis: Option<&'a str>,
    detail: Option<&'a str>,
}

/// A line for each verdict, and how many there are of each; `verbose` adds what the claims are and
/// what the figures rest on. `source` is the heading of the published figures.
pub(crate) fn text(
    source: &str,
    judged: &[Judged],
    verbose: bool,
) -> Result<String, std::fmt::Error> {
    let heading =
        ["claim", source, "ours", "95 % interval", "direction", "size"].map(str::to_owned);
    let mut rows = vec![heading];
    for one in judged {
        rows.push([
            one.id(),
            or_dash(one.claim.published_text()),
            or_dash(one.ours_text()),
            or_dash(one.interval_text()),
            one.verdict.direction.to_string(),
            or_dash(one.verdict.size.map_or(String::new(), |size| size.to_string())),
        ]);
    }
    let mut text = columns(&rows);
    text.push('\n');
    for direction in Direction::ALL {
        let count = judged.iter().filter(|one| one.verdict.direction == direction).count();
        writeln!(text, "{direction:>24} {count:3}")?;
    }
    let sizes: Vec<Size> = judged.iter().filter_map(|one| one.verdict.size).collect();
    let inside = sizes.iter().filter(|size| size.inside).count();
    writeln!(text, "\nOf {} with a published size {inside} have it in our interval.", sizes.len())?;
    if verbose {
        text.push_str("\nWhat the claims are and what the figures rest on\n");
        for one @ Judged { claim, measured, verdict, .. } in judged {
            let place = claim.place.as_ref().map_or(String::new(), |place| format!(", {place}"));
            let section = Some(&claim.section).filter(|section| !section.is_empty());
            let section = section.map_or(String::new(), |s| format!(" (section {s}{place})"));
            write!(text, "\n{}{section}\n  {}\n", one.id(), claim.text)?;
            writeln!(text, "  expected {}: {}", claim.expect, verdict.direction)?;
            if let Some(m) = measured {
                writeln!(text, "  {}: {}; {}", m.run, m.basis, m.detail)?;
            }
        }
    }
    Ok(text)
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}

/// One line for each verdict, unrounded.
pub(crate) fn csv<'a>(
    judged: impl IntoIterator<Item = &'a Judged<'a>>,
) -> Result<String, WriteError> {
    grid::csv(judged.into_iter().map(|Judged { claim, by, measured, verdict }| {
        let measured = measured.as_ref();
        let interval = measured.and_then(|m| m.estimate.interval);
        let Verdict { direction, size } = *verdict;
        Row {
            id: &claim.id,
            by: *by,
            section: &claim.section,
            place: claim.place.as_deref(),
            published: claim.published.map(|published| published.ends()[0]),
            published_to: claim.published.map(|published| published.ends()[1]),
            ours: measured.map(|m| m.estimate.value),
            low: interval.map(|i| i.low),
            high: interval.map(|i| i.high),
            direction: Some(direction),
            size: size.map(Size::id),
            factor: size.and_then(|size| size.factor),
            run: measured.map(|m| m.run.as_str()),
            basis: measured.map(|m| m.basis.as_str()),
            detail: measured.map(|m| m.detail.as_str()),
        }
    }))
}

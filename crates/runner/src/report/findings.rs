//! The survey's claims about one comparison, judged by it and left in its folder.

use crate::figure8::SurveyRun;
use crate::figure8::table::Measure;
use crate::record::folder::Folder;
use crate::report::claims::{self, Direction, Judged};
use crate::report::evidence::Evidence;
use crate::show::grid::Format;

/// Writes the findings, in files of their own those that depend on the clock; gives the texts to be
/// printed.
pub(crate) fn write(
    run: SurveyRun,
    folder: &Folder,
    format: Format,
) -> anyhow::Result<Vec<String>> {
    let mut texts = Vec::new();
    let claims = claims::survey()?;
    let name = run.manifest.experiment.clone();
    let evidence = Evidence { surveys: [(name.clone(), run)].into(), ..Evidence::default() };
    let mut judged = claims.judge(&evidence);
    judged.retain(|one| one.claim.runs.contains(&name));
    let (cpu, counts): (Vec<Judged>, Vec<Judged>) =
        judged.into_iter().partition(|one| one.by == Some(Measure::Cpu));
    for (ending, judged) in [("", counts), ("-cpu", cpu)] {
        if judged.iter().any(|one| one.verdict.direction != Direction::NeedsRun) {
            let text = claims::text("survey", &judged, true)?;
            folder.write(&format!("findings{ending}.txt"), text.as_bytes())?;
            folder.write(&format!("findings{ending}.csv"), claims::csv(&judged)?.as_bytes())?;
            if format == Format::Text {
                texts.push(claims::text("survey", &judged, false)?);
            }
        }
    }
    Ok(texts)
}

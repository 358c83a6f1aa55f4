//! Claims of a user's own on one run. Every name in them must be one that the run has: a mistyped
//! variant or depth is an error, not a verdict.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use anyhow::{anyhow, bail, ensure};
use serde::Deserialize;
use toml::Spanned;

use super::{Claim, ClaimsFile, Quantity};
use crate::base::lines::Lines;
use crate::experiment::ColumnSpec;
use crate::figure8::SurveyRun;
use crate::figure8::record::{MINIMAL, has_times};
use crate::figure8::table::{FORMULA, Measure};
use crate::report::evidence::{Evidence, MatchScore, Run};

/// What a quantity is measured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Basis {
    Searches,
    Match,
    Methods,
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Basis::Searches => "a run of searches",
            Basis::Match => "a match",
            Basis::Methods => "a comparison of methods (`vnmp figure8`)",
        })
    }
}

/// Where each claim stands in its file.
#[derive(Deserialize)]
struct Places {
    claims: Vec<Place>,
}

#[derive(Deserialize)]
struct Place {
    id: Spanned<String>,
    quantity: Spanned<toml::Value>,
}

/// A file of a user's own claims about the run of this name; the runs that its claims name are ignored.
///
/// # Errors
/// When the file is broken, two claims have one id, or a claim names what the run does not have.
pub(crate) fn own(
    path: &Path,
    text: &str,
    evidence: &Evidence,
    run: &str,
) -> anyhow::Result<ClaimsFile> {
    let file = &path.display().to_string();
    let mut claims = super::claims(file, text)?;
    let lines = Lines { file, text };
    let places: Places = lines.read()?;
    let subject = Subject::of(evidence, run)?;
    let mut seen = BTreeSet::new();
    for (claim, place) in claims.claims.iter_mut().zip(places.claims) {
        let (at, id) = (lines.at(place.id.span()), claim.id.clone());
        ensure!(seen.insert(id.clone()), "{at}: a second claim '{id}'; give it an id of its own");
        let at = lines.at(place.quantity.span());
        subject.take(claim).map_err(|why| anyhow!("{at}: claim '{id}': {why}"))?;
        claim.runs = vec![run.to_owned()];
    }
    Ok(claims)
}

/// The run that is judged.
enum Subject<'a> {
    Searches(&'a Run),
    Match(&'a MatchScore),
    Methods(&'a SurveyRun),
}

impl<'a> Subject<'a> {
    fn of(evidence: &'a Evidence, name: &str) -> anyhow::Result<Subject<'a>> {
        if let Some(run) = evidence.runs.get(name) {
            return Ok(Subject::Searches(run));
        }
        if let Some(score) = evidence.matches.get(name) {
            return Ok(Subject::Match(score));
        }
        if let Some(run) = evidence.surveys.get(name) {
            return Ok(Subject::Methods(run));
        }
        let below: Vec<&str> = evidence.names().collect();
        match below.is_empty() {
            true => bail!("{name} holds no finished run; `vnmp runs` lists yours"),
            false => bail!("{name} holds several runs; name one of them: {}", below.join(", ")),
        }
    }

    fn basis(&self) -> Basis {
        match self {
            Subject::Searches(_) => Basis::Searches,
            Subject::Match(_) => Basis::Match,
            Subject::Methods(_) => Basis::Methods,
        }
    }

    /// Checks what a claim names, and gives variants their canonical specifications.
    fn take(&self, claim: &mut Claim) -> anyhow::Result<()> {
        let (needed, own) = (claim.quantity.basis(), self.basis());
        ensure!(needed == own, "its quantity is measured in {needed}, and this is {own}");
        self.has_counts(&claim.by)?;
        let known = self.columns();
        for name in claim.quantity.columns() {
            let meant = ColumnSpec::parse(name).map_or_else(|_| name.clone(), |one| one.spec());
            ensure!(
                known.contains(&meant) || known.contains(name),
                "the run has no '{name}'; it has {}",
                known.join(", ")
            );
            if known.contains(&meant) {
                *name = meant;
            }
        }
        match self {
            Subject::Searches(run) => has_depths(run, &claim.quantity),
            Subject::Match(_) | Subject::Methods(_) => Ok(()),
        }
    }

    fn has_counts(&self, by: &[Measure]) -> anyhow::Result<()> {
        let Subject::Methods(run) = self else {
            ensure!(by.is_empty(), "`by` is for comparisons of methods; remove it");
            return Ok(());
        };
        ensure!(!by.is_empty(), "say what is counted: by = [\"nodes\"], \"horizon\" or \"cpu\"");
        let has_times = has_times(&run.manifest);
        ensure!(has_times || !by.contains(&Measure::Cpu), "the run has no processor times");
        Ok(())
    }

    /// Variants, sides or methods.
    fn columns(&self) -> Vec<String> {
        match self {
            Subject::Searches(run) => run.specs().map(str::to_owned).collect(),
            Subject::Match(score) => vec![score.first.clone(), score.second.clone()],
            Subject::Methods(run) => {
                let mut methods = run.manifest.specs();
                methods.extend([MINIMAL, FORMULA].map(str::to_owned));
                methods
            }
        }
    }
}

fn has_depths(run: &Run, quantity: &Quantity) -> anyhow::Result<()> {
    let wanted = quantity.suite();
    let Some(part) = run.part(wanted) else {
        let names: Vec<&str> = run.parts().map(|part| part.suite.name.as_str()).collect();
        bail!("the run has no suite '{}'; it has {}", wanted.unwrap_or(""), names.join(", "));
    };
    for depth in quantity.depths() {
        let (depths, name) = (&part.suite.depths, &part.suite.name);
        let list: Vec<String> = depths.iter().map(u8::to_string).collect();
        ensure!(
            depths.contains(&depth),
            "the run has no depth {depth} of {name}; it has {}",
            list.join(", ")
        );
    }
    Ok(())
}

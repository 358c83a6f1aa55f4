//! The claims of the paper and of Marsland's survey, each a predicate over records, with the same
//! rules for all. The claims and the rules in words are data files below `experiments/claims/`;
//! `quantity` says what is asked, `measure` measures, `verdict` judges, `show` prints. Nothing here favours any verdict.

mod decided;
#[cfg(test)]
mod hostile_tests;
mod measure;
mod own;
mod plan;
mod printed;
mod quantity;
mod questions;
mod rules;
mod show;
mod supply;
mod unit;
mod verdict;

use anyhow::anyhow;
use serde::Deserialize;
use serde::de::DeserializeOwned;

pub(crate) use decided::{Decided, decided};
pub(crate) use measure::{BELOW_BETA, Measured, RE_SEARCHES, event_pairs};
pub(crate) use own::own;
pub(crate) use plan::{fault, plan};
pub(crate) use quantity::Quantity;
pub(crate) use questions::{Answer, Question, Questions, questions};
pub(crate) use rules::{Rules, rules};
pub(crate) use show::{csv, text};
pub(crate) use supply::supplies;
pub(crate) use unit::{TOO_SMALL, Unit};
pub(crate) use verdict::{Direction, Expect, Published, Size, Verdict, judge};

use crate::base::lines::Lines;
use crate::figure8::table::Measure;
use crate::report::evidence::Evidence;

const PAPER: &str = include_str!("../../../../../experiments/claims/paper.toml");
const SURVEY: &str = include_str!("../../../../../experiments/claims/survey.toml");

/// The cure for a broken file of claims.
const CURE: &str = "correct the file; experiments/claims/paper.toml has its form";

/// A file of claims.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClaimsFile {
    /// What the claims are taken from.
    pub(crate) source: String,
    /// How its wording and figures are interpreted here, if that needs explaining.
    #[serde(default)]
    pub(crate) reading: Vec<String>,
    /// The claims in the order of the paper.
    pub(crate) claims: Vec<Claim>,
}

/// One claim.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Claim {
    /// Short name.
    pub(crate) id: String,
    /// What the paper says, paraphrased or in a short quotation.
    pub(crate) text: String,
    /// A few words for the summary of the survey's findings, if it is part of it.
    pub(crate) headline: Option<String>,
    /// The panel of the forest plot that shows it, if one does.
    pub(crate) panel: Option<Panel>,
    /// Section of the paper.
    #[serde(default)]
    pub(crate) section: String,
    /// Table or figure, if the claim rests on one.
    pub(crate) place: Option<String>,
    /// Runs that can test it; the first one present is used.
    #[serde(default)]
    pub(crate) runs: Vec<String>,
    /// For the survey: what is counted. One verdict for each.
    #[serde(default)]
    pub(crate) by: Vec<Measure>,
    /// What is measured.
    pub(crate) quantity: Quantity,
    /// The side of the boundary on which the paper puts it.
    pub(crate) expect: Expect,
    /// The paper's own value, in the unit of the quantity.
    pub(crate) published: Option<Published>,
    /// The paper's table from whose counts it is computed instead.
    pub(crate) published_table: Option<u8>,
}

/// A panel of the forest plot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Panel {
    /// The tree of R = 3 against verified's.
    TreeR3,
    /// The tree of R = 2 against verified's.
    TreeR2,
    /// Positions solved and mates found.
    Solved,
    /// Games.
    Games,
}

impl Panel {
    /// Every panel from top to bottom.
    pub(crate) const ALL: [Panel; 4] = [Panel::TreeR3, Panel::TreeR2, Panel::Solved, Panel::Games];
}

/// A claim with our figure and the verdict.
pub(crate) struct Judged<'a> {
    /// The claim.
    pub(crate) claim: &'a Claim,
    /// What was counted, if the claim leaves that open.
    pub(crate) by: Option<Measure>,
    /// What was measured, if any records allow it.
    pub(crate) measured: Option<Measured>,
    /// The verdict.
    pub(crate) verdict: Verdict,
}

/// The claims of the paper.
pub(crate) fn paper() -> anyhow::Result<ClaimsFile> {
    claims("experiments/claims/paper.toml", PAPER)
}

/// The findings of the survey.
pub(crate) fn survey() -> anyhow::Result<ClaimsFile> {
    claims("experiments/claims/survey.toml", SURVEY)
}

/// Reads a file of claims, and the paper's counts from which their published values are computed.
fn claims(file: &str, text: &str) -> anyhow::Result<ClaimsFile> {
    let mut claims: ClaimsFile = parse(file, text)?;
    for claim in &mut claims.claims {
        printed::fill_in(claim)
            .map_err(|why| anyhow!("{file}: claim '{}': {why}; {CURE}", claim.id))?;
    }
    Ok(claims)
}

fn parse<T: DeserializeOwned>(file: &str, text: &str) -> anyhow::Result<T> {
    Lines { file, text }.read().map_err(|e| anyhow!("{e}; {CURE}"))
}

impl ClaimsFile {
    /// Tests every claim.
    pub(crate) fn judge<'a>(&'a self, evidence: &Evidence) -> Vec<Judged<'a>> {
        let judged = |(claim, by): (&'a Claim, _)| {
            let mut runs = claim.runs.iter();
            let measured = runs.find_map(|run| claim.quantity.measure(evidence, run, by));
            let estimate = measured.as_ref().map(|m| &m.estimate);
            let scale = claim.quantity.unit();
            let verdict = judge(claim.expect, claim.published, estimate, scale);
            Judged { claim, by, measured, verdict }
        };
        self.claims.iter().flat_map(Claim::ways).map(judged).collect()
    }
}

impl Claim {
    /// The claim with each count that tests it.
    fn ways(&self) -> impl Iterator<Item = (&Claim, Option<Measure>)> {
        let single = self.by.is_empty().then_some(None);
        single.into_iter().chain(self.by.iter().copied().map(Some)).map(move |by| (self, by))
    }

    /// The paper's figure in its unit; empty where it gives none.
    pub(crate) fn published_text(&self) -> String {
        let unit = self.quantity.unit();
        self.published.map_or(String::new(), |published| unit.range(published.ends()))
    }
}

impl Judged<'_> {
    /// The claim's name, with what was counted.
    pub(crate) fn id(&self) -> String {
        let by = self.by.map_or(String::new(), |by| format!(", {}", by.title().to_lowercase()));
        self.claim.id.clone() + &by
    }

    /// Our figure; empty if there is none.
    pub(crate) fn ours_text(&self) -> String {
        let unit = self.claim.quantity.unit();
        self.measured.as_ref().map_or(String::new(), |m| unit.show(m.estimate.value))
    }

    /// Its 95 % interval; empty if there is none.
    pub(crate) fn interval_text(&self) -> String {
        let unit = self.claim.quantity.unit();
        let interval = self.measured.as_ref().and_then(|m| m.estimate.interval);
        match &self.measured {
            Some(_) => unit.interval(interval.map(|i| [i.low, i.high])),
            None => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_broken_file_is_named_with_the_line() {
        let error = claims("c.toml", "\nclaim = 1").unwrap_err().to_string();
        assert!(error.starts_with("c.toml:2: unknown field `claim`"), "{error}");
    }

    #[test]
    fn every_claim_has_an_id_of_its_own_and_a_place_in_the_paper() {
        let file = super::paper().unwrap();
        let ids: BTreeSet<_> = file.claims.iter().map(|claim| &claim.id).collect();
        assert_eq!(ids.len(), file.claims.len());
        assert!(file.claims.len() >= 20, "{}", file.claims.len());
        assert!(file.claims.iter().all(|c| !c.runs.is_empty() && !c.section.is_empty()));
    }

    #[test]
    fn without_records_nothing_is_tested() {
        for file in [super::paper().unwrap(), survey().unwrap()] {
            let judged = file.judge(&Evidence::default());
            assert!(
                judged
                    .iter()
                    .all(|j| j.verdict.direction == Direction::NeedsRun && j.measured.is_none())
            );
        }
    }

    #[test]
    fn the_surveys_findings_a_to_f_are_about_methods_of_its_figure_and_each_count() {
        let file = survey().unwrap();
        for letter in 'a'..='f' {
            let finding = format!("({letter})");
            assert!(file.claims.iter().any(|claim| claim.section.contains(&finding)), "{letter}");
        }
        let reinefeld = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments/reinefeld.toml");
        let experiments = ["figure8", reinefeld].map(crate::figure8::Experiment::load);
        let methods = experiments.into_iter().flat_map(|experiment| experiment.unwrap().methods);
        let methods: Vec<String> = methods.map(|method| method.spec).collect();
        let is_known = |of: &String| of == crate::figure8::table::FORMULA || methods.contains(of);
        for Judged { claim, by, .. } in file.judge(&Evidence::default()) {
            assert!(by.is_some(), "{}: by what?", claim.id);
            let used = match &claim.quantity {
                Quantity::MethodRatio { of, to, .. } => [std::slice::from_ref(of), to].concat(),
                Quantity::Growth { of, to } | Quantity::PooledRatio { of, to } => {
                    vec![of.clone(), to.clone()]
                }
                Quantity::OddOverEven { of } => vec![of.clone()],
                Quantity::SameRanking { methods } => methods.clone(),
                other => panic!("{}: {other:?}", claim.id),
            };
            assert!(used.iter().all(is_known), "{}: {used:?}", claim.id);
        }
    }

    #[test]
    fn only_zugzwangs_are_judged_where_searches_end() {
        for claim in super::paper().unwrap().claims {
            let (Quantity::SolvedDifference { depth, .. } | Quantity::Rescued { depth, .. }) =
                claim.quantity
            else {
                continue;
            };
            let of_zugzwangs = claim.runs.iter().all(|run| run.starts_with("zugzwang"));
            assert_eq!(depth.is_none(), of_zugzwangs, "{}", claim.id);
        }
    }
}

//! The survey's findings (a) to (f) as predicates over records: each is a ratio with an interval,
//! compared with what the survey says in `experiments/claims/survey.toml`. The list of verdicts is
//! closed; a finding whose searches are missing is "not tested".

use serde::{Deserialize, Serialize};

use super::stats::{Estimate, estimate};
use super::table::{Data, FORMULA, Measure};

/// The findings as data.
const CLAIMS: &str = include_str!("../../../../experiments/claims/survey.toml");

/// What became of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Verdict {
    /// The whole interval lies within what is claimed.
    #[serde(rename = "reproduced")]
    Reproduced,
    /// The whole interval lies on the claimed side, but not within the claimed size.
    #[serde(rename = "reproduced in sign only")]
    SignOnly,
    /// The whole interval lies on the other side.
    #[serde(rename = "not reproduced")]
    NotReproduced,
    /// The interval does not decide.
    #[serde(rename = "inconclusive")]
    Inconclusive,
    /// The records lack a method or depth.
    #[serde(rename = "not tested")]
    NotTested,
}

impl Verdict {
    /// As printed.
    pub fn text(self) -> &'static str {
        match self {
            Verdict::Reproduced => "reproduced",
            Verdict::SignOnly => "reproduced in sign only",
            Verdict::NotReproduced => "not reproduced",
            Verdict::Inconclusive => "inconclusive",
            Verdict::NotTested => "not tested",
        }
    }

    /// The rule: a ratio is claimed to be at most `size`; its sign holds at most at `sign`.
    fn of(ratio: Option<Estimate>, size: f64, sign: f64) -> Verdict {
        match ratio {
            None => Verdict::NotTested,
            Some(ratio) if ratio.high <= size => Verdict::Reproduced,
            Some(ratio) if ratio.high <= sign => Verdict::SignOnly,
            Some(ratio) if ratio.low > sign => Verdict::NotReproduced,
            Some(_) => Verdict::Inconclusive,
        }
    }
}

/// Which depths of a run a finding is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Depths {
    /// All from 2 on.
    All,
    /// Odd ones from 3 on.
    Odd,
    /// 2 to 5: "shallow searches (D < 6)".
    Shallow,
}

impl Depths {
    fn has(self, depth: u8) -> bool {
        match self {
            Depths::All => depth >= 2,
            Depths::Odd => depth >= 3 && depth % 2 == 1,
            Depths::Shallow => (2..6).contains(&depth),
        }
    }
}

/// The ratio that decides.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Predicate {
    /// Total of `of` over the least total of `to` at a depth; geometric mean over depths.
    Ratio {
        /// A method.
        of: String,
        /// Methods, or `minimal (formula)`.
        to: Vec<String>,
        /// Which depths count.
        depths: Depths,
    },
    /// How many times the minimal tree a search visits at an odd depth, over the geometric mean of
    /// the same at the even depths on either side; geometric mean over the odd depths.
    OddOverEven {
        /// A method.
        of: String,
    },
    /// `of` over `to` at the shallowest depth from 3 on, over the same at the deepest: below 1 if
    /// the ratio grows.
    Growth {
        /// A method.
        of: String,
        /// A method.
        to: String,
    },
}

impl Predicate {
    fn needs_formula(&self) -> bool {
        match self {
            Predicate::Ratio { to, .. } => to.iter().any(|to| to == FORMULA),
            Predicate::OddOverEven { .. } => true,
            Predicate::Growth { .. } => false,
        }
    }
}

/// A finding of the survey.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Short id, e.g. `survey-a`.
    pub id: String,
    /// Where it stands.
    pub place: String,
    /// In the survey's words.
    pub quote: String,
    /// What is measured, in ours.
    pub measured: String,
    /// The ratio that decides.
    pub predicate: Predicate,
    /// Reproduced if the ratio is at most this.
    pub at_most: f64,
    /// Reproduced in sign if it is at most this.
    pub sign_at_most: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    claim: Vec<Claim>,
}

/// A finding with its verdict by one measure.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Finding {
    /// The claim.
    pub claim: Claim,
    /// By which measure.
    pub measure: Measure,
    /// The ratio; `None` if not tested.
    pub ratio: Option<Estimate>,
    /// What became of it.
    pub verdict: Verdict,
}

/// The claims of the survey.
///
/// # Errors
/// When the embedded file is broken, which the tests exclude.
pub fn claims() -> anyhow::Result<Vec<Claim>> {
    Ok(toml::from_str::<File>(CLAIMS)?.claim)
}

/// The verdicts over records.
pub fn judge(claims: &[Claim], data: &Data, measures: &[Measure]) -> Vec<Finding> {
    let finding = |claim: &Claim, measure: Measure| {
        let ratio = estimate(data.positions, |w| value(&claim.predicate, data, measure, w));
        let verdict = Verdict::of(ratio, claim.at_most, claim.sign_at_most);
        Finding { claim: claim.clone(), measure, ratio, verdict }
    };
    let pairs = claims.iter().flat_map(|claim| measures.iter().map(move |&m| (claim, m)));
    // the formula counts terminal nodes and nothing else
    let pairs =
        pairs.filter(|(claim, m)| *m == Measure::Horizon || !claim.predicate.needs_formula());
    pairs.map(|(claim, measure)| finding(claim, measure)).collect()
}

/// The predicate's ratio when each position counts as often as `weights` say.
fn value(predicate: &Predicate, data: &Data, measure: Measure, weights: &[u32]) -> Option<f64> {
    let total = |method: &str, depth| {
        data.total(measure, method, depth, weights).filter(|&total| total > 0.0)
    };
    match predicate {
        Predicate::Ratio { of, to, depths } => {
            let used = data.depths().into_iter().filter(|&depth| depths.has(depth));
            mean(used.map(|depth| {
                let least = to.iter().map(|to| total(to, depth));
                let least = least.collect::<Option<Vec<_>>>()?.into_iter().reduce(f64::min)?;
                Some(total(of, depth)? / least)
            }))
        }
        Predicate::OddOverEven { of } => {
            let excess = |depth: u8| Some(total(of, depth)? / total(FORMULA, depth)?);
            let depths = data.depths();
            let between = |depth: &u8| {
                Depths::Odd.has(*depth)
                    && depths.contains(&(depth - 1))
                    && depths.contains(&(depth + 1))
            };
            mean(depths.iter().copied().filter(between).map(|depth| {
                Some(excess(depth)? / (excess(depth - 1)? * excess(depth + 1)?).sqrt())
            }))
        }
        Predicate::Growth { of, to } => {
            let depths: Vec<u8> = data.depths().into_iter().filter(|&depth| depth >= 3).collect();
            let (first, last) = (*depths.first()?, *depths.last()?);
            let ratio = |depth| Some(total(of, depth)? / total(to, depth)?);
            (first < last).then_some(())?;
            Some(ratio(first)? / ratio(last)?)
        }
    }
}

/// Geometric mean; `None` if there is nothing or anything is missing.
fn mean(ratios: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let ratios = ratios.collect::<Option<Vec<f64>>>().filter(|ratios| !ratios.is_empty())?;
    Some((ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp())
}

/// The verdicts as a Markdown table.
pub fn markdown(findings: &[Finding], suite: &str, notes: &[String]) -> String {
    let mut text = format!("**Findings of Marsland's survey, section 3.6**\n\nSuite: {suite}\n");
    for note in notes {
        text += &format!("\n> **NOTE:** {note}\n");
    }
    text += "\n| Finding | Measured | By | Ratio [95 %] | Claimed at most (sign) | Verdict |\n";
    text += "| --- | --- | --- | ---: | ---: | --- |\n";
    for Finding { claim, measure, ratio, verdict } in findings {
        let ratio = ratio
            .map_or("–".to_owned(), |r| format!("{:.3} [{:.3}, {:.3}]", r.value, r.low, r.high));
        text += &format!(
            "| {} \"{}\" | {} | {} | {ratio} | {} ({}) | **{}** |\n",
            claim.place,
            claim.quote,
            claim.measured,
            measure.title().to_lowercase(),
            claim.at_most,
            claim.sign_at_most,
            verdict.text()
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::survey::record::SurveyRecord;

    /// A method with its horizon nodes by depth.
    type Nodes<'a> = (&'a str, fn(u8) -> u64);

    /// Records of four positions at depths 2 to 5 with these horizon nodes by method.
    fn data(nodes: &[Nodes]) -> Data {
        let mut records = Vec::new();
        for (method, count) in nodes {
            for index in 0..4 {
                for depth in 2..=5 {
                    records.push(SurveyRecord {
                        index,
                        method: (*method).to_owned(),
                        depth,
                        horizon_nodes: count(depth) + u64::from(index),
                        expanded_nodes: 10,
                        generated_moves: 300,
                        ..SurveyRecord::default()
                    });
                }
            }
        }
        Data::new(&records, &[], "ab")
    }

    fn verdict(id: &str, data: &Data) -> Verdict {
        let claims = claims().unwrap();
        let claim: Vec<Claim> = claims.into_iter().filter(|claim| claim.id == id).collect();
        judge(&claim, data, &[Measure::Horizon])[0].verdict
    }

    #[test]
    fn the_rule_needs_the_whole_interval() {
        let at = |low, high| Some(Estimate { value: (low + high) / 2.0, low, high });
        assert_eq!(Verdict::of(at(0.9, 1.1), 1.1, 1.25), Verdict::Reproduced);
        assert_eq!(Verdict::of(at(0.9, 1.2), 1.1, 1.25), Verdict::SignOnly);
        assert_eq!(Verdict::of(at(0.9, 1.3), 1.1, 1.25), Verdict::Inconclusive);
        assert_eq!(Verdict::of(at(1.26, 1.3), 1.1, 1.25), Verdict::NotReproduced);
        assert_eq!(Verdict::of(None, 1.1, 1.25), Verdict::NotTested);
    }

    #[test]
    fn iterative_deepening_is_cheap_dear_or_not_tested() {
        let cheap = data(&[("ab", |d| 1000 << d), ("iter", |d| 1050 << d)]);
        assert_eq!(verdict("survey-a", &cheap), Verdict::Reproduced);
        let dear = data(&[("ab", |d| 1000 << d), ("iter", |d| 2000 << d)]);
        assert_eq!(verdict("survey-a", &dear), Verdict::NotReproduced);
        let middle = data(&[("ab", |d| 1000 << d), ("iter", |d| 1200 << d)]);
        assert_eq!(verdict("survey-a", &middle), Verdict::SignOnly);
        assert_eq!(verdict("survey-a", &data(&[("ab", |_| 1)])), Verdict::NotTested);
    }

    #[test]
    fn odd_depths_are_compared_with_their_neighbours_of_the_minimal_tree() {
        fn minimal(depth: u8) -> u64 {
            super::super::bounds::minimal_terminal_nodes(30.0, depth) as u64
        }
        let odd = data(&[("ab", |d| minimal(d) * if d % 2 == 1 { 2 } else { 4 })]);
        assert_eq!(verdict("survey-d", &odd), Verdict::Reproduced);
        let even = data(&[("ab", |d| minimal(d) * if d % 2 == 1 { 4 } else { 2 })]);
        assert_eq!(verdict("survey-d", &even), Verdict::NotReproduced);
    }

    #[test]
    fn a_small_table_that_loses_ground_with_depth_is_overloaded() {
        let small: fn(u8) -> u64 = |d| (1000 << d) + 400 * (d as u64) * (d as u64);
        let loses = data(&[("pvs+trans", small), ("pvs+trans=1048576", |d| 1000 << d)]);
        assert_eq!(verdict("survey-e", &loses), Verdict::NotReproduced, "the share falls");
        let grows = data(&[
            ("pvs+trans", |d| (1000 << d) * (10 + u64::from(d))),
            ("pvs+trans=1048576", |d| (1000 << d) * 10),
        ]);
        assert_eq!(verdict("survey-e", &grows), Verdict::Reproduced);
    }

    #[test]
    fn claims_without_the_searches_are_not_tested_and_those_with_the_formula_have_one_measure() {
        let findings = judge(&claims().unwrap(), &data(&[("ab", |_| 5)]), &Measure::DETERMINISTIC);
        let of = |id: &str| findings.iter().filter(|f| f.claim.id == id).count();
        assert_eq!((of("survey-b"), of("survey-d")), (2, 1));
        let untested = findings.iter().filter(|f| f.claim.id != "survey-d");
        assert!(untested.clone().all(|f| f.verdict == Verdict::NotTested));
        let text = markdown(&findings, "own", &["not the survey's suite".to_owned()]);
        assert!(text.contains("NOTE") && text.contains("**not tested**"), "{text}");
    }
}

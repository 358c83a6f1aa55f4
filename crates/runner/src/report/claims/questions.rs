//! What the paper's claims are about: a few questions, each answered by the verdicts on its claims, from
//! `experiments/claims/questions.toml`, where the rule for the answer stands.

use std::fmt;

use serde::Deserialize;

use super::{Direction, Judged};

const QUESTIONS: &str = include_str!("../../../../../experiments/claims/questions.toml");

/// The whole list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Questions {
    /// The questions in the order of the report.
    pub(crate) questions: Vec<Question>,
}

/// One question.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    /// Short name.
    pub(crate) id: String,
    /// The question; "as claimed" means yes.
    pub(crate) question: String,
    /// Is the answer part of the README?
    #[serde(default)]
    pub(crate) readme: bool,
    /// The claims by what they were tested on.
    pub(crate) groups: Vec<Group>,
}

/// Some claims of a question.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Group {
    /// What they have in common.
    pub(crate) name: String,
    /// Their ids.
    pub(crate) claims: Vec<String>,
}

/// What the verdicts say, taken together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Yes,
    /// All that are decided, but not all are.
    YesSoFar,
    No,
    /// The same.
    NoSoFar,
    InPart,
    Undecided,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Answer::Yes => "Yes",
            Answer::YesSoFar => "Yes, as far as decided",
            Answer::No => "No",
            Answer::NoSoFar => "No, as far as decided",
            Answer::InPart => "In part",
            Answer::Undecided => "Not decided",
        })
    }
}

impl Answer {
    /// The answer that these verdicts give.
    fn of(directions: &[Direction]) -> Answer {
        let count = |of: &[Direction]| directions.iter().filter(|one| of.contains(one)).count();
        let claimed = count(&[Direction::AsClaimed]);
        let against = count(&[Direction::Opposite, Direction::None]);
        let open = directions.len() - claimed - against;
        match (claimed > 0, against > 0) {
            (true, true) => Answer::InPart,
            (true, false) if open == 0 => Answer::Yes,
            (true, false) if claimed > open => Answer::YesSoFar,
            (false, true) if open == 0 => Answer::No,
            (false, true) if against > open => Answer::NoSoFar,
            _ => Answer::Undecided,
        }
    }
}

impl Question {
    /// Its verdicts taken together.
    pub(crate) fn answer(&self, judged: &[Judged]) -> Answer {
        let groups = self.groups.iter().map(|group| group.directions(judged));
        Answer::of(&groups.collect::<Vec<_>>().concat())
    }

    /// What the answer rests on: `ECM: opposite at 3 of 3; WCS: as claimed at 1 of 3, opposite at 2`.
    pub(crate) fn reasons(&self, judged: &[Judged]) -> String {
        let groups = self.groups.iter().map(|group| {
            let directions = group.directions(judged);
            let counts = Direction::ALL.into_iter().filter_map(|direction| {
                let count = directions.iter().filter(|one| **one == direction).count();
                (count > 0).then_some((direction, count))
            });
            let counts = counts.enumerate().map(|(i, (direction, count))| {
                let direction = match direction {
                    Direction::NeedsRun => "without a run".to_owned(),
                    other => other.to_string(),
                };
                match i {
                    0 => format!("{direction} {count} of {}", directions.len()),
                    _ => format!("{direction} {count}"),
                }
            });
            format!("{}: {}", group.name, counts.collect::<Vec<_>>().join(", "))
        });
        groups.collect::<Vec<_>>().join("; ")
    }
}

impl Group {
    /// The claims with their verdicts.
    pub(crate) fn judged<'a>(
        &'a self,
        judged: &'a [Judged<'a>],
    ) -> impl Iterator<Item = &'a Judged<'a>> {
        self.claims.iter().filter_map(|id| judged.iter().find(|one| one.claim.id == *id))
    }

    fn directions(&self, judged: &[Judged]) -> Vec<Direction> {
        self.judged(judged).map(|one| one.verdict.direction).collect()
    }
}

/// Reads the list.
pub(crate) fn questions() -> anyhow::Result<Questions> {
    super::parse("experiments/claims/questions.toml", QUESTIONS)
}

#[cfg(test)]
mod tests {
    use super::super::paper;
    use super::*;
    use crate::report::evidence::Evidence;

    #[test]
    fn every_claim_belongs_to_exactly_one_question() {
        let questions = questions().unwrap().questions;
        let groups = questions.iter().flat_map(|question| &question.groups);
        let mut asked: Vec<&String> = groups.flat_map(|group| &group.claims).collect();
        let file = paper().unwrap();
        let mut claims: Vec<&String> = file.claims.iter().map(|claim| &claim.id).collect();
        asked.sort_unstable();
        claims.sort_unstable();
        assert_eq!(asked, claims);
    }

    #[test]
    fn the_answer_is_that_of_the_verdicts() {
        use Direction::{AsClaimed, NeedsRun, None, Opposite, Undecided};
        assert_eq!(Answer::of(&[AsClaimed, AsClaimed]), Answer::Yes);
        assert_eq!(Answer::of(&[AsClaimed, AsClaimed, Undecided]), Answer::YesSoFar);
        assert_eq!(Answer::of(&[Opposite, None]), Answer::No);
        assert_eq!(Answer::of(&[AsClaimed, Undecided]), Answer::Undecided);
        assert_eq!(Answer::of(&[Opposite, None, NeedsRun]), Answer::NoSoFar);
        assert_eq!(Answer::of(&[Opposite, NeedsRun]), Answer::Undecided);
        assert_eq!(Answer::of(&[AsClaimed, None, Undecided, Undecided]), Answer::InPart);
        assert_eq!(Answer::of(&[]), Answer::Undecided);
    }

    #[test]
    fn reasons_count_verdicts_by_group() {
        let (file, questions) = (paper().unwrap(), questions().unwrap().questions);
        let mut judged = file.judge(&Evidence::default());
        let question = questions.iter().find(|question| question.id == "tree-r2").unwrap();
        let of = |id: &str| judged.iter().position(|one| one.claim.id == id).unwrap();
        let (first, second) = (of("ecm-r2-9"), of("ecm-r2-10"));
        judged[first].verdict.direction = Direction::AsClaimed;
        judged[second].verdict.direction = Direction::Opposite;
        let reasons = question.reasons(&judged);
        let expected = "ECM: as claimed 1 of 3, opposite 1, without a run 1; ";
        assert!(reasons.starts_with(expected), "{reasons}");
        assert_eq!(question.answer(&judged), Answer::InPart);
    }
}

//! The rules in words, and why each margin of equivalence is what it is.

use serde::Deserialize;

use super::parse;

const RULES: &str = include_str!("../../../../../experiments/claims/rules.toml");

/// `experiments/claims/rules.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rules {
    /// How verdicts are reached, the same for every claim.
    pub(crate) rules: Vec<String>,
    /// Margins that do not follow from a claim's own published value.
    pub(crate) margins: Vec<Margin>,
}

/// A margin of equivalence.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Margin {
    /// Whose it is, by id.
    pub(crate) claims: Vec<String>,
    /// As a share of the positions.
    pub(crate) margin: f64,
    /// Where it is from.
    pub(crate) because: String,
}

/// Reads the rules.
pub(crate) fn rules() -> anyhow::Result<Rules> {
    parse("experiments/claims/rules.toml", RULES)
}

impl Rules {
    /// Rules and margins, a sentence or more each.
    pub(crate) fn lines(&self) -> Vec<String> {
        let margins = self.margins.iter().map(|Margin { claims, margin, because }| {
            format!("Margin of {}: {:.1} pp. {because}", claims.join(", "), margin * 100.0)
        });
        self.rules.iter().cloned().chain(margins).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Expect, paper};
    use super::*;

    #[test]
    fn claims_of_equality_have_the_margins_of_the_rules_and_no_others() {
        let margins = rules().unwrap().margins;
        let of = |id: &str| margins.iter().find(|margin| margin.claims.iter().any(|c| c == id));
        for claim in paper().unwrap().claims {
            let expected = match claim.expect {
                Expect::Within(margin) => Some(margin),
                _ => None,
            };
            assert_eq!(of(&claim.id).map(|margin| margin.margin), expected, "{}", claim.id);
        }
    }
}

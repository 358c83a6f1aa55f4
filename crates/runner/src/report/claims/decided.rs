//! What was decided when: rules, claims and samples that were set or changed after results were known,
//! from `experiments/claims/decided.toml`.

use serde::Deserialize;

const DECIDED: &str = include_str!("../../../../../experiments/claims/decided.toml");

/// The whole list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Decided {
    /// What was there before the first result.
    pub(crate) introduction: String,
    /// The changes, the oldest first.
    pub(crate) changes: Vec<Change>,
}

/// One decision.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Change {
    /// Short hash; empty for one that is part of the commit that lists it.
    #[serde(default)]
    pub(crate) commit: String,
    /// Year, month, day.
    pub(crate) date: String,
    /// What was set or changed.
    pub(crate) what: String,
    /// What was known by then.
    pub(crate) known: String,
    /// Why, as recorded then.
    pub(crate) reason: String,
}

/// Reads the list.
pub(crate) fn decided() -> anyhow::Result<Decided> {
    super::parse("experiments/claims/decided.toml", DECIDED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_listed_in_the_order_in_which_they_were_made_and_say_why() {
        let changes = decided().unwrap().changes;
        assert!(changes.is_sorted_by_key(|change| &change.date));
        for Change { commit, date, what, known, reason } in &changes {
            assert!(commit.len() == 7 || commit.is_empty(), "{commit}");
            assert!(date.len() == 10 && date.starts_with("20"), "{date}");
            assert!(![what, known, reason].iter().any(|text| text.is_empty()), "{what}");
        }
        assert!(changes.iter().any(|change| change.commit == "897c0a4"));
        assert!(changes.iter().any(|change| change.commit == "72632c0"));
    }
}

//! The quantities of claims: what can be asked of records. `measure` has the answers.

use serde::Deserialize;

use super::own::Basis;
use super::unit::Unit;
use crate::figure8::findings::Depths;

/// What is measured. Variants are canonical specifications, depths are in plies.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields of a kind are explained in its own line")]
pub(crate) enum Quantity {
    /// Total nodes of `variant` over those of `to`.
    NodeRatio { suite: Option<String>, variant: String, to: String, depth: u8 },
    /// That ratio at `depth` over the same at `from-depth`.
    RatioGrowth { variant: String, to: String, from_depth: u8, depth: u8 },
    /// Where the tree size of `variant` lies on the way from that of `near`, 0, to that of `far`, 1;
    /// above 1 it is beyond `far`.
    Position { variant: String, near: String, far: String, depth: u8 },
    /// The smaller of upper / middle and middle / lower: above 1 when the middle one is between.
    Between { lower: String, middle: String, upper: String, depth: u8 },
    /// Positions solved by `variant` less those solved by `to`, over positions with a task. Without
    /// a depth, here and below: at the deepest iteration of each search.
    SolvedDifference { suite: Option<String>, variant: String, to: String, depth: Option<u8> },
    /// Of the positions that `by` solves and `missed-by` does not, the share that `variant` solves.
    Rescued { variant: String, by: String, missed_by: String, depth: Option<u8> },
    /// Re-searches for a zugzwang over verifications.
    ResearchShare { variant: String, depth: u8 },
    /// Re-searches that stay below beta, over re-searches.
    BelowBetaShare { variant: String, depth: u8 },
    /// Share of the points of `variant` in a match against `to`.
    MatchScore { variant: String, to: String },
    /// Of the survey's methods: the size of `of` over the least of `to`, mean over depths.
    MethodRatio { of: String, to: Vec<String>, depths: Depths },
    /// The size of `of` over that of `to`, pooled over the depths at which a search takes over a
    /// millisecond.
    PooledRatio { of: String, to: String },
    /// Methods in the order of their horizon nodes at the deepest search: the least size of one over
    /// that of the method before, above 1 when the order is the same.
    SameRanking { methods: Vec<String> },
    /// How many times the minimal tree, odd depths over their even neighbours.
    OddOverEven { of: String },
    /// The size of `of` over that of `to`, the deepest search over depth 3.
    Growth { of: String, to: String },
}

impl Quantity {
    /// How values are shown and compared.
    pub(crate) fn unit(&self) -> Unit {
        match self {
            Quantity::NodeRatio { .. } | Quantity::RatioGrowth { .. } => Unit::Ratio,
            Quantity::Between { .. } | Quantity::MethodRatio { .. } => Unit::Ratio,
            Quantity::OddOverEven { .. } | Quantity::Growth { .. } => Unit::Ratio,
            Quantity::PooledRatio { .. } | Quantity::SameRanking { .. } => Unit::Ratio,
            Quantity::SolvedDifference { .. } => Unit::Share,
            Quantity::Position { .. } => Unit::Way,
            Quantity::Rescued { .. }
            | Quantity::ResearchShare { .. }
            | Quantity::BelowBetaShare { .. }
            | Quantity::MatchScore { .. } => Unit::Part,
        }
    }

    /// What it is measured in.
    pub(super) fn basis(&self) -> Basis {
        match self {
            Quantity::MatchScore { .. } => Basis::Match,
            Quantity::MethodRatio { .. }
            | Quantity::PooledRatio { .. }
            | Quantity::SameRanking { .. }
            | Quantity::OddOverEven { .. }
            | Quantity::Growth { .. } => Basis::Methods,
            _ => Basis::Searches,
        }
    }

    /// The variants or methods that it names.
    pub(super) fn columns(&mut self) -> Vec<&mut String> {
        match self {
            Quantity::NodeRatio { variant, to, .. }
            | Quantity::RatioGrowth { variant, to, .. }
            | Quantity::SolvedDifference { variant, to, .. }
            | Quantity::MatchScore { variant, to } => vec![variant, to],
            Quantity::Position { variant, near, far, .. } => vec![variant, near, far],
            Quantity::Between { lower, middle, upper, .. } => vec![lower, middle, upper],
            Quantity::Rescued { variant, by, missed_by, .. } => vec![variant, by, missed_by],
            Quantity::ResearchShare { variant, .. } | Quantity::BelowBetaShare { variant, .. } => {
                vec![variant]
            }
            Quantity::MethodRatio { of, to, .. } => std::iter::once(of).chain(to).collect(),
            Quantity::PooledRatio { of, to } | Quantity::Growth { of, to } => vec![of, to],
            Quantity::SameRanking { methods } => methods.iter_mut().collect(),
            Quantity::OddOverEven { of } => vec![of],
        }
    }

    /// The depths that it names.
    pub(super) fn depths(&self) -> Vec<u8> {
        match self {
            Quantity::NodeRatio { depth, .. }
            | Quantity::Position { depth, .. }
            | Quantity::Between { depth, .. }
            | Quantity::ResearchShare { depth, .. }
            | Quantity::BelowBetaShare { depth, .. } => vec![*depth],
            Quantity::RatioGrowth { from_depth, depth, .. } => vec![*from_depth, *depth],
            Quantity::SolvedDifference { depth, .. } | Quantity::Rescued { depth, .. } => {
                depth.iter().copied().collect()
            }
            _ => Vec::new(),
        }
    }

    /// The suite that it names.
    pub(super) fn suite(&self) -> Option<&str> {
        self.pair().and_then(|(suite, ..)| suite)
    }

    /// Suite, both variants and depth, where two variants are compared on a suite.
    pub(crate) fn pair(&self) -> Option<(Option<&str>, [&str; 2], Option<u8>)> {
        let (suite, variant, to, depth) = match self {
            Quantity::NodeRatio { suite, variant, to, depth } => (suite, variant, to, Some(*depth)),
            Quantity::SolvedDifference { suite, variant, to, depth } => {
                (suite, variant, to, *depth)
            }
            _ => return None,
        };
        Some((suite.as_deref(), [variant, to], depth))
    }
}

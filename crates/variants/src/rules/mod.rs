//! Pruning rules that combine with any family, one file each, written like its source.

mod futility;
mod grow;
mod lmp;
mod lmr;
mod multi_cut;
pub mod probcut;
mod razoring;
mod rfp;

use crate::rule::Rule;

/// All rules, in the order in which they act and stand in a specification. A new rule adds its line
/// here; a name that is taken does not compile.
pub static RULES: &[&Rule] = &[
    &razoring::RULE,
    &rfp::RULE,
    &probcut::RULE,
    &grow::RULE,
    &multi_cut::RULE,
    &futility::RULE,
    &lmp::RULE,
    &lmr::RULE,
];

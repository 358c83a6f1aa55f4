//! The searches of Marsland's survey "Computer Chess and Search" (1991), each technique in a file
//! that reads as the survey's pseudo-code. They share positions, move generation, quiescence and
//! table with the reproduction search, but none of its code paths: nothing here can move its counts.
//!
//! A search is a pure function of (position, settings, depth). As in the survey's pseudo-code a
//! position is worth the same wherever it occurs: repetitions and the fifty-move rule do not count.

mod alpha_beta;
mod aspiration;
mod counts;
mod forward;
mod history;
mod iterate;
mod killers;
mod minimal;
mod minimax;
mod negascout;
mod node;
mod ordering;
mod pvs;
mod refutation;
mod searcher;
mod settings;
#[cfg(test)]
mod tests;
mod transposition;

pub use counts::SurveyCounts;
pub use iterate::{SurveyIteration, SurveyLimits, survey_search};
pub use minimal::{MinimalTree, measured_minimal_tree};
pub use settings::{HistoryScope, HistoryWeight, Horizon, Method, SurveySettings, Widths};

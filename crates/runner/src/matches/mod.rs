//! Matches: games between two sides, from openings that both play with both colours, to a result
//! with its uncertainty. `Openings -> games -> journal -> Summary -> report, PGN, chart`: games go
//! to a journal as they end, everything else reads finished games only.

pub mod chart;
pub mod experiment;
pub mod journal;
pub mod limit;
pub mod openings;
pub mod pgn;
pub mod player;
pub mod record;
pub mod referee;
pub mod report;
pub mod run;
pub mod session;
pub mod side;
pub mod sprt;
pub mod statistics;
pub mod summary;

pub use experiment::{MatchExperiment, MatchPlan};
pub use limit::MoveLimit;
pub use record::{End, GameRecord, Ply, Points};
pub use side::Side;

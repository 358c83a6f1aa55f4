//! Matches: games between two sides, from openings that both play with both colours, to a result
//! with its uncertainty. `Openings -> games -> journal -> Summary -> report, PGN, chart`: games go
//! to a journal as they end, everything else reads finished games only.

pub(crate) mod chart;
pub(crate) mod experiment;
pub(crate) mod games_csv;
pub(crate) mod limit;
pub(crate) mod openings;
pub(crate) mod pgn;
pub(crate) mod player;
pub(crate) mod record;
pub(crate) mod referee;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod session;
pub(crate) mod side;
pub(crate) mod sprt;
pub(crate) mod statistics;
pub(crate) mod summary;

pub(crate) use experiment::{MatchExperiment, MatchRequest};
pub(crate) use limit::MoveLimit;
pub(crate) use side::Side;

//! Games: rules, the UCI engine, matches.

pub(crate) mod game;
pub(crate) mod matches;
pub(crate) mod uci;

//! A game of chess in progress: its moves, end and clocks, and how a variant chooses a move.
//! Games between engines are in `matches`; nothing here concerns processes or files.

mod alarm;
pub(crate) mod clock;
mod judge;
pub(crate) mod rules;
mod state;
pub(crate) mod think;

pub(crate) use clock::{Budget, Remaining};
pub(crate) use judge::Judge;
pub(crate) use state::Game;
pub(crate) use think::{Limit, Thinker};

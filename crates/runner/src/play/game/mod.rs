//! A game of chess under way: its moves, its end, its clocks, and how a variant chooses a move.
//! What engines play against each other is in `matches`; here is nothing of processes or files.

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

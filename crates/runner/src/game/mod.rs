//! A game of chess under way: its moves, its end, its clocks, and how a variant chooses a move.
//! What engines play against each other is in `matches`; here is nothing of processes or files.

mod alarm;
pub mod clock;
pub mod rules;
mod state;
pub mod think;

pub use clock::{Budget, Remaining};
pub use rules::Ending;
pub use state::Game;
pub use think::{Limit, Thinker, Thought};

//! What the registry says of a family of null-move pruning.

use crate::parameter::{Parameter, Parameters};
use crate::variant::Member;

/// What a family does when its null move fails high.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnFailHigh {
    /// It has no null move.
    NoNullMove,
    /// It cuts off at once.
    CutOff,
    /// It searches the moves, to verify or with less depth.
    SearchOn,
}

/// A family of variants: its page in the help, its parameters, and how to build a member.
pub struct Family {
    /// The name before the colon.
    pub name: &'static str,
    /// One line: what happens on a null-move fail-high.
    pub summary: &'static str,
    /// Where it comes from; "second-hand" if described from later accounts.
    pub source: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// What rules need to know: which of them would undo what the family does.
    pub on_fail_high: OnFailHigh,
    /// The column title of a member.
    pub title: fn(&Parameters) -> String,
    /// The member.
    pub build: fn(&Parameters) -> Member,
}

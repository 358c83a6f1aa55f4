//! The engine as other programs drive it: the Universal Chess Interface on two pipes.
//! `command` reads lines, `options` are what a user can set, `session` holds the state and starts
//! searches on a thread of their own. Every search begins with an empty table, as in the tables,
//! so that `go depth N` counts the nodes of `vnmp search`. Pondering is not offered.

mod command;
mod info;
mod options;
mod session;

#[cfg(test)]
mod tests;

pub(crate) use session::serve;

//! The command line of `vnmp`.
#![allow(dead_code, unused_imports)]
mod paper;
mod record;
mod table;
fn main() {}

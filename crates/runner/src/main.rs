//! The command line of `vnmp`.
#![allow(dead_code, unused_imports)]
mod chart;
mod paper;
mod record;
mod suite;
mod table;
fn main() {}

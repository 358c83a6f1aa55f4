//! The command line of `vnmp`.
#![allow(dead_code)]
mod record;
fn main() {}

//! The command line of `vnmp`.
#![allow(dead_code, unused_imports)]
mod record;
fn main() {}

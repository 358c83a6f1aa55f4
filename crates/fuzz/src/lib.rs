//! Fuzzing of everything that `vnmp` reads, with cargo-fuzz on a nightly toolchain:
//! `cargo +nightly fuzz run --fuzz-dir crates/fuzz fen -- -max_total_time=60`.
//! Not part of the workspace. The targets are `vnmp::fuzz`; the runner's tests replay the corpus
//! on the stable toolchain.

pub use vnmp::fuzz as targets;

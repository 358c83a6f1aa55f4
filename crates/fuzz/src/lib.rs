//! Fuzzing of everything that `vnmp` reads, with cargo-fuzz on a nightly toolchain:
//! `cargo +nightly fuzz run --fuzz-dir crates/fuzz fen -- -max_total_time=60`.
//! Not part of the workspace. The corpus is replayed on the stable toolchain by the runner's tests,
//! which share `targets.rs`.

pub mod targets;

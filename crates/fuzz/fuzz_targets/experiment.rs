//! Fuzz target `experiment`; what it checks stands in `vnmp::fuzz`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| _ = vnmp_fuzz::targets::experiment(data));

//! Fuzz target `san`; `vnmp::fuzz` says what it checks.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| _ = vnmp_fuzz::targets::san(data));

//! Fuzz target `baseline`; what it checks stands in `targets.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| _ = vnmp_fuzz::targets::baseline(data));

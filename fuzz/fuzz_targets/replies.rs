#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| examen_fuzz::replies(data));

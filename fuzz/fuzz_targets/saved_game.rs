#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| selforge_fuzz_targets::saved_game(data));

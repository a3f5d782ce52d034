#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| selforge_fuzz_targets::rule_file(data));

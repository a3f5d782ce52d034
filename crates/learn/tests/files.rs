//! Network files: what comes back, and what is refused.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use selforge_learn::{FileError, Network, Origin, Saved, Shape};

const SHAPE: Shape = Shape { inputs: 5, globals: 2, classes: 1, channels: 16, blocks: 1 };

fn saved() -> Saved {
    Saved {
        family: "selfo".into(),
        features: "gathering 1".into(),
        origin: Origin { seed: 7, games: vec!["selfo".into()], ..Origin::default() },
        network: Network::random(SHAPE, 3).unwrap(),
    }
}

/// The bytes with a check sum that is right for them.
fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = bytes.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    bytes.extend(sum.to_le_bytes());
    bytes
}

#[test]
fn a_network_comes_back_from_its_file_as_it_was() {
    let (saved, read) = (saved(), Saved::from_bytes(&saved().to_bytes()).unwrap());
    assert_eq!(read.network.weights(), saved.network.weights());
    assert_eq!((read.family, read.features), (saved.family, saved.features));
    assert_eq!((read.origin, *read.network.shape()), (saved.origin, SHAPE));
}

#[test]
fn damaged_and_foreign_files_are_refused_with_the_reason() {
    let bytes = saved().to_bytes();
    let read = |bytes: &[u8]| Saved::from_bytes(bytes).map(|_| ()).unwrap_err();
    assert_eq!(read(b""), FileError::Foreign);
    assert_eq!(read(b"GIF89a"), FileError::Foreign);
    assert_eq!(read(&bytes[..bytes.len() - 1]), FileError::Sum);
    assert!(matches!(read(&bytes[..10]), FileError::Length { bytes: 10, .. }));
    let mut changed = bytes.clone();
    changed[100] ^= 4;
    assert_eq!(read(&changed), FileError::Sum);
    let mut newer = bytes[..bytes.len() - 8].to_vec();
    newer[8] = 2;
    assert_eq!(read(&summed(newer)), FileError::Version(2));
    let mut short = bytes[..bytes.len() - 12].to_vec();
    assert!(matches!(read(&summed(short.clone())), FileError::Length { .. }));
    short.extend(f32::NAN.to_le_bytes());
    assert!(matches!(read(&summed(short)), FileError::Weights(_)));
    let mut long = bytes[..16].to_vec();
    long[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(matches!(read(&summed(long)), FileError::Length { .. }));
    let text = read(&changed).to_string();
    assert_eq!(text, "the check sum is wrong: the file is damaged");
}

#[test]
fn a_head_that_asks_for_a_huge_network_is_refused_before_memory_is_taken() {
    let head = br#"{"family":"x","features":"y","shape":{"inputs":99999999999,"globals":2,"classes":1,"channels":16,"blocks":1},"origin":{"program":"","command":"","seed":0,"games":[],"played":0,"positions":0,"seconds":0.0}}"#;
    let mut bytes = b"SELFONET\x01\0\0\0".to_vec();
    bytes.extend((head.len() as u32).to_le_bytes());
    bytes.extend(head);
    assert!(matches!(Saved::from_bytes(&summed(bytes)), Err(FileError::Head(_))));
}

proptest! {
    #[test]
    fn no_bytes_make_a_reader_panic(mut tail in prop::collection::vec(any::<u8>(), 0..200), ours in any::<bool>(), sum in any::<bool>()) {
        let mut bytes = if ours { b"SELFONET\x01\0\0\0".to_vec() } else { Vec::new() };
        bytes.append(&mut tail);
        let bytes = if sum { summed(bytes) } else { bytes };
        prop_assert!(Saved::from_bytes(&bytes).is_err());
    }
}

//! The data file: whole, or a clear error.

use examen_english::{English, ModelError};

const FILE: &[u8] = include_bytes!("../../data/english.model");

#[test]
fn the_embedded_file_is_small_and_whole() {
    assert!(FILE.len() < 10_000_000, "{} bytes", FILE.len());
    assert!(English::embedded().is_ok());
}

#[test]
fn a_damaged_file_is_an_error() {
    assert_eq!(English::read(b"").err(), Some(ModelError::Kind));
    assert_eq!(English::read(b"something else").err(), Some(ModelError::Kind));
    assert_eq!(English::read(&FILE[..12]).err(), Some(ModelError::Checksum));
    assert_eq!(English::read(&FILE[..FILE.len() / 2]).err(), Some(ModelError::Checksum));
    let mut other = FILE.to_vec();
    other[8] = 77;
    assert_eq!(English::read(&other).err(), Some(ModelError::Version { found: 77 }));
    for at in (12..FILE.len()).step_by(FILE.len() / 20) {
        let mut damaged = FILE.to_vec();
        damaged[at] ^= 1;
        assert_eq!(English::read(&damaged).err(), Some(ModelError::Checksum), "byte {at}");
    }
}

//! Random choices that depend on nothing but a seed and what they are for.

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Returns a generator for one purpose and one example, the same on every machine, for any order of work.
pub fn generator(seed: u64, purpose: &str, example: &str) -> ChaCha8Rng {
    ChaCha8Rng::from_seed(*hash(seed, purpose, example).as_bytes())
}

/// Shuffles things.
pub fn shuffle<T>(things: &mut [T], seed: u64, purpose: &str, example: &str) {
    things.shuffle(&mut generator(seed, purpose, example));
}

/// Returns one number above 0 and up to 1, all equally likely, where a generator would be too much.
pub fn uniform(seed: u64, purpose: &str, example: &str) -> f64 {
    let hash = hash(seed, purpose, example);
    let number = hash.as_bytes()[..8].iter().fold(0, |number: u64, &byte| number << 8 | u64::from(byte));
    // 53 bits, which a float holds exactly.
    ((number >> 11) + 1) as f64 / (1_u64 << 53) as f64
}

fn hash(seed: u64, purpose: &str, example: &str) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new_derive_key("examen 2026 chance of an example");
    hasher.update(&seed.to_le_bytes());
    hasher.update(&(purpose.len() as u64).to_le_bytes());
    hasher.update(purpose.as_bytes());
    hasher.update(example.as_bytes());
    hasher.finalize()
}

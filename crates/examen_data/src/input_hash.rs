//! One hash for all inputs of a build, the same for any order and any sharding.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The sum, modulo 2^256, of a blake3 hash per input.
///
/// A sum and not a hash of hashes, because shards must be able to add theirs; and not an exclusive or, because an input
/// given twice must show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InputHash([u64; 4]);

impl InputHash {
    /// Adds one input, named by the parts that identify it (project, path, content hash, …).
    pub fn add<P: AsRef<[u8]>>(&mut self, parts: impl IntoIterator<Item = P>) {
        let mut hasher = blake3::Hasher::new();
        for part in parts {
            let part = part.as_ref();
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        self.merge(&Self::from_bytes(hasher.finalize().as_bytes()));
    }

    /// Adds the inputs of another shard.
    pub fn merge(&mut self, other: &Self) {
        let mut carry = false;
        for (word, addend) in self.0.iter_mut().zip(other.0) {
            let (sum, first) = word.overflowing_add(addend);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *word = sum;
            carry = first || second;
        }
    }

    fn from_bytes(bytes: &[u8; 32]) -> Self {
        let mut words = [0; 4];
        for (word, chunk) in words.iter_mut().zip(bytes.chunks_exact(8)) {
            *word = chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        }
        Self(words)
    }
}

impl fmt::Display for InputHash {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        self.0.iter().rev().try_for_each(|word| write!(formatter, "{word:016x}"))
    }
}

impl FromStr for InputHash {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fault = || format!("`{text}` is not an input hash: 64 hex digits wanted");
        if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(fault());
        }
        let mut words = [0; 4];
        for (position, word) in words.iter_mut().rev().enumerate() {
            let digits = &text[position * 16..position * 16 + 16];
            *word = u64::from_str_radix(digits, 16).map_err(|_| fault())?;
        }
        Ok(Self(words))
    }
}

impl Serialize for InputHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for InputHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

//! Fingerprints: a hash of the content and a `MinHash` signature of the words.
//!
//! The words of a file are the maximal runs of ASCII letters, digits, underscores and non-ASCII bytes, those in
//! comments and strings included; each counts once. The fraction of equal values in the signatures of two files
//! estimates the Jaccard similarity of their sets of words (Broder, "On the resemblance and containment of documents",
//! 1997). Eight bits of each value are kept (Li and König, "b-bit minwise hashing", 2010), and the estimate takes into
//! account that one in 256 of them agrees at random.

/// Number of permutations, and bytes of a signature.
pub const PERMUTATIONS: usize = 128;

/// Files with fewer distinct words have no near duplicates, only exact ones: `import x` is not a copy of `import y`,
/// and empty package files would all be copies of each other.
pub const MIN_DISTINCT_WORDS: usize = 5;

/// Eight bits of the smallest hash of any word, for each permutation.
pub type Signature = [u8; PERMUTATIONS];

/// What is kept of a file to find its copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    content_hash: [u8; 32],
    signature: Signature,
    is_tiny: bool,
}

impl Fingerprint {
    /// The fingerprint of a file's bytes. The decoded text of a UTF-8 file has the same one, up to a byte order mark.
    pub fn of(bytes: &[u8]) -> Self {
        let mut lanes = Lanes::new();
        let mut words = DistinctWords::for_length(bytes.len());
        for_each_word(bytes, |hash| {
            if words.insert(hash) {
                lanes.add(hash);
            }
        });
        Self {
            content_hash: blake3::hash(bytes).into(),
            signature: lanes.signature(),
            is_tiny: words.first.len() < MIN_DISTINCT_WORDS,
        }
    }

    /// BLAKE3 of the bytes.
    pub const fn content_hash(&self) -> &[u8; 32] {
        &self.content_hash
    }

    /// The same in hexadecimal digits.
    pub fn content_hash_hex(&self) -> String {
        blake3::Hash::from_bytes(self.content_hash).to_hex().to_string()
    }

    /// The signature of the words.
    pub const fn signature(&self) -> &Signature {
        &self.signature
    }

    /// The signature in hexadecimal digits, two for each value.
    pub fn signature_hex(&self) -> String {
        use std::fmt::Write;
        self.signature.iter().fold(String::with_capacity(2 * PERMUTATIONS), |mut text, value| {
            // Writing to a string does not fail.
            let _ = write!(text, "{value:02x}");
            text
        })
    }

    /// Whether the file has too few words for a near duplicate.
    pub const fn is_tiny(&self) -> bool {
        self.is_tiny
    }

    /// The estimated Jaccard similarity of the words of two files. Its standard error is at most 0.045.
    pub fn similarity(&self, other: &Self) -> f32 {
        similarity(&self.signature, &other.signature)
    }
}

/// The Jaccard similarity that two signatures speak for.
pub(crate) fn similarity(left: &Signature, right: &Signature) -> f32 {
    const RANDOM_AGREEMENT: f32 = 1.0 / 256.0;
    let equal: u8 = left.iter().zip(right).map(|(left, right)| u8::from(left == right)).sum();
    ((f32::from(equal) / PERMUTATIONS as f32 - RANDOM_AGREEMENT) / (1.0 - RANDOM_AGREEMENT)).max(0.0)
}

/// The same of two signatures in hexadecimal digits; nothing for what is none.
pub fn similarity_of_hex(left: &str, right: &str) -> Option<f32> {
    Some(similarity(&signature_of_hex(left)?, &signature_of_hex(right)?))
}

fn signature_of_hex(text: &str) -> Option<Signature> {
    let mut signature = [0; PERMUTATIONS];
    if text.len() != 2 * PERMUTATIONS {
        return None;
    }
    for (place, value) in signature.iter_mut().enumerate() {
        *value = u8::from_str_radix(text.get(2 * place..2 * place + 2)?, 16).ok()?;
    }
    Some(signature)
}

/// The smallest hash so far, for each permutation.
struct Lanes([u32; PERMUTATIONS]);

impl Lanes {
    const fn new() -> Self {
        Self([u32::MAX; PERMUTATIONS])
    }

    /// Each permutation is linear in the two halves of a word's hash. Compilers make vector code of this loop.
    fn add(&mut self, hash: u64) {
        let (low, high) = (hash as u32, (hash >> 32) as u32);
        for (lane, factor) in self.0.iter_mut().zip(&FACTORS) {
            *lane = (*lane).min(low.wrapping_mul(*factor).wrapping_add(high));
        }
    }

    /// The lowest bits of a minimum are those of a product with few factors, so they are mixed before eight are kept.
    fn signature(&self) -> Signature {
        self.0.map(|lane| (lane.wrapping_mul(0x9e37_79b1) >> 24) as u8)
    }
}

/// Odd factors, one for each permutation, from the `SplitMix64` generator.
static FACTORS: [u32; PERMUTATIONS] = factors();

const fn factors() -> [u32; PERMUTATIONS] {
    let mut factors = [0; PERMUTATIONS];
    let mut index = 0;
    while index < PERMUTATIONS {
        let state = (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        factors[index] = (mix(state) >> 32) as u32 | 1;
        index += 1;
    }
    factors
}

const fn mix(mut state: u64) -> u64 {
    state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

/// Filters most repeated words. To see one twice is harmless, for the minimum does not change; so a table without
/// collision handling is enough.
struct DistinctWords {
    seen: Vec<u64>,
    /// The first few distinct words, exactly.
    first: Vec<u64>,
}

impl DistinctWords {
    fn for_length(bytes: usize) -> Self {
        let slots = (bytes / 8).next_power_of_two().clamp(64, 1 << 14);
        Self { seen: vec![0; slots], first: Vec::with_capacity(MIN_DISTINCT_WORDS) }
    }

    fn insert(&mut self, hash: u64) -> bool {
        let mask = self.seen.len() - 1;
        let slot = &mut self.seen[hash as usize & mask];
        if *slot == hash {
            return false;
        }
        *slot = hash;
        if self.first.len() < MIN_DISTINCT_WORDS && !self.first.contains(&hash) {
            self.first.push(hash);
        }
        true
    }
}

/// Calls `found` with the hash of each word.
fn for_each_word(bytes: &[u8], mut found: impl FnMut(u64)) {
    let mut rest = bytes;
    while let Some(start) = rest.iter().position(|&byte| IS_WORD[byte as usize]) {
        rest = &rest[start..];
        let end = rest.iter().position(|&byte| !IS_WORD[byte as usize]).unwrap_or(rest.len());
        found(word_hash(&rest[..end]));
        rest = &rest[end..];
    }
}

static IS_WORD: [bool; 256] = word_bytes();

const fn word_bytes() -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = byte >= 128 || byte == b'_' as usize || (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    table
}

/// A hash of a word, eight bytes at a time; the last eight may overlap those before.
fn word_hash(word: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let length = word.len();
    let mut hash = length as u64 ^ 0x51_7cc1_b727_220a;
    if let (Some(first), Some(last)) = (word.first_chunk::<4>(), word.last_chunk::<4>()) {
        if let Some(last) = word.last_chunk::<8>() {
            for chunk in word.as_chunks::<8>().0 {
                hash = (hash ^ u64::from_le_bytes(*chunk)).wrapping_mul(FACTOR);
                hash ^= hash >> 29;
            }
            hash ^= u64::from_le_bytes(*last).rotate_left(23);
        } else {
            hash ^= u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32;
        }
    } else if let (Some(first), Some(last)) = (word.first(), word.last()) {
        hash ^= u64::from(*first) << 16 | u64::from(word[length / 2]) << 8 | u64::from(*last);
    }
    mix(hash.wrapping_mul(FACTOR))
}

//! Exact and near copies, found while files stream by.

use rustc_hash::FxHashMap;

use crate::lsh::{BandIndex, Bands};
use crate::minhash::similarity;
use crate::{CorpusError, Fingerprint};

/// What a file is to those before it. Files are numbered from 0 in the order in which they were admitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// Nothing like it came before.
    Unique,
    /// The same bytes came before.
    Exact {
        /// The first file with these bytes.
        of: u32,
    },
    /// Almost the same words came before, in a file that was itself unique.
    Near {
        /// The most similar unique file; of equals the first.
        of: u32,
        /// The estimated Jaccard similarity of the words.
        similarity: f32,
    },
}

/// Tells of each file whether it copies an earlier one.
///
/// A near duplicate is one whose estimated Jaccard similarity with an earlier *unique* file reaches the threshold, so
/// that a chain of small changes does not join files that have little in common. Files with fewer than
/// [`MIN_DISTINCT_WORDS`](crate::minhash::MIN_DISTINCT_WORDS) words can only be exact duplicates. The verdicts depend
/// on the order of the files. A unique file takes less than 400 bytes of memory, a duplicate less than 50.
#[derive(Clone, Debug)]
pub struct Deduplicator {
    threshold: f32,
    by_content: FxHashMap<[u8; 16], u32>,
    index: BandIndex,
    /// The number of each file in the index.
    numbers: Vec<u32>,
    admitted: u32,
}

impl Deduplicator {
    /// The usual threshold. The similarity is estimated, within some 0.04: from here on, so that no two files that share 0.8
    /// are left.
    pub const THRESHOLD: f64 = 0.7;

    /// A deduplicator that has seen nothing. The threshold lies between 0 and 1.
    pub fn new(threshold: f64) -> Result<Self, CorpusError> {
        if !(0.0..=1.0).contains(&threshold) {
            return Err(CorpusError::Threshold { threshold });
        }
        Ok(Self {
            threshold: threshold as f32,
            by_content: FxHashMap::default(),
            index: BandIndex::new(Bands::thorough(threshold)),
            numbers: Vec::new(),
            admitted: 0,
        })
    }

    /// Takes the next file.
    pub fn admit(&mut self, fingerprint: &Fingerprint) -> Verdict {
        let number = self.admitted;
        self.admitted += 1;
        let (key, _) = fingerprint.content_hash().split_at(16);
        let key = key.try_into().unwrap_or_default();
        if let Some(&of) = self.by_content.get(&key) {
            return Verdict::Exact { of };
        }
        self.by_content.insert(key, number);
        if fingerprint.is_tiny() {
            return Verdict::Unique;
        }
        if let Some((similarity, index)) = self.nearest(fingerprint) {
            return Verdict::Near { of: self.numbers[index as usize], similarity };
        }
        self.index.insert(*fingerprint.signature());
        self.numbers.push(number);
        Verdict::Unique
    }

    /// Whether a file copies one that was admitted already. If so, it will still do when its turn comes, so that work on it
    /// can be spared.
    pub fn knows(&self, fingerprint: &Fingerprint) -> bool {
        let (key, _) = fingerprint.content_hash().split_at(16);
        key.try_into().is_ok_and(|key: [u8; 16]| self.by_content.contains_key(&key))
            || !fingerprint.is_tiny() && self.nearest(fingerprint).is_some()
    }

    /// The most similar unique file from the threshold on, with its place in the index; of equals the first.
    fn nearest(&self, fingerprint: &Fingerprint) -> Option<(f32, u32)> {
        let mut nearest: Option<(f32, u32)> = None;
        self.index.candidates(fingerprint.signature(), |index, other| {
            let similarity = similarity(fingerprint.signature(), other);
            let is_nearer = |(best, at): (f32, u32)| similarity > best || (similarity >= best && index < at);
            if similarity >= self.threshold && nearest.is_none_or(is_nearer) {
                nearest = Some((similarity, index));
            }
        });
        nearest
    }
}

/// A key for each band of a signature: files that may be near duplicates at the threshold have one in common. Engines join by them;
/// of two files that share a key the similarity has to be asked. There are none for files with too few words.
pub fn band_keys(fingerprint: &Fingerprint, threshold: f64) -> Vec<i64> {
    if fingerprint.is_tiny() {
        return Vec::new();
    }
    let Bands { bands, rows } = Bands::thorough(threshold);
    let key = |(band, values): (usize, &[u8])| {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&(band as u64).to_le_bytes()).update(values);
        let hash = hasher.finalize();
        hash.as_bytes().first_chunk().map_or(0, |first: &[u8; 8]| i64::from_le_bytes(*first))
    };
    fingerprint.signature().chunks_exact(rows).take(bands).enumerate().map(key).collect()
}

/// All pairs of files whose estimated similarity reaches the threshold, exact copies included, sorted; tiny files have
/// none. For comparison with other tools: a family of n copies has n² / 2 pairs.
pub fn near_pairs(fingerprints: &[Fingerprint], threshold: f64) -> Vec<(u32, u32, f32)> {
    let mut index = BandIndex::new(Bands::optimal(threshold));
    let mut numbers = Vec::new();
    let mut pairs = Vec::new();
    let sizeable = fingerprints.iter().enumerate().filter(|(_, fingerprint)| !fingerprint.is_tiny());
    for (number, fingerprint) in sizeable {
        index.candidates(fingerprint.signature(), |earlier, other| {
            let similarity = similarity(fingerprint.signature(), other);
            if f64::from(similarity) >= threshold {
                pairs.push((numbers[earlier as usize], number as u32, similarity));
            }
        });
        index.insert(*fingerprint.signature());
        numbers.push(number as u32);
    }
    pairs.sort_unstable_by_key(|&(left, right, _)| (left, right));
    pairs.dedup_by_key(|&mut (left, right, _)| (left, right));
    pairs
}

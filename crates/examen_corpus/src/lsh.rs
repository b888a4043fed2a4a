//! Locality-sensitive hashing: which earlier signatures are worth a comparison.
//!
//! A signature is cut into bands of some rows; two files are candidates when all values of one band agree.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use crate::minhash::{PERMUTATIONS, Signature};

/// How a signature is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bands {
    /// Number of bands.
    pub bands: usize,
    /// Values in each band.
    pub rows: usize,
}

impl Bands {
    /// The cut that makes false candidates below `threshold` and missed pairs above it together least likely, when
    /// all similarities are equally frequent: for 0.8 it is 9 bands of 13 rows. `datasketch` chooses the same way.
    pub fn optimal(threshold: f64) -> Self {
        let mut best = (f64::INFINITY, Self { bands: 1, rows: PERMUTATIONS });
        for bands in 1..=PERMUTATIONS {
            for rows in 1..=PERMUTATIONS / bands {
                let cut = Self { bands, rows };
                let error = cut.error(threshold);
                if error < best.0 {
                    best = (error, cut);
                }
            }
        }
        best.1
    }

    /// The cut of the longest bands with which a pair at `threshold` is a candidate in 49 of 50 cases. False candidates
    /// cost a comparison, a missed pair is one for good.
    pub fn thorough(threshold: f64) -> Self {
        let cuts = (1..=PERMUTATIONS).rev().map(|rows| Self { bands: PERMUTATIONS / rows, rows });
        let is_thorough = |cut: &Self| cut.candidate_probability(threshold) >= 0.98;
        cuts.into_iter().find(is_thorough).unwrap_or(Self { bands: PERMUTATIONS, rows: 1 })
    }

    /// The probability that two files of this similarity become candidates.
    pub fn candidate_probability(self, similarity: f64) -> f64 {
        1.0 - (1.0 - similarity.powf(self.rows as f64)).powf(self.bands as f64)
    }

    /// False candidates below the threshold and missed pairs above it.
    fn error(self, threshold: f64) -> f64 {
        integral(0.0, threshold, |similarity| self.candidate_probability(similarity))
            + integral(threshold, 1.0, |similarity| 1.0 - self.candidate_probability(similarity))
    }
}

/// Simpson's rule; the cuts of some thresholds differ in the sixth digit only.
fn integral(from: f64, to: f64, value: impl Fn(f64) -> f64) -> f64 {
    const HALVES: u32 = 128;
    let width = (to - from) / f64::from(HALVES);
    let weighted = (0..=HALVES).map(|step| {
        let weight = match step {
            0 | HALVES => 1.0,
            step if step % 2 == 1 => 4.0,
            _ => 2.0,
        };
        weight * value(from + f64::from(step) * width)
    });
    weighted.sum::<f64>() * width / 3.0
}

/// The end of a chain.
const NONE: u32 = u32::MAX;

/// Signatures by their bands. About 220 bytes a file: chains of indices, and no keys, for the signature is the key.
#[derive(Clone, Debug)]
pub(crate) struct BandIndex {
    cut: Bands,
    signatures: Vec<Signature>,
    /// For each band, the newest signature of each bucket; a power of two of buckets.
    heads: Vec<Vec<u32>>,
    /// For each signature and band, the signature before it in the bucket.
    chains: Vec<u32>,
}

impl BandIndex {
    pub(crate) fn new(cut: Bands) -> Self {
        Self { cut, signatures: Vec::new(), heads: vec![vec![NONE; 64]; cut.bands], chains: Vec::new() }
    }

    /// Adds a signature and tells its index.
    pub(crate) fn insert(&mut self, signature: Signature) -> u32 {
        let index = self.signatures.len() as u32;
        self.signatures.push(signature);
        self.chains.resize(self.signatures.len() * self.cut.bands, NONE);
        if self.signatures.len() > self.heads[0].len() {
            self.grow();
        } else {
            self.link(index);
        }
        index
    }

    /// Calls `found` with each signature that shares a band with this one, once for each such band.
    pub(crate) fn candidates(&self, signature: &Signature, mut found: impl FnMut(u32, &Signature)) {
        for band in 0..self.cut.bands {
            let key = self.band(signature, band);
            let heads = &self.heads[band];
            let mut index = heads[bucket(key, heads.len())];
            while let Some(other) = self.signatures.get(index as usize) {
                if self.band(other, band) == key {
                    found(index, other);
                }
                index = self.chains[index as usize * self.cut.bands + band];
            }
        }
    }

    fn band<'s>(&self, signature: &'s Signature, band: usize) -> &'s [u8] {
        &signature[band * self.cut.rows..(band + 1) * self.cut.rows]
    }

    fn link(&mut self, index: u32) {
        for band in 0..self.cut.bands {
            let buckets = self.heads[band].len();
            let bucket = bucket(self.band(&self.signatures[index as usize], band), buckets);
            let before = std::mem::replace(&mut self.heads[band][bucket], index);
            self.chains[index as usize * self.cut.bands + band] = before;
        }
    }

    fn grow(&mut self) {
        let buckets = self.heads[0].len() * 2;
        for heads in &mut self.heads {
            heads.clear();
            heads.resize(buckets, NONE);
        }
        for index in 0..self.signatures.len() as u32 {
            self.link(index);
        }
    }
}

fn bucket(key: &[u8], buckets: usize) -> usize {
    let mut hasher = FxHasher::default();
    hasher.write(key);
    hasher.finish() as usize & (buckets - 1)
}

//! BM25 (Robertson and Zaragoza 2009): how well texts fit a text, by the words that they share.

use std::collections::{BTreeMap, BTreeSet};

/// The usual constants.
const K1: f64 = 1.5;
const B: f64 = 0.75;

/// Texts that can be searched.
pub(super) struct Bm25 {
    /// For each word the texts that have it, and how often.
    postings: BTreeMap<String, Vec<(usize, f64)>>,
    lengths: Vec<f64>,
    mean_length: f64,
}

impl Bm25 {
    pub(super) fn new<'t>(texts: impl Iterator<Item = &'t str>) -> Self {
        let mut postings: BTreeMap<String, Vec<(usize, f64)>> = BTreeMap::new();
        let mut lengths = Vec::new();
        for (at, text) in texts.enumerate() {
            let mut counts: BTreeMap<&str, f64> = BTreeMap::new();
            let mut length = 0.0;
            for word in words(text) {
                *counts.entry(word).or_default() += 1.0;
                length += 1.0;
            }
            for (word, count) in counts {
                postings.entry(word.to_owned()).or_default().push((at, count));
            }
            lengths.push(length);
        }
        let mean_length = (lengths.iter().sum::<f64>() / lengths.len().max(1) as f64).max(1.0);
        Self { postings, lengths, mean_length }
    }

    /// How well each text fits.
    pub(super) fn scores(&self, text: &str) -> Vec<f64> {
        let mut scores = vec![0.0; self.lengths.len()];
        let count = self.lengths.len() as f64;
        for word in words(text).collect::<BTreeSet<&str>>() {
            let Some(postings) = self.postings.get(word) else { continue };
            let having = postings.len() as f64;
            let weight = ((count - having + 0.5) / (having + 0.5) + 1.0).ln();
            for &(at, times) in postings {
                let norm = K1 * (1.0 - B + B * self.lengths[at] / self.mean_length);
                scores[at] += weight * times * (K1 + 1.0) / (times + norm);
            }
        }
        scores
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|it: char| !it.is_alphanumeric() && it != '_').filter(|word| !word.is_empty())
}

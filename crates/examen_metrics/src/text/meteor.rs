//! METEOR 1.5 for English: words matched by form, stem, synonyms and paraphrases, and how broken up the matches lie.
//!
//! The tool of that version is followed to its tokens, its ties and its sums; `scripts/meteor_references.py` records what
//! it says. Two limits are ours, for lines longer than it was made for: where a word has more than 256 others to match
//! (fewer in texts of more than 10,000 words), those around its own place are tried, and words behind the first 100,000 of a
//! text are left unmatched.

mod alignment;
mod function_words;
mod matches;
mod synonyms;
mod tokens;

use self::alignment::align;
use self::function_words::is_function_word;
use self::matches::Matches;
use crate::aggregation::Aggregation;
use crate::metric::Metric;
use crate::text_resources::{SPACES, TextResources};

/// The weighted fraction of words that two texts have in common, less a penalty for their order.
pub static METEOR: Metric = Metric {
    name: "meteor",
    signature: "lang:en|norm:yes|params:0.85,0.2,0.6,0.75|nrefs:1|as:meteor-1.5",
    about: "weighted mean of the fractions of matched words, less a penalty for chunks; matches by form, stem and synonyms",
    source: "Denkowski and Lavie 2014, Meteor Universal; the released tool, version 1.5",
    aggregation: Aggregation::Sums { counts: WIDTH, value },
    count_text: Some(count),
    ..Metric::FRACTION
};

/// The weight of recall against precision.
const ALPHA: f64 = 0.85;
/// The shape of the penalty.
const BETA: f64 = 0.2;
/// The greatest penalty.
const GAMMA: f64 = 0.6;
/// The weight of content words against function words.
const DELTA: f64 = 0.75;
/// The weights of matches of each module: exact, stem, synonym, paraphrase.
const WEIGHTS: [f64; 4] = [1.0, 0.6, 0.8, 0.6];

/// Lengths and function words of hypothesis and reference; for each module matched content words and function words of
/// both; chunks.
const WIDTH: usize = MATCHED + 4 * WEIGHTS.len() + 1;
const MATCHED: usize = 4;
const CHUNKS: usize = WIDTH - 1;

/// Words of a text that are aligned.
const MOST_WORDS: usize = 100_000;

/// The modules in use, for signatures.
pub(super) fn modules(resources: &TextResources) -> &'static str {
    if resources.paraphrases.is_some() { "exact,stem,synonym,paraphrase" } else { "exact,stem,synonym" }
}

fn count(resources: &TextResources, hypothesis: &str, reference: &str, numbers: &mut [f64]) {
    let (hypothesis, reference) = (tokens::tokens(hypothesis), tokens::tokens(reference));
    let hypothesis: Vec<&str> = words(&hypothesis);
    let reference: Vec<&str> = words(&reference);
    let is_function = |words: &[&str]| -> Vec<bool> { words.iter().map(|word| is_function_word(word)).collect() };
    let sides = [is_function(&hypothesis), is_function(&reference)];
    for (side, is_function) in sides.iter().enumerate() {
        numbers[side] = is_function.len() as f64;
        numbers[2 + side] = is_function.iter().filter(|is| **is).count() as f64;
    }
    let hypothesis = &hypothesis[..hypothesis.len().min(MOST_WORDS)];
    let reference = &reference[..reference.len().min(MOST_WORDS)];
    let matches = Matches::of(hypothesis, reference, resources.paraphrases.as_ref());
    let alignment = align(&matches, hypothesis.len(), reference.len());
    let mut covered = [0; 2];
    for it in &alignment.matches {
        for (side, places) in [it.hypothesis_places(), it.reference_places()].into_iter().enumerate() {
            covered[side] += places.len();
            for is_function in &sides[side][places] {
                numbers[MATCHED + 4 * usize::from(it.module) + 2 * usize::from(*is_function) + side] += 1.0;
            }
        }
    }
    // Texts that are one chunk as a whole are not broken up, alone or among others.
    let is_whole = alignment.chunks == 1 && sides.iter().zip(covered).all(|(side, words)| side.len() == words);
    numbers[CHUNKS] = if is_whole { 0.0 } else { f64::from(alignment.chunks) };
}

fn words(tokens: &str) -> Vec<&str> {
    tokens.split(SPACES).filter(|word| !word.is_empty()).collect()
}

fn value(sums: &[f64], _pairs: u64) -> f64 {
    // Side 0 is the hypothesis, side 1 the reference.
    let matched = |side: usize, module: usize| {
        let begin = MATCHED + 4 * module + side;
        (sums[begin], sums[begin + 2])
    };
    let fraction = |side: usize| {
        let length = DELTA * (sums[side] - sums[2 + side]) + (1.0 - DELTA) * sums[2 + side];
        let mut weight = 0.0;
        for (module, of_module) in WEIGHTS.iter().enumerate() {
            weight += matched(side, module).0 * of_module * DELTA;
        }
        for (module, of_module) in WEIGHTS.iter().enumerate() {
            weight += matched(side, module).1 * of_module * (1.0 - DELTA);
        }
        weight / length
    };
    let words = |side: usize| -> f64 { (0..WEIGHTS.len()).map(|it| matched(side, it).0 + matched(side, it).1).sum() };
    let (precision, recall) = (fraction(0), fraction(1));
    let mean = 1.0 / ((1.0 - ALPHA) / precision + ALPHA / recall);
    let broken = sums[CHUNKS] / f64::midpoint(words(0), words(1));
    let score = mean * (1.0 - GAMMA * broken.powf(BETA));
    // Without words or without matches there is nothing to divide by.
    if score.is_nan() { 0.0 } else { score.max(0.0) }
}

//! Training of the pieces of words.

use std::collections::BTreeMap;

use serde_json::Value;
use tokenizers::Trainer as _;
use tokenizers::models::bpe::{BPE, BpeTrainer};

use super::PREFIX;
use super::lexemes::{Kind, lexemes};
use crate::error::TokenizerError;

/// The most characters that have a piece of their own; others are unknown.
const ALPHABET: usize = 200;

/// Longer words are keys and digests, of which nothing is learnt.
const LONGEST: usize = 40;

/// Pairs that are rarer are not joined.
const FEWEST: u64 = 3;

/// Pieces, and the pairs of pieces that are joined, in order.
type Trained = (Vec<String>, Vec<(String, String)>);

/// Trains byte pairs over the characters of all words.
pub(super) fn byte_pairs(texts: &[String], vocabulary: usize) -> Result<Trained, TokenizerError> {
    train(texts, vocabulary).map_err(|error| TokenizerError::Failed(error.to_string()))
}

fn train(texts: &[String], vocabulary: usize) -> tokenizers::Result<Trained> {
    let mut trainer = BpeTrainer::builder()
        .vocab_size(vocabulary)
        .min_frequency(FEWEST)
        .initial_alphabet(alphabet(texts).into_iter().collect())
        .limit_alphabet(ALPHABET)
        .show_progress(false)
        .build();
    trainer.feed(texts.iter(), |text| Ok(words(text).map(|word| format!("{PREFIX}{word}")).collect()))?;
    let mut model = BPE::default();
    trainer.train(&mut model)?;
    let model: Value = serde_json::to_value(&model)?;
    let ids: BTreeMap<String, u32> = serde_json::from_value(model["vocab"].clone())?;
    let mut pieces: Vec<(u32, String)> = ids.into_iter().map(|(piece, id)| (id, piece)).collect();
    pieces.sort_unstable();
    let merge = |merge: &Value| match merge {
        Value::String(both) => both.split_once(' ').map(|(left, right)| (left.to_owned(), right.to_owned())),
        pair => Some((pair[0].as_str()?.to_owned(), pair[1].as_str()?.to_owned())),
    };
    let merges = model["merges"].as_array().map(|merges| merges.iter().filter_map(merge).collect()).unwrap_or_default();
    Ok((pieces.into_iter().map(|(_, piece)| piece).collect(), merges))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = lexemes(text).filter(|lexeme| lexeme.kind == Kind::Word && lexeme.end - lexeme.start <= LONGEST);
    words.map(|lexeme| &text[lexeme.start..lexeme.end])
}

/// The most frequent characters of words, and the prefix. The library would choose among equals at random.
fn alphabet(texts: &[String]) -> Vec<char> {
    let mut counts: BTreeMap<char, u64> = BTreeMap::new();
    for character in texts.iter().flat_map(|text| words(text)).flat_map(str::chars) {
        *counts.entry(character).or_default() += 1;
    }
    let mut characters: Vec<(u64, char)> = counts.into_iter().map(|(character, count)| (count, character)).collect();
    characters.sort_unstable_by_key(|&(count, character)| (std::cmp::Reverse(count), character));
    let most = characters.into_iter().map(|(_, character)| character).take(ALPHABET - 1);
    std::iter::once(PREFIX).chain(most).collect()
}

//! The input of a decision, and its loss.

use std::hash::{BuildHasher, BuildHasherDefault};

use examen_tensor::{Labels, Tensor, cross_entropy};
use examen_tokenizers::{LayoutToken, LayoutTokenizer, SpecialToken};
use rustc_hash::FxHasher;

use crate::error::ModelError;
use crate::sub_tokens::placed_sub_tokens;

/// The most tokens of what stands before code.
const LONGEST_HEADER: usize = 64;

/// The tokens of an input that are of no text.
const SPECIAL: usize = 4;

/// A token is of no word; of a word that the other text has not; of one that it has; of one that is in the name of the function too.
const NO_WORD: u8 = 0;
const OWN: u8 = 1;
const SHARED: u8 = 2;
const NAMED: u8 = 3;

/// Turns a header and code into `<cls> <query> <sep> header <eot> code`. The header is a caption, or what stands before a block.
#[derive(Clone, Copy, Debug)]
pub struct DecisionTokens<'t> {
    /// Cuts texts into tokens.
    pub tokenizer: &'t LayoutTokenizer,
    /// The most tokens of a sequence.
    pub length: usize,
}

/// A header or code as tokens.
#[derive(Clone, Debug, Default)]
pub struct DecisionText {
    ids: Vec<u32>,
    /// For each token a hash of its word; 0 for those of none.
    words: Vec<u32>,
    /// The words of all tokens, and those before the first parenthesis; sorted.
    all: Vec<u32>,
    name: Vec<u32>,
}

/// A header and code in one sequence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecisionSequence {
    /// Token ids.
    pub ids: Vec<u32>,
    /// For each token, whether the other text has its word: 0 no word, 1 not, 2 yes, 3 yes and it is in the name.
    pub shared: Vec<u8>,
}

impl DecisionTokens<'_> {
    /// The tokens of a header, of which the first are kept.
    pub fn header(&self, text: &str) -> DecisionText {
        self.text(text, LONGEST_HEADER.min(self.length / 2))
    }

    /// The tokens of code. How many are kept does not depend on the header, so that a cut tells nothing of it.
    pub fn code(&self, text: &str) -> DecisionText {
        self.text(text, self.length.saturating_sub(SPECIAL + LONGEST_HEADER.min(self.length / 2)))
    }

    fn text(&self, text: &str, most: usize) -> DecisionText {
        let mut tokens = self.tokenizer.tokenize(text);
        tokens.truncate(most);
        let words = word_numbers(text, &tokens);
        let is_parenthesis = |token: &LayoutToken| &text[token.start as usize..token.end as usize] == "(";
        let named = tokens.iter().position(is_parenthesis).unwrap_or_default();
        let sorted = |words: &[u32]| {
            let mut words: Vec<u32> = words.iter().copied().filter(|&word| word != 0).collect();
            words.sort_unstable();
            words.dedup();
            words
        };
        let (all, name) = (sorted(&words), sorted(&words[..named]));
        DecisionText { ids: tokens.into_iter().map(|token| token.id).collect(), words, all, name }
    }

    /// A header and code as one sequence.
    pub fn sequence(&self, header: &DecisionText, code: &DecisionText) -> DecisionSequence {
        let special = |token: SpecialToken| self.tokenizer.special(token);
        let begin = [SpecialToken::Class, SpecialToken::Query, SpecialToken::Separator].map(special);
        let mut ids = Vec::with_capacity(header.ids.len() + code.ids.len() + SPECIAL);
        ids.extend(begin);
        ids.extend_from_slice(&header.ids);
        ids.push(special(SpecialToken::End));
        ids.extend_from_slice(&code.ids);
        let has = |words: &[u32], word: u32| words.binary_search(&word).is_ok();
        let kind = |word: u32, other: &[u32]| match word {
            0 => NO_WORD,
            _ if !has(other, word) => OWN,
            _ if has(&code.name, word) => NAMED,
            _ => SHARED,
        };
        let mut shared = Vec::with_capacity(ids.len());
        shared.resize(begin.len(), NO_WORD);
        shared.extend(header.words.iter().map(|&word| kind(word, &code.all)));
        shared.push(NO_WORD);
        shared.extend(code.words.iter().map(|&word| kind(word, &header.all)));
        DecisionSequence { ids, shared }
    }

    /// The number of tokens of that sequence.
    pub const fn count(header: &DecisionText, code: &DecisionText) -> usize {
        SPECIAL + header.ids.len() + code.ids.len()
    }
}

/// For each token a hash of the sub-token that it is a piece of, which captions and names have in common.
fn word_numbers(text: &str, tokens: &[LayoutToken]) -> Vec<u32> {
    let hasher = BuildHasherDefault::<FxHasher>::default();
    let mut last = (None, Vec::new());
    let mut number = |token: &LayoutToken| {
        let Some((start, end)) = token.word else { return 0 };
        if last.0 != token.word {
            last = (token.word, placed_sub_tokens(&text[start as usize..end as usize]));
        }
        let place = (token.start - start) as usize..(token.end - start).max(1) as usize;
        let own = last.1.iter().find(|(word, _)| word.start < place.end && word.end > place.start);
        // 0 is no word, and 32 bits are enough for the words of two texts.
        own.map_or(0, |(_, word)| (hasher.hash_one(word) as u32).max(1))
    };
    tokens.iter().map(&mut number).collect()
}

/// The binary cross entropy of decisions, each with the weight of its class: what is not so, what is so.
pub fn decision_loss(scores: &Tensor<2>, truths: &[bool], weights: [f32; 2]) -> Result<Tensor<1>, ModelError> {
    let [rows, _] = scores.shape();
    // The sigmoid of a score is the softmax of it beside 0.
    let zeros = Tensor::from_values(vec![0.0; rows], [rows, 1])?.beside(scores);
    let labels = Labels::new(truths.iter().map(|&truth| Some(usize::from(truth))).collect());
    Ok(cross_entropy(&Tensor::concat(vec![zeros, scores.clone()], 1), &labels.weighted(weights.to_vec())))
}

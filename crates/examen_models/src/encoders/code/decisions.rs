//! The input of a decision, and its loss.

use examen_tensor::{Labels, Tensor, cross_entropy};
use examen_tokenizers::{LayoutTokenizer, SpecialToken};

use crate::error::ModelError;

/// The most tokens of what stands before code.
const LONGEST_HEADER: usize = 64;

/// The tokens of an input that are of no text.
const SPECIAL: usize = 4;

/// Turns a header and code into `<cls> <query> <sep> header <eot> code`. The header is a caption, or what stands before a block.
#[derive(Clone, Copy, Debug)]
pub struct DecisionTokens<'t> {
    /// Cuts texts into tokens.
    pub tokenizer: &'t LayoutTokenizer,
    /// The most tokens of a sequence.
    pub length: usize,
}

impl DecisionTokens<'_> {
    /// The tokens of a header, of which the first are kept.
    pub fn header(&self, text: &str) -> Vec<u32> {
        self.ids(text, LONGEST_HEADER.min(self.length / 2))
    }

    /// The tokens of code. How many are kept does not depend on the header, so that a cut tells nothing of it.
    pub fn code(&self, text: &str) -> Vec<u32> {
        self.ids(text, self.length.saturating_sub(SPECIAL + LONGEST_HEADER.min(self.length / 2)))
    }

    fn ids(&self, text: &str, most: usize) -> Vec<u32> {
        self.tokenizer.tokenize(text).into_iter().take(most).map(|token| token.id).collect()
    }

    /// A header and code as one sequence.
    pub fn sequence(&self, header: &[u32], code: &[u32]) -> Vec<u32> {
        let special = |token: SpecialToken| self.tokenizer.special(token);
        let mut ids = Vec::with_capacity(Self::count(header, code));
        ids.extend([SpecialToken::Class, SpecialToken::Query, SpecialToken::Separator].map(special));
        ids.extend_from_slice(header);
        ids.push(special(SpecialToken::End));
        ids.extend_from_slice(code);
        ids
    }

    /// The number of tokens of that sequence.
    pub const fn count(header: &[u32], code: &[u32]) -> usize {
        SPECIAL + header.len() + code.len()
    }
}

/// The binary cross entropy of decisions, each with the weight of its class: what is not so, what is so.
pub fn decision_loss(scores: &Tensor<2>, truths: &[bool], weights: [f32; 2]) -> Result<Tensor<1>, ModelError> {
    let [rows, _] = scores.shape();
    // The sigmoid of a score is the softmax of it beside 0.
    let zeros = Tensor::from_values(vec![0.0; rows], [rows, 1])?.beside(scores);
    let labels = Labels::new(truths.iter().map(|&truth| Some(usize::from(truth))).collect());
    Ok(cross_entropy(&Tensor::concat(vec![zeros, scores.clone()], 1), &labels.weighted(weights.to_vec())))
}

//! Metrics of texts: an answer in words beside the words that were expected.
//!
//! Each metric counts numbers in a pair and computes its value from their sums. The value of a corpus, of a resample or of a
//! single pair is the same function of such sums, so that a caller may count on many threads and add up in any shape.
//! The tools that made these metrics known disagree in their tokens, smoothing and case: the signatures say which is meant.

mod bleu_codeqa;
mod bleu_codexglue;
mod bleu_nltk4;
mod bleu_sacre;
mod chrf;
mod common_subsequence;
mod meteor;
mod ngrams;
mod rouge;
mod rouge_coco;
mod token_overlap;
mod words;

pub(crate) use bleu_codeqa::BLEU_CODEQA;
pub(crate) use bleu_codexglue::BLEU_CODEXGLUE;
pub(crate) use bleu_nltk4::BLEU_NLTK4;
pub(crate) use bleu_sacre::BLEU_SACRE;
pub(crate) use chrf::{CHRF, CHRF_PLUS_PLUS};
pub(crate) use rouge::{
    ROUGE_L_PRECISION, ROUGE_L_RECALL, ROUGE1, ROUGE1_PRECISION, ROUGE1_RECALL, ROUGE2, ROUGE2_PRECISION, ROUGE2_RECALL,
};
pub(crate) use rouge_coco::ROUGE_L_COCO;
pub(crate) use token_overlap::{EXACT_MATCH, TOKEN_F1, TOKEN_PRECISION, TOKEN_RECALL};

pub use meteor::METEOR;
pub use rouge::ROUGE_L;

use crate::metric::Metric;
use crate::text_resources::TextResources;

impl TextResources {
    /// Returns what these tables add to the signature of a metric.
    pub fn facts(&self, metric: &Metric) -> Vec<(&'static str, &'static str)> {
        if metric.name == METEOR.name { vec![("modules", meteor::modules(self))] } else { Vec::new() }
    }
}

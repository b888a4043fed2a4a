//! All metrics.

use crate::answered::ANSWERED;
use crate::classification::{ACCURACY, F1, PRECISION, RECALL};
use crate::codelength::{CODELENGTH, COMPRESSION, UNIFORM_CODELENGTH};
use crate::confusion::{
    BALANCED_ACCURACY, MACRO_F1, MACRO_PRECISION, MACRO_RECALL, MCC, MICRO_F1, WEIGHTED_F1, WEIGHTED_PRECISION,
};
use crate::counts::{
    FAILED, INCOMPLETE, LEFT_OUT, MISSING, REPEATED, SKIPPED, TRUNCATED, UNANSWERED_PAIRS, UNCONTROLLED, UNUSABLE,
};
use crate::layer_choice::{BEST_LAYER_ACCURACY, CHOSEN_LAYER_ACCURACY};
use crate::metric::Metric;
use crate::pass_at_k::PASS_AT_K;
use crate::random_baseline::{MAJORITY_BASELINE, RANDOM_BASELINE};
use crate::ratings::{AGREEMENT, CORRECTNESS, FLUENCY};
use crate::selectivity::SELECTIVITY;
use crate::span_characters::CHAR_F1;
use crate::span_f1::SPAN_F1;
use crate::span_lines::{LINE_F1, LINE_MATCH};
use crate::span_match::{ANSWER_MATCH, FACT_MATCH, SPAN_EXACT};
use crate::statistics::{KAPPA, KRIPPENDORFF_ALPHA};
use crate::subtokens::{SUBTOKEN_F1, SUBTOKEN_PRECISION, SUBTOKEN_RECALL};
use crate::survival::{
    ANY_CHANGE, CORRECT_LOST, CORRECT_STAYS, PREDICTION_CHANGE, WRONG_MOVES, WRONG_REPAIRED, WRONG_STAYS,
};
use crate::text::{
    BLEU_CODEQA, BLEU_CODEXGLUE, BLEU_NLTK4, BLEU_SACRE, CHRF, CHRF_PLUS_PLUS, EXACT_MATCH, METEOR, ROUGE_L,
    ROUGE_L_COCO, ROUGE_L_PRECISION, ROUGE_L_RECALL, ROUGE1, ROUGE1_PRECISION, ROUGE1_RECALL, ROUGE2, ROUGE2_PRECISION,
    ROUGE2_RECALL, TOKEN_F1, TOKEN_PRECISION, TOKEN_RECALL,
};
use crate::text_match::TEXT_MATCH;

/// All metrics, by name.
pub static METRICS: &[&Metric] = &[
    &ACCURACY,
    &AGREEMENT,
    &ANSWER_MATCH,
    &ANSWERED,
    &ANY_CHANGE,
    &BALANCED_ACCURACY,
    &BEST_LAYER_ACCURACY,
    &BLEU_CODEQA,
    &BLEU_CODEXGLUE,
    &BLEU_NLTK4,
    &BLEU_SACRE,
    &CORRECT_STAYS,
    &CHAR_F1,
    &CHOSEN_LAYER_ACCURACY,
    &CHRF,
    &CHRF_PLUS_PLUS,
    &CORRECT_LOST,
    &CODELENGTH,
    &COMPRESSION,
    &CORRECTNESS,
    &EXACT_MATCH,
    &F1,
    &FACT_MATCH,
    &FAILED,
    &FLUENCY,
    &INCOMPLETE,
    &KAPPA,
    &KRIPPENDORFF_ALPHA,
    &LEFT_OUT,
    &LINE_F1,
    &LINE_MATCH,
    &MACRO_F1,
    &MACRO_PRECISION,
    &MACRO_RECALL,
    &MAJORITY_BASELINE,
    &MCC,
    &METEOR,
    &MICRO_F1,
    &MISSING,
    &PASS_AT_K,
    &PRECISION,
    &PREDICTION_CHANGE,
    &RANDOM_BASELINE,
    &RECALL,
    &REPEATED,
    &ROUGE1,
    &ROUGE1_PRECISION,
    &ROUGE1_RECALL,
    &ROUGE2,
    &ROUGE2_PRECISION,
    &ROUGE2_RECALL,
    &ROUGE_L,
    &ROUGE_L_COCO,
    &ROUGE_L_PRECISION,
    &ROUGE_L_RECALL,
    &SELECTIVITY,
    &SKIPPED,
    &SPAN_EXACT,
    &SPAN_F1,
    &SUBTOKEN_F1,
    &SUBTOKEN_PRECISION,
    &SUBTOKEN_RECALL,
    &TEXT_MATCH,
    &TOKEN_F1,
    &TOKEN_PRECISION,
    &TOKEN_RECALL,
    &TRUNCATED,
    &UNANSWERED_PAIRS,
    &UNCONTROLLED,
    &UNIFORM_CODELENGTH,
    &UNUSABLE,
    &WRONG_REPAIRED,
    &WEIGHTED_F1,
    &WEIGHTED_PRECISION,
    &WRONG_MOVES,
    &WRONG_STAYS,
];

impl Metric {
    /// Returns the metric of that name, if there is one.
    pub fn named(name: &str) -> Option<&'static Self> {
        let place = METRICS.binary_search_by(|metric| metric.name.cmp(name)).ok()?;
        METRICS.get(place).copied()
    }

    /// Returns all metrics of texts, by name.
    pub fn of_texts() -> impl Iterator<Item = &'static Self> {
        METRICS.iter().copied().filter(|metric| metric.count_text.is_some())
    }
}

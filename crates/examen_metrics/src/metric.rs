//! What all metrics tell about themselves.

use serde::Serialize;

use crate::answered::ANSWERED;
use crate::chance_level::{CHANCE, MAJORITY_SHARE};
use crate::classification::{ACCURACY, F1, PRECISION, RECALL};
use crate::pass_at_k::PASS_AT_K;
use crate::selectivity::SELECTIVITY;
use crate::span_match::{ANSWER_MATCH, EXACT_MATCH, FACT_MATCH};
use crate::subtokens::{SUBTOKEN_F1, SUBTOKEN_PRECISION, SUBTOKEN_RECALL};
use crate::survival::{
    ANY_CHANGE, CORRECT_LOST, CORRECT_STAYS, PREDICTION_CHANGE, WRONG_MOVES, WRONG_REPAIRED, WRONG_STAYS,
};
use crate::text_match::TEXT_MATCH;

/// A metric whose figures lie between 0 and 1, or where it is a difference between -1 and 1; more is better unless it says
/// otherwise.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Metric {
    /// The name in result logs, for good.
    pub name: &'static str,
    /// What a signature begins with: the variant that this code computes.
    pub signature: &'static str,
    /// What it measures, in a sentence.
    pub about: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

/// All metrics, by name.
pub static METRICS: &[&Metric] = &[
    &ACCURACY,
    &ANSWER_MATCH,
    &ANSWERED,
    &ANY_CHANGE,
    &CORRECT_STAYS,
    &CHANCE,
    &CORRECT_LOST,
    &EXACT_MATCH,
    &F1,
    &FACT_MATCH,
    &MAJORITY_SHARE,
    &PASS_AT_K,
    &PRECISION,
    &PREDICTION_CHANGE,
    &RECALL,
    &SELECTIVITY,
    &SUBTOKEN_F1,
    &SUBTOKEN_PRECISION,
    &SUBTOKEN_RECALL,
    &TEXT_MATCH,
    &WRONG_REPAIRED,
    &WRONG_MOVES,
    &WRONG_STAYS,
];

impl Metric {
    /// The signature with more facts about what was marked: `spans:both|examples:all`.
    pub fn signature_with(&self, facts: &[(&str, &str)]) -> String {
        let mut signature = self.signature.to_owned();
        for (name, value) in facts {
            let bar = if signature.is_empty() { "" } else { "|" };
            signature.extend([bar, name, ":", value]);
        }
        signature
    }
}

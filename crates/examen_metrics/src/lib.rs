//! Scores: how good answers are, compared with what was expected.
//!
//! Expected and given answers come in as values, scores go out. This crate knows neither models nor files. One file per
//! metric, or per family of them: its name, where it comes from, what is counted in an example and how that is aggregated.

mod aggregation;
mod answered;
mod classification;
mod codelength;
mod confusion;
mod counts;
mod interval;
mod layer_choice;
mod list;
mod metric;
mod overlap;
mod pass_at_k;
mod probe_tables;
mod question_type;
mod random_baseline;
mod ratings;
mod selectivity;
mod span_characters;
mod span_f1;
mod span_lines;
mod span_match;
pub mod statistics;
mod statistics_error;
mod subtokens;
mod survival;
mod text;
mod text_match;
mod text_resources;

pub use aggregation::{Aggregation, ValueOfSums, mean};
pub use answered::ANSWERED;
pub use classification::{ACCURACY, Decisions, F1, PRECISION, RECALL};
pub use codelength::{CODELENGTH, COMPRESSION, UNIFORM_CODELENGTH};
pub use confusion::{
    BALANCED_ACCURACY, ConfusionMatrix, MACRO_F1, MACRO_PRECISION, MACRO_RECALL, MCC, MICRO_F1, WEIGHTED_F1,
    WEIGHTED_PRECISION,
};
pub use counts::{
    FAILED, INCOMPLETE, LEFT_OUT, MISSING, REPEATED, SKIPPED, TRUNCATED, UNANSWERED_PAIRS, UNCONTROLLED, UNUSABLE,
};
pub use interval::{
    Interval, clustered_fraction_interval, fraction_interval, mean_interval, paired_difference_interval,
};
pub use layer_choice::{BEST_LAYER_ACCURACY, CHOSEN_LAYER_ACCURACY};
pub use list::METRICS;
pub use metric::{Better, Metric};
pub use overlap::Overlap;
pub use pass_at_k::{PASS_AT_K, pass_at_k};
pub use probe_tables::{
    Standing, TaskSummary, best_layer, closed_gap, gains_of_size, layer_ranks, mean_layer_ranks, standings,
    task_summaries,
};
pub use question_type::QuestionType;
pub use random_baseline::{MAJORITY_BASELINE, RANDOM_BASELINE, majority_baseline, random_baseline};
pub use ratings::{AGREEMENT, CORRECTNESS, FLUENCY};
pub use selectivity::{ControlledAnswers, SELECTIVITY};
pub use span_characters::{CHAR_F1, Characters};
pub use span_f1::SPAN_F1;
pub use span_lines::{LINE_F1, LINE_MATCH};
pub use span_match::{ANSWER_MATCH, FACT_MATCH, Kinds, SPAN_EXACT, Spans, spans_match};
pub use subtokens::{SUBTOKEN_F1, SUBTOKEN_PRECISION, SUBTOKEN_RECALL, SubtokenRule};
pub use survival::{
    ANY_CHANGE, CORRECT_LOST, CORRECT_STAYS, PREDICTION_CHANGE, Survival, WRONG_MOVES, WRONG_REPAIRED, WRONG_STAYS,
};
pub use text::{METEOR, ROUGE_L};
pub use text_match::{TEXT_MATCH, texts_match};
pub use text_resources::{CountText, Paraphrases, TextResources};

//! Pairs that say nothing: the paper's post-processing, and what clean pairs must not have.

use super::lexicon;
use super::{Mode, Pair, QuestionType};

/// Longest question and answer of a clean pair, in words.
const LONGEST: usize = 30;

/// Whether a pair stays.
pub(super) fn keeps(pair: &Pair, mode: Mode) -> bool {
    if pair.kind == QuestionType::YesNo {
        return mode == Mode::Faithful || is_readable(pair);
    }
    !lexicon::is_ambiguous(&pair.answer)
        && !lexicon::is_generic(&pair.answer)
        && (mode == Mode::Faithful || is_readable(pair))
}

fn is_readable(pair: &Pair) -> bool {
    let [question, answer] = [&pair.question, &pair.answer].map(|text| text.split(' ').count());
    question <= LONGEST
        && answer <= LONGEST
        && is_balanced(&pair.question)
        && is_balanced(&pair.answer)
        && has_one_wh(pair)
}

/// Whether brackets and quotes come in pairs.
fn is_balanced(text: &str) -> bool {
    let count = |sign: char| text.matches(sign).count();
    count('(') == count(')')
        && count('[') == count(']')
        && count('"').is_multiple_of(2)
        && count('{') == count('}')
        && !text.contains(" ' ")
}

/// Whether the question asks once; "when" may also lead a clause of time.
fn has_one_wh(pair: &Pair) -> bool {
    let lower = pair.question.to_lowercase();
    let words: Vec<&str> = lower.split([' ', '?']).collect();
    let start = if pair.kind == QuestionType::ForWhatPurpose { 3 } else { 2 };
    !words
        .iter()
        .skip(start)
        .any(|word| matches!(*word, "what" | "why" | "how" | "where" | "who" | "whom" | "whose" | "which"))
}

//! BLEU as CodeXGLUE's code-to-text exam and the papers of CodeBERT's line report it.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::ngrams::{common_ngrams, ngrams_in};
use super::words::{WordPair, is_whitespace, lowered};
use crate::aggregation::Aggregation;
use crate::metric::Metric;

/// Mean of sentence BLEU-4 with one added to the counts of all orders but the first, times 100.
pub(crate) static BLEU_CODEXGLUE: Metric = Metric {
    name: "bleu_codexglue",
    signature: "mean:sentences|order:4|smooth:add-1[2-4]|tok:punctuation-apart|case:lower|nrefs:1|as:codexglue-ac74a62",
    about: "mean over answers of BLEU-4 with 1 added to matches and totals of all orders but the first",
    source: "Lin and Och 2004, ORANGE; Lu et al. 2021, CodeXGLUE: the released evaluator of code-to-text",
    aggregation: Aggregation::Sums {
        counts: 1,
        value: |sums, pairs| if pairs == 0 { 0.0 } else { 100.0 * sums[0] / pairs as f64 },
    },
    count_text: Some(|_, hypothesis, reference, scores| scores[0] = sentence(hypothesis, reference)),
    ..Metric::PERCENT
};

fn sentence(hypothesis: &str, reference: &str) -> f64 {
    let (hypothesis, reference) = (lowered(hypothesis), lowered(reference));
    let pair = WordPair::cut_by(&hypothesis, &reference, Tokens);
    let (length, expected) = (pair.hypothesis.len(), pair.reference.len());
    let common = common_ngrams::<4>(pair);
    let mut product = 1.0;
    for (order, common) in (1..).zip(common) {
        let added = if order == 1 { f64::MIN_POSITIVE } else { 1.0 };
        product *= (f64::from(common) + added) / (ngrams_in(length, order) as f64 + added);
    }
    // With one added to both lengths, an empty answer is not worth nothing: it is worth less the more was expected.
    let brevity = (1.0 - (expected as f64 + 1.0) / (length as f64 + 1.0)).min(0.0);
    product.powf(0.25) * brevity.exp()
}

/// Runs of letters and digits, and every other character that is not whitespace by itself. The original makes these tokens in two steps:
/// it sets punctuation apart, underscores not among them, then cuts as NIST's scorer does, which leaves only underscores to cut.
struct Tokens<'a>(&'a str);

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let text = self.0.trim_start_matches(is_whitespace);
        let first = text.chars().next()?;
        let end = if is_word_character(first) {
            text.find(|character| !is_word_character(character)).unwrap_or(text.len())
        } else {
            first.len_utf8()
        };
        let (token, rest) = text.split_at(end);
        self.0 = rest;
        Some(token.as_bytes())
    }
}

/// Returns what `\w` of Python means, less the underscore: letters and numbers, but neither combining marks nor symbols
/// of letters.
fn is_word_character(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphanumeric();
    }
    matches!(character.general_category_group(), GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number)
}

//! BLEU of a corpus as sacrebleu computes it by default.

use std::borrow::Cow;

use super::ngrams::{common_ngrams, ngrams_in};
use super::words::{WordPair, is_whitespace};
use crate::aggregation::Aggregation;
use crate::metric::Metric;

/// Corpus BLEU-4. A pair's own value is that of a corpus of one pair.
pub(crate) static BLEU_SACRE: Metric = Metric {
    name: "bleu_sacre",
    signature: "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|as:sacrebleu-2.6.0",
    about: "BLEU-4 of n-gram counts summed over all answers",
    source: "Papineni et al. 2002, BLEU; Post 2018, A Call for Clarity in Reporting BLEU Scores; sacrebleu",
    aggregation: Aggregation::Sums { counts: WIDTH, value: |sums, _| value(sums) },
    count_text: Some(|_, hypothesis, reference, counts| count(hypothesis, reference, counts)),
    ..Metric::PERCENT
};

const ORDERS: usize = 4;
/// Both lengths, then matches and totals of each order.
const WIDTH: usize = 2 + 2 * ORDERS;

fn count(hypothesis: &str, reference: &str, counts: &mut [f64]) {
    let (hypothesis, reference) = (tokenized(hypothesis), tokenized(reference));
    let pair = WordPair::between_whitespace(&hypothesis, &reference);
    let (length, expected) = (pair.hypothesis.len(), pair.reference.len());
    let common = common_ngrams::<ORDERS>(pair);
    counts[0] = length as f64;
    counts[1] = expected as f64;
    for (index, common) in common.into_iter().enumerate() {
        counts[2 + index] = f64::from(common);
        counts[2 + ORDERS + index] = ngrams_in(length, index + 1) as f64;
    }
}

fn value(sums: &[f64]) -> f64 {
    let (length, expected) = (sums[0], sums[1]);
    let (matches, totals) = sums[2..].split_at(ORDERS);
    // Every order needs an n-gram to be counted in; a match in any order is one in the first.
    if matches[0] == 0.0 || totals.contains(&0.0) {
        return 0.0;
    }
    let (mut product, mut halves) = (1.0, 1.0);
    for (&matches, &total) in matches.iter().zip(totals) {
        // NIST's smoothing: the first order without a match counts half of one, the next a quarter.
        if matches == 0.0 {
            halves *= 2.0;
        }
        product *= if matches == 0.0 { 1.0 / (halves * total) } else { matches / total };
    }
    let brevity = if length < expected { (1.0 - expected / length).exp() } else { 1.0 };
    100.0 * brevity * product.powf(1.0 / ORDERS as f64)
}

/// Returns the text with spaces between tokens, as NIST's mteval-v13a cuts them: punctuation stands alone, but for dots and commas between
/// digits, and for hyphens and apostrophes, which stay in their words; a hyphen behind a digit does not.
fn tokenized(text: &str) -> String {
    let mut rest = &*unescaped(text.trim_end_matches(is_whitespace));
    let mut tokens = String::with_capacity(2 * rest.len());
    while !rest.is_empty() {
        let end = rest.bytes().position(|byte| IS_PUNCTUATION[usize::from(byte)]).unwrap_or(rest.len());
        push_run(&mut tokens, &rest[..end]);
        // Punctuation is single bytes of ASCII.
        let next = (end + 1).min(rest.len());
        tokens.push_str(&rest[end..next]);
        tokens.push(' ');
        rest = &rest[next..];
    }
    tokens
}

/// Which bytes always stand alone.
const IS_PUNCTUATION: [bool; 256] = {
    let mut is_punctuation = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        is_punctuation[byte] =
            matches!(byte as u8, b' '..=b'&' | b'('..=b'+' | b'/' | b':'..=b'@' | b'['..=b'`' | b'{'..=b'~');
        byte += 1;
    }
    is_punctuation
};

fn is_point(byte: u8) -> bool {
    matches!(byte, b'.' | b',')
}

/// Adds what stands between punctuation, and a space.
fn push_run(tokens: &mut String, run: &str) {
    if run.bytes().any(|byte| is_point(byte) || byte == b'-') {
        // The original's rules go over the text one after another; each takes two characters at a time, and what it took it
        // does not look at again. So three dots between digits are cut otherwise than one by one: the last stays.
        let run = [b" ", run.as_bytes(), b" "].concat();
        let run = replaced(
            &run,
            |left, right| !left.is_ascii_digit() && is_point(right),
            |left, right| [left, b' ', right, b' '],
        );
        let run = replaced(
            &run,
            |left, right| is_point(left) && !right.is_ascii_digit(),
            |left, right| [b' ', left, b' ', right],
        );
        let run = replaced(
            &run,
            |left, right| left.is_ascii_digit() && right == b'-',
            |left, right| [left, b' ', right, b' '],
        );
        // Spaces were only put beside bytes of ASCII and before a character, so this is still text.
        tokens.push_str(&String::from_utf8_lossy(&run));
    } else {
        tokens.push_str(run);
    }
    tokens.push(' ');
}

fn replaced(text: &[u8], is_pair: impl Fn(u8, u8) -> bool, with: impl Fn(u8, u8) -> [u8; 4]) -> Vec<u8> {
    let mut result = Vec::with_capacity(2 * text.len());
    let mut index = 0;
    while let Some(&left) = text.get(index) {
        match text.get(index + 1) {
            Some(&right) if is_pair(left, right) => {
                result.extend(with(left, right));
                index += 2;
            }
            _ => {
                result.push(left);
                index += 1;
            }
        }
    }
    result
}

/// Returns the text without tags of skipped parts, hyphens at the ends of lines, line ends and entities.
fn unescaped(text: &str) -> Cow<'_, str> {
    // In this order: what one leaves the next may find.
    const REPLACED: [(&str, &str); 7] =
        [("<skipped>", ""), ("-\n", ""), ("\n", " "), ("&quot;", "\""), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")];
    let mut text = Cow::Borrowed(text);
    if text.bytes().any(|byte| matches!(byte, b'<' | b'\n' | b'&')) {
        for (old, new) in REPLACED {
            if text.contains(old) {
                text = Cow::Owned(text.replace(old, new));
            }
        }
    }
    text
}

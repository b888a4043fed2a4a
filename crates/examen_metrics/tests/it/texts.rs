//! Metrics of texts against the tools that made them known, and properties that hold for all texts.

use std::collections::HashMap;

use examen_metrics::{Metric, QuestionType, TextResources, ValueOfSums};
use proptest::prelude::*;
use serde::Deserialize;

use crate::{assert_near, cases};

#[derive(Deserialize)]
struct Pair {
    hypothesis: String,
    reference: String,
}

/// The first line of a fixture of reference values, then one a pair.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Tool { tool: String, version: String, corpus: f64 },
    Pair { value: Option<f64> },
}

#[derive(Deserialize)]
struct QuestionCase {
    question: String,
    #[serde(rename = "type")]
    kind: String,
}

fn metric(name: &str) -> &'static Metric {
    Metric::named(name).unwrap()
}

fn width(metric: &Metric) -> usize {
    metric.aggregation.sums().unwrap().0
}

fn value_of_sums(metric: &Metric) -> ValueOfSums {
    metric.aggregation.sums().unwrap().1
}

fn counts(metric: &Metric, hypothesis: &str, reference: &str) -> Vec<f64> {
    let mut counts = vec![0.0; width(metric)];
    (metric.count_text.unwrap())(&TextResources::default(), hypothesis, reference, &mut counts);
    counts
}

fn score(metric: &Metric, hypothesis: &str, reference: &str) -> f64 {
    value_of_sums(metric)(&counts(metric, hypothesis, reference), 1)
}

fn score_of(name: &str, hypothesis: &str, reference: &str) -> f64 {
    score(metric(name), hypothesis, reference)
}

fn add(sums: &mut [f64], counts: &[f64]) {
    for (sum, count) in sums.iter_mut().zip(counts) {
        *sum += count;
    }
}

/// Every pair's value, and that of all pairs of which the tool gives one.
fn check(metric: &Metric, pairs: &[Pair]) {
    let name = metric.name;
    let mut lines = cases::<Line>(&format!("text/{name}")).into_iter();
    let Some(Line::Tool { tool, version, corpus }) = lines.next() else { panic!("{name}: no tool") };
    assert_eq!(lines.len(), pairs.len(), "{name}");
    let (mut sums, mut number) = (vec![0.0; width(metric)], 0);
    for (line, Pair { hypothesis, reference }) in lines.zip(pairs) {
        let Line::Pair { value } = line else { panic!("{name}: a second tool") };
        let found = score(metric, hypothesis, reference);
        let Some(value) = value else {
            // Where the tool divides by zero we say that nothing is right.
            assert_near(found, metric.range.0, &format!("{name}: {hypothesis:?} {reference:?}"));
            continue;
        };
        let what = format!("{name} of {tool} {version}: {hypothesis:?} {reference:?}: {found}, wanted {value}");
        assert!((found - value).abs() < 1e-6, "{what}");
        add(&mut sums, &counts(metric, hypothesis, reference));
        number += 1;
    }
    assert!(number >= 500, "{name}");
    let found = value_of_sums(metric)(&sums, number);
    assert!((found - corpus).abs() < 1e-6, "{name} of all pairs: {found}, wanted {corpus}");
}

#[test]
fn values_are_those_of_the_original_tools() {
    let pairs: Vec<Pair> = cases("text/pairs");
    for metric in Metric::of_texts() {
        check(metric, &pairs);
    }
}

#[test]
fn text_metrics_say_whose_variant_they_are() {
    for metric in Metric::of_texts() {
        assert!(metric.signature.contains("|as:"), "{}", metric.name);
    }
    assert!(Metric::named("bleu").is_none());
}

#[test]
fn no_pairs_have_the_lowest_value() {
    for metric in Metric::of_texts() {
        assert_near(value_of_sums(metric)(&vec![0.0; width(metric)], 0), metric.range.0, metric.name);
    }
}

#[test]
fn the_documentation_has_every_metric_with_its_values() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/metrics.md")).unwrap();
    for metric in Metric::of_texts() {
        let name = metric.name;
        let row = text.lines().find(|line| line.starts_with(&format!("| `{name}` | 0–")));
        // A bar in a cell is written with a backslash, so that it does not end the cell.
        let row = row.unwrap_or_else(|| panic!("no row for {name}")).replace("\\|", "¦");
        let [_, _, scale, signature, value, _] = row.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        assert_eq!(scale, format!("0–{}", metric.range.1));
        match signature.strip_prefix("as `") {
            Some(other) => {
                let other = Metric::named(other.trim_end_matches('`')).unwrap();
                assert_eq!(other.signature, metric.signature, "{name}");
            }
            None => assert_eq!(signature.trim_matches('`').replace('¦', "|"), metric.signature),
        }
        let found = score(metric, "returns the first file in the given folder", "Return the first file of a folder.");
        assert_eq!(value, format!("{found:.6}"), "{name}");
    }
}

#[test]
fn lines_are_joined_before_they_are_cut() {
    // sacrebleu 2.6.0: a hyphen at the end of a line is taken out with the line end, a line end is a space.
    assert_eq!(counts(metric("bleu_sacre"), "self-\ncontained a\nb", "selfcontained a b")[..4], [3.0, 3.0, 3.0, 2.0]);
    assert_eq!(counts(metric("bleu_sacre"), "&amp;lt;b", "<b")[..4], [2.0, 2.0, 2.0, 1.0]);
    // Dots are taken two by two: `a..b` is `a`, `.`, `.`, `b`; `1.2.3` stays whole, `1.a` does not.
    assert_eq!(counts(metric("bleu_sacre"), "a..b 1.2.3 1.a", "a . . b 1.2.3 1 . a")[..3], [8.0, 8.0, 8.0]);
}

#[test]
fn a_giant_line_has_values() {
    let joined =
        |word: fn(u32) -> u32| (0..20_000).map(|number| word(number).to_string()).collect::<Vec<_>>().join(" ");
    let all_different = joined(|number| number);
    let all_alike = "word ".repeat(20_000);
    let some_of_each = joined(|number| number * number % 97);
    for metric in Metric::of_texts() {
        for (hypothesis, reference) in
            [(&all_different, &all_alike), (&all_alike, &some_of_each), (&some_of_each, &some_of_each)]
        {
            let found = score(metric, hypothesis, reference);
            let (low, high) = metric.range;
            assert!(low <= found && found <= high + 1e-9, "{}: {found}", metric.name);
        }
    }
    assert_near(score_of("rougeL", &some_of_each, &some_of_each), 1.0, "rougeL");
    assert_near(score_of("token_precision", &all_different, &some_of_each), 49.0 / 20_000.0, "squares modulo 97");
    assert!((score_of("bleu_sacre", &all_different, &all_different) - 100.0).abs() < 1e-9);
}

#[test]
fn questions_are_of_the_type_of_the_fixture() {
    for QuestionCase { question, kind } in cases("question_type") {
        assert_eq!(QuestionType::of(&question).name(), kind, "{question:?}");
    }
    for kind in QuestionType::ALL {
        assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
    }
}

/// Returns how many n-grams of an order both have, by the book.
fn common_by_the_book(left: &[&str], right: &[&str], order: usize) -> f64 {
    let mut held: HashMap<&[&str], u32> = HashMap::new();
    right.windows(order).for_each(|ngram| *held.entry(ngram).or_default() += 1);
    let mut common = 0.0;
    for ngram in left.windows(order) {
        if let Some(left) = held.get_mut(ngram).filter(|left| **left > 0) {
            *left -= 1;
            common += 1.0;
        }
    }
    common
}

fn subsequence_by_the_book(left: &[&str], right: &[&str]) -> usize {
    let mut row = vec![0; right.len() + 1];
    for left in left {
        let mut corner = 0;
        for (index, right) in right.iter().enumerate() {
            let above = row[index + 1];
            row[index + 1] = if left == right { corner + 1 } else { above.max(row[index]) };
            corner = above;
        }
    }
    row[right.len()]
}

/// Any text, or words of a small vocabulary, so that sides have something in common.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof!["\\PC{0,40}", "([a-e]{1,2}[ .,_-]{1,2}){0,30}", "([A-Za-zΣİß0-9.,'\u{1c}\u{a0}\t-]{0,4} ?){0,12}"]
}

proptest! {
    #[test]
    fn values_lie_in_their_range(pairs in proptest::collection::vec((any_text(), any_text()), 1..4)) {
        for metric in Metric::of_texts() {
            let (low, high) = metric.range;
            let mut sums = vec![0.0; width(metric)];
            for (hypothesis, reference) in &pairs {
                let counts = counts(metric, hypothesis, reference);
                let score = value_of_sums(metric)(&counts, 1);
                prop_assert!(low <= score && score <= high + 1e-9, "{}: {score}", metric.name);
                add(&mut sums, &counts);
            }
            let value = value_of_sums(metric)(&sums, pairs.len() as u64);
            prop_assert!(low <= value && value <= high + 1e-9, "{}: {value}", metric.name);
        }
    }

    #[test]
    fn a_text_is_the_best_answer_to_itself(text in "([A-Za-z0-9]{1,4} ){4,12}") {
        for metric in Metric::of_texts() {
            let (found, best) = (score(metric, &text, &text), metric.range.1);
            prop_assert!((found - best).abs() < 1e-9, "{}: {found}", metric.name);
        }
    }

    #[test]
    fn the_order_of_words_is_nothing_to_single_words(
        (words, shuffled) in proptest::collection::vec("[a-d]{1,2}", 1..12)
            .prop_flat_map(|words| (Just(words.clone()), Just(words).prop_shuffle())),
        reference in "([a-d]{1,2} ){1,12}",
    ) {
        let names =
            ["token_f1", "token_precision", "token_recall", "rouge1", "rouge1_precision", "rouge1_recall"];
        for name in names {
            let (left, right) = (words.join(" "), shuffled.join(" "));
            assert_near(score_of(name, &left, &reference), score_of(name, &right, &reference), name);
        }
    }

    #[test]
    fn precision_of_one_side_is_recall_of_the_other(left in any_text(), right in any_text()) {
        for name in ["token", "rouge1", "rouge2", "rougeL"] {
            let precision = score_of(&format!("{name}_precision"), &left, &right);
            let recall = score_of(&format!("{name}_recall"), &right, &left);
            assert_near(precision, recall, name);
        }
    }

    #[test]
    fn ngrams_and_subsequences_are_those_of_the_book(
        left in proptest::collection::vec("[a-c]|[a-p]", 1..200), right in proptest::collection::vec("[a-c]|[a-p]", 1..200)
    ) {
        let (hypothesis, reference) = (left.join(" "), right.join(" "));
        let left: Vec<&str> = left.iter().map(String::as_str).collect();
        let right: Vec<&str> = right.iter().map(String::as_str).collect();
        let found = counts(metric("bleu_sacre"), &hypothesis, &reference);
        for order in 1..=4 {
            assert_near(found[1 + order], common_by_the_book(&left, &right, order), "n-grams");
        }
        let fraction = subsequence_by_the_book(&left, &right) as f64 / right.len() as f64;
        assert_near(score_of("rougeL_recall", &hypothesis, &reference), fraction, "subsequence");
    }
}

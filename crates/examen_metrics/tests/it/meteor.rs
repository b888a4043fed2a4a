//! METEOR against the tool of version 1.5, and properties that hold for all texts.

use examen_metrics::{METEOR, Paraphrases, TextResources, ValueOfSums};
use proptest::prelude::*;
use serde::Deserialize;

use crate::assert_near;

#[derive(Deserialize)]
struct Pair {
    hypothesis: String,
    reference: String,
}

/// What the tool was, and its value of all pairs.
#[derive(Deserialize)]
struct Head {
    tool: String,
    version: String,
    corpus: f64,
    #[serde(default)]
    paraphrases: Vec<[String; 3]>,
}

#[derive(Deserialize)]
struct Value {
    value: f64,
}

fn width() -> usize {
    METEOR.aggregation.sums().unwrap().0
}

fn value_of_sums() -> ValueOfSums {
    METEOR.aggregation.sums().unwrap().1
}

fn numbers(resources: &TextResources, hypothesis: &str, reference: &str) -> Vec<f64> {
    let mut numbers = vec![0.0; width()];
    (METEOR.count_text.unwrap())(resources, hypothesis, reference, &mut numbers);
    numbers
}

fn value(hypothesis: &str, reference: &str) -> f64 {
    value_of_sums()(&numbers(&TextResources::default(), hypothesis, reference), 1)
}

fn lines(name: &str) -> Vec<String> {
    let path = format!("{}/fixtures/text/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
}

/// The values of the pairs and of all are those of the tool.
fn check(resources: &TextResources, head: &Head, pairs: &[(Pair, Value)]) {
    assert_eq!((head.tool.as_str(), head.version.as_str()), ("METEOR", "1.5"));
    let mut sums = vec![0.0; width()];
    for (pair, wanted) in pairs {
        let numbers = numbers(resources, &pair.hypothesis, &pair.reference);
        let what = format!("{:?} for {:?}", pair.hypothesis, pair.reference);
        assert_near(value_of_sums()(&numbers, 1), wanted.value, &what);
        sums.iter_mut().zip(&numbers).for_each(|(sum, number)| *sum += number);
    }
    assert_near(value_of_sums()(&sums, pairs.len() as u64), head.corpus, "of all");
}

/// Checks a fixture whose lines are pairs and their values.
fn check_lines(name: &str, resources: impl Fn(&Head) -> TextResources) -> Vec<(Pair, Value)> {
    let lines = lines(name);
    let (head, lines) = lines.split_first().unwrap();
    let head: Head = serde_json::from_str(head).unwrap();
    let parse = |line: &String| (serde_json::from_str(line).unwrap(), serde_json::from_str(line).unwrap());
    let pairs: Vec<(Pair, Value)> = lines.iter().map(parse).collect();
    check(&resources(&head), &head, &pairs);
    pairs
}

#[test]
fn values_are_those_of_the_tool() {
    let (pairs, values) = (lines("pairs"), lines("meteor"));
    let (head, values) = values.split_first().unwrap();
    assert_eq!(pairs.len(), values.len());
    assert!(pairs.len() >= 500);
    let parse =
        |(pair, value): (&String, &String)| (serde_json::from_str(pair).unwrap(), serde_json::from_str(value).unwrap());
    let pairs: Vec<(Pair, Value)> = pairs.iter().zip(values).map(parse).collect();
    check(&TextResources::default(), &serde_json::from_str(head).unwrap(), &pairs);
}

#[test]
fn values_with_paraphrases_are_those_of_the_tool() {
    let pairs = check_lines("meteor_paraphrase", |head| {
        let table: String = head.paraphrases.iter().flatten().flat_map(|line| [line, "\n"]).collect();
        TextResources { paraphrases: Some(Paraphrases::read(table.as_bytes()).unwrap()) }
    });
    // Each of them says something else without the table.
    let is_moved =
        |(pair, wanted): &(Pair, Value)| (value(&pair.hypothesis, &pair.reference) - wanted.value).abs() > 1e-9;
    assert!(pairs.iter().all(is_moved));
}

#[test]
fn habits_are_those_of_the_tool() {
    check_lines("meteor_habits", |_| TextResources::default());
}

#[test]
fn texts_without_words_have_nothing_in_common() {
    for (hypothesis, reference) in [("", ""), ("", "the file"), ("the file", ""), (" \t", "\u{a0}")] {
        assert_near(value(hypothesis, reference), 0.0, hypothesis);
    }
    assert_near(value_of_sums()(&vec![0.0; width()], 0), 0.0, "no pairs");
}

#[test]
fn long_lines_have_a_value() {
    // More words of one kind than are tried for each other. The second value is the tool's, which tries all.
    let same = "word ".repeat(2_000);
    assert_near(value(&same, &same), 1.0, "the same");
    let words = "word ".repeat(300);
    assert_near(value(&format!("{words}other {words}"), &words.repeat(2)), 0.808_186_348_034_827_1, "one between");
    // Words behind those that are aligned.
    let other = "other ".repeat(100_000);
    assert_near(value(&format!("{other} word"), "word"), 0.0, "behind");
    assert!(value(&other.replacen("other", "word", 1), "word") > 0.0);
}

#[test]
fn signatures_name_the_modules() {
    let signature = |resources: &TextResources| METEOR.signature_with(&resources.facts(&METEOR));
    let mut resources = TextResources::default();
    let plain = "lang:en|norm:yes|params:0.85,0.2,0.6,0.75|nrefs:1|as:meteor-1.5|modules:exact,stem,synonym";
    assert_eq!(signature(&resources), plain);
    resources.paraphrases = Some(Paraphrases::default());
    assert_eq!(signature(&resources), format!("{plain},paraphrase"));
    assert!(resources.facts(&examen_metrics::ACCURACY).is_empty());
}

#[test]
fn a_table_that_ends_in_an_entry_is_refused() {
    assert!(Paraphrases::read("0.5\nask for\nrequest\n".as_bytes()).is_ok());
    assert!(Paraphrases::read("0.5\nask for\n".as_bytes()).is_err());
}

/// Words that meet by form, stem and synonyms, and signs that are tokens of their own or not.
fn text() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => proptest::sample::select(vec![
            "the", "The", "file", "files", "filing", "a", "of", "request", "requests", "ask", "given", "child", "children",
            "to", "v1", "U.S.", "don't", "3,000", "e.g.", "close", "shut", ".", "...", "-", "''",
        ])
        .prop_map(str::to_owned),
        1 => "\\PC{0,8}",
    ];
    proptest::collection::vec(word, 0..25).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn values_lie_between_0_and_1(hypothesis in text(), reference in text()) {
        let value = value(&hypothesis, &reference);
        prop_assert!((0.0..=1.0).contains(&value), "{value}");
    }

    #[test]
    fn equal_texts_are_one(text in text()) {
        let numbers = numbers(&TextResources::default(), &text, &text);
        let value = value_of_sums()(&numbers, 1);
        let wanted = if numbers[0] > 0.0 { 1.0 } else { 0.0 };
        prop_assert!((value - wanted).abs() < 1e-12, "{value}");
    }

    #[test]
    fn no_word_is_matched_twice(hypothesis in text(), reference in text()) {
        let numbers = numbers(&TextResources::default(), &hypothesis, &reference);
        for side in 0..2 {
            let content: f64 = numbers[4 + side..20].iter().step_by(4).sum();
            let function: f64 = numbers[6 + side..20].iter().step_by(4).sum();
            prop_assert!(function <= numbers[2 + side]);
            prop_assert!(content <= numbers[side] - numbers[2 + side]);
        }
        let matched: f64 = numbers[4..20].iter().sum();
        prop_assert!(numbers[20] <= matched / 2.0);
    }

    #[test]
    fn case_and_white_space_do_not_count(text in "[a-z]{1,6}( [a-z]{1,6}){0,8}", other in text()) {
        let spaced = format!("  {} ", text.to_uppercase().replace(' ', " \t "));
        assert_near(value(&text, &other), value(&spaced, &other), &text);
    }
}

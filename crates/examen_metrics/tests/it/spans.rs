//! Sets of spans and multisets of texts.

use examen_metrics::{Kinds, Label, SpanKind, Spans, TokenRange, spans_in_labels, spans_match, texts_match};
use proptest::prelude::*;
use serde::Deserialize;

use crate::cases;

#[derive(Deserialize)]
struct SpanCase {
    truth: Vec<u8>,
    given: Vec<u8>,
    both: bool,
    answers: bool,
    facts: bool,
    why: String,
}

#[derive(Deserialize)]
struct LabelCase {
    labels: Vec<u8>,
    answers: Vec<(u32, u32)>,
    facts: Vec<(u32, u32)>,
}

#[derive(Deserialize)]
struct TextCase {
    truth: Vec<String>,
    given: Vec<String>,
    is_match: bool,
}

fn labels(numbers: &[u8]) -> Vec<Label> {
    numbers.iter().map(|&number| Label::of_number(number).unwrap()).collect()
}

#[test]
fn labels_hold_the_spans_of_the_fixture() {
    for LabelCase { labels: numbers, answers, facts } in cases("label_spans") {
        let ranges = |kind, ranges: &[(u32, u32)]| -> Spans<TokenRange> {
            ranges.iter().map(|&(start, end)| (kind, TokenRange { start, end })).collect()
        };
        let mut wanted = ranges(SpanKind::Answer, &answers);
        wanted.extend(ranges(SpanKind::Fact, &facts));
        assert_eq!(spans_in_labels(&labels(&numbers)), wanted, "{numbers:?}");
    }
}

#[test]
fn sets_of_spans_match_as_in_the_fixture() {
    for SpanCase { truth, given, both, answers, facts, why } in cases("span_match") {
        let (truth, given) = (spans_in_labels(&labels(&truth)), spans_in_labels(&labels(&given)));
        for (kinds, wanted) in [(Kinds::Both, both), (Kinds::Answers, answers), (Kinds::Facts, facts)] {
            assert_eq!(spans_match(&truth, &given, kinds), wanted, "{why}: {kinds:?}");
        }
    }
}

#[test]
fn texts_match_as_in_the_fixture() {
    for TextCase { truth, given, is_match } in cases("text_match") {
        assert_eq!(texts_match(&truth, &given), is_match, "{truth:?} {given:?}");
    }
}

#[test]
fn numbers_that_are_no_labels_are_refused() {
    assert_eq!(Label::of_number(5), None);
    for number in 0..5 {
        assert_eq!(Label::of_number(number).unwrap() as u8, number);
    }
}

fn any_labels() -> impl Strategy<Value = Vec<Label>> {
    proptest::collection::vec((0..5u8).prop_map(|number| Label::of_number(number).unwrap()), 0..12)
}

proptest! {
    #[test]
    fn a_set_matches_itself_and_both_means_answers_and_facts(truth in any_labels(), given in any_labels()) {
        let (truth, given) = (spans_in_labels(&truth), spans_in_labels(&given));
        for kinds in [Kinds::Both, Kinds::Answers, Kinds::Facts] {
            prop_assert!(spans_match(&truth, &truth, kinds));
            prop_assert_eq!(spans_match(&truth, &given, kinds), spans_match(&given, &truth, kinds));
        }
        let of_both_kinds = spans_match(&truth, &given, Kinds::Answers) && spans_match(&truth, &given, Kinds::Facts);
        prop_assert_eq!(spans_match(&truth, &given, Kinds::Both), of_both_kinds);
    }

    #[test]
    fn spans_do_not_overlap_and_lie_in_the_sequence(labels in any_labels()) {
        let mut ranges: Vec<TokenRange> = spans_in_labels(&labels).into_iter().map(|(_, range)| range).collect();
        ranges.sort();
        prop_assert!(ranges.iter().all(|range| range.start < range.end && range.end as usize <= labels.len()));
        prop_assert!(ranges.windows(2).all(|pair| pair[0].end <= pair[1].start));
    }

    #[test]
    fn order_and_white_space_of_texts_say_nothing(texts in proptest::collection::vec("[ab ]{0,3}", 0..6)) {
        let mut other: Vec<String> = texts.iter().map(|text| format!("  {text}\n")).collect();
        other.reverse();
        prop_assert!(texts_match(&texts, &other));
        other.push("c".to_owned());
        prop_assert!(!texts_match(&texts, &other));
    }
}

//! Sets of spans and multisets of texts.

use examen_metrics::{Kinds, Spans, spans_match, texts_match};
use proptest::prelude::*;
use serde::Deserialize;

use crate::cases;

#[derive(Deserialize)]
struct SpanCase {
    truth: Vec<(Kind, u32, u32)>,
    given: Vec<(Kind, u32, u32)>,
    both: bool,
    answers: bool,
    facts: bool,
    why: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Answer,
    Fact,
}

#[derive(Deserialize)]
struct TextCase {
    truth: Vec<String>,
    given: Vec<String>,
    is_match: bool,
}

fn spans(given: &[(Kind, u32, u32)]) -> Spans<(u32, u32)> {
    let mut spans = Spans::new();
    for (kind, start, end) in given {
        let of_kind = match kind {
            Kind::Answer => &mut spans.answers,
            Kind::Fact => &mut spans.facts,
        };
        of_kind.insert((*start, *end));
    }
    spans
}

#[test]
fn sets_of_spans_match_as_in_the_fixture() {
    for SpanCase { truth, given, both, answers, facts, why } in cases("span_match") {
        let (truth, given) = (spans(&truth), spans(&given));
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

fn any_spans() -> impl Strategy<Value = Spans<u8>> {
    let places = || proptest::collection::btree_set(0..4u8, 0..3);
    (places(), places()).prop_map(|(answers, facts)| Spans { answers, facts })
}

proptest! {
    #[test]
    fn a_set_matches_itself_and_both_means_answers_and_facts(truth in any_spans(), given in any_spans()) {
        for kinds in [Kinds::Both, Kinds::Answers, Kinds::Facts] {
            prop_assert!(spans_match(&truth, &truth, kinds));
            prop_assert_eq!(spans_match(&truth, &given, kinds), spans_match(&given, &truth, kinds));
        }
        let of_both_kinds = spans_match(&truth, &given, Kinds::Answers) && spans_match(&truth, &given, Kinds::Facts);
        prop_assert_eq!(spans_match(&truth, &given, Kinds::Both), of_both_kinds);
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

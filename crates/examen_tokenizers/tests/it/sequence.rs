//! Sequences of sub-words, and spans from their labels.

use std::borrow::Cow;

use examen_syntax::LineIndex;
use examen_tokenizers::Subwords;
use examen_tokenizers::code_tokens::{END_OF_TEXT, code_tokens, spelled_tokens, spelling};
use examen_tokenizers::labels::{Label, SpanKind, TokenRun, decode, encode_exact};
use examen_tokenizers::sequence::{Part, PlacedRun, join, placed_runs, runs, sequence, windows};
use proptest::prelude::*;

use crate::subwords::{bpe, cubert};
use crate::texts;

type Labelled<'s> = Vec<(Cow<'s, str>, Label)>;

/// Tokens with labels, written as `B/import`.
fn labelled(text: &str) -> Labelled<'_> {
    let label = |letter: &str| match letter {
        "B" => Label::Begin,
        "I" => Label::Inside,
        "F" => Label::Fact,
        _ => Label::Outside,
    };
    text.split(' ')
        .map(|token| token.split_once('/').unwrap())
        .map(|(letter, text)| (text.into(), label(letter)))
        .collect()
}

fn query() -> Vec<String> {
    spelled_tokens("Unused import")
}

fn header() -> Vec<String> {
    vec!["module".to_owned(), END_OF_TEXT.to_owned()]
}

#[test]
fn a_released_sequence_begins_as_ours() {
    let source = "# vim: tabstop=4 shiftwidth=4 softtabstop=4\n";
    let tokens = code_tokens(source, &LineIndex::new(source)).tokens;
    let tokens: Labelled<'_> = tokens.iter().map(|token| (spelling(source, token), Label::Outside)).collect();
    let sequence = sequence(&query(), &[Part { header: &header(), tokens: &tokens }], cubert());
    let published =
        ["[CLS]_", "Un", "used_", "import_", "[SEP]_", "module_", "\\u\\u\\uEOS\\u\\u\\u_", "#", " ", "vim", ":"];
    assert_eq!(sequence.tokens[..published.len()], published);
    assert_eq!(sequence.query_length, 5);
    let (query, code) = sequence.labels.split_at(5);
    assert!(query.iter().all(|&label| label == Label::NotCode) && code.iter().all(|&label| label == Label::Outside));
}

#[test]
fn blocks_are_separated_and_placed() {
    let (first, second) = (labelled("O/x B/abc_def I/."), labelled("F/y O/z"));
    let header = header();
    let parts = [Part { header: &header, tokens: &first }, Part { header: &[], tokens: &second }];
    let sequence = sequence(&["q".to_owned()], &parts, &Subwords::python());
    let wanted = ["[CLS]", "q", "[SEP]", "module", "___EOS___", "x", "abc_def", ".", "[SEP]", "y", "z"];
    assert_eq!(sequence.tokens, wanted);
    let places: Vec<_> = sequence.places.iter().flatten().copied().collect();
    assert_eq!(places, [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]);
    let answer = PlacedRun { kind: SpanKind::Answer, part: 0, first_token: 1, last_token: 2 };
    let fact = PlacedRun { kind: SpanKind::Fact, part: 1, first_token: 0, last_token: 0 };
    assert_eq!(runs(&sequence), [answer, fact]);
    assert_eq!(sequence.labels[8], Label::NotCode);
}

#[test]
fn a_begin_on_a_left_out_token_moves_on() {
    let tokens = labelled("B/___INDENT___ I/___NL___ I/x I/___NEWLINE___ F/___NL___ O/y F/___NL___ B/z B/___DEDENT___");
    let sequence = sequence(&[], &[Part { header: &[], tokens: &tokens }], bpe());
    assert_eq!(sequence.tokens, ["<s>", "</s>", "x", "Ġ", "y", "Ġ", "z"]);
    assert_eq!(sequence.labels[2..], [Label::Begin, Label::Outside, Label::Outside, Label::Begin, Label::Inside]);
    assert_eq!(sequence.lost_spans, 3);
}

#[test]
fn a_predicted_run_counts_only_with_whole_tokens_of_one_part() {
    use Label::{Begin, Inside, NotCode, Outside};
    let (first, second) = (labelled("O/x O/abc_def"), labelled("O/y"));
    let header = header();
    let parts = [Part { header: &header, tokens: &first }, Part { header: &[], tokens: &second }];
    let sequence = sequence(&["q".to_owned()], &parts, cubert());
    assert_eq!(sequence.tokens[3..], ["module_", "\\u\\u\\uEOS\\u\\u\\u_", "x_", "abc", "\\u", "def_", "[SEP]_", "y_"]);
    let predict = |code: &[Label]| placed_runs(&[&[NotCode; 5], code].concat(), &sequence.places);
    let run = |first_token, last_token| PlacedRun { kind: SpanKind::Answer, part: 0, first_token, last_token };

    assert_eq!(predict(&[Begin, Inside, Inside, Inside]).runs, [run(0, 1)]);
    assert_eq!(predict(&[Begin, Begin, Inside, Inside, Outside, Outside, Begin]).runs, [run(0, 0), run(1, 1)]);
    let strays = |code: &[Label]| {
        let placed = predict(code);
        assert!(placed.runs.is_empty());
        placed.strays
    };
    let stray = |start, end| [TokenRun { kind: SpanKind::Answer, start, end }];
    assert_eq!(strays(&[Begin, Inside, Inside, Outside]), stray(5, 8));
    assert_eq!(strays(&[Outside, Outside, Begin, Inside]), stray(7, 9));
    assert_eq!(strays(&[Outside, Begin, Inside, Inside, Inside]), stray(6, 10));
    assert_eq!(strays(&[Outside, Begin, Inside, Inside, Inside, Inside]), stray(6, 11));
    assert_eq!(placed_runs(&[NotCode, NotCode, NotCode, Begin], &sequence.places).strays, stray(3, 4));
    // A list that was cut off ends within a token: that is no whole one.
    assert_eq!(placed_runs(&[&[NotCode; 5][..], &[Outside, Begin]].concat(), &sequence.places).strays, stray(6, 7));
}

#[test]
fn windows_repeat_the_query() {
    let tokens = labelled("O/a B/b I/c I/d O/e");
    let whole = sequence(&["q".to_owned()], &[Part { header: &[], tokens: &tokens }], &Subwords::python());
    assert_eq!(windows(&whole, 8).len(), 1);
    assert_eq!(windows(&whole, 8)[0].sequence, whole);
    assert!(windows(&whole, 3).is_empty());
    let cut = windows(&whole, 5);
    let shown: Vec<String> = cut.iter().map(|window| window.sequence.tokens.join(" ")).collect();
    assert_eq!(shown, ["[CLS] q [SEP] a b", "[CLS] q [SEP] c d", "[CLS] q [SEP] e"]);
    assert_eq!(cut.iter().map(|window| window.start).collect::<Vec<_>>(), [3, 5, 7]);
    let outputs: Vec<Vec<Label>> = cut.iter().map(|window| window.sequence.labels.clone()).collect();
    assert_eq!(join(&cut, &outputs), whole.labels);
    assert_eq!(join(&cut, &outputs[..2])[7..], [Label::Outside]);
}

proptest! {
    #[test]
    fn sub_words_give_back_the_runs(text in texts::text(), choices in texts::choices(), width in 4..40_usize) {
        let lines = LineIndex::new(&text);
        let tokens = code_tokens(&text, &lines).tokens;
        let spans = texts::spans(&choices, &text, &tokens);
        let encoded = encode_exact(&tokens, &spans);
        let labelled: Labelled<'_> =
            tokens.iter().map(|token| spelling(&text, token)).zip(encoded.labels.iter().copied()).collect();
        let header = header();
        for subwords in [&Subwords::python(), cubert(), bpe()] {
            let parts = [Part { header: &header, tokens: &labelled }; 2];
            let made = sequence(&query(), &parts, subwords);
            prop_assert!(made.tokens.len() == made.labels.len() && made.tokens.len() == made.places.len());

            // A run keeps those of its tokens that have pieces.
            let kept: Vec<bool> = labelled.iter().map(|(token, _)| subwords.count(token) > 0).collect();
            let mut wanted = Vec::new();
            let mut lost = 0;
            for run in decode(&encoded.labels) {
                let mut shown = (run.start..run.end).filter(|&at| kept[at]);
                let first = shown.next();
                let last = shown.next_back().or(first);
                match (first, last) {
                    (Some(first), Some(last)) => wanted.push((run.kind, first as u32, last as u32)),
                    _ => lost += 2,
                }
            }
            let place = |part| wanted.iter().map(move |&(kind, first_token, last_token)| PlacedRun { kind, part, first_token, last_token });
            prop_assert_eq!(runs(&made), place(0).chain(place(1)).collect::<Vec<_>>());
            prop_assert_eq!(made.lost_spans, lost);
            prop_assert!(placed_runs(&made.labels, &made.places).strays.is_empty());

            let cut = windows(&made, width);
            let outputs: Vec<Vec<Label>> = cut.iter().map(|window| window.sequence.labels.clone()).collect();
            if made.tokens.len() <= width || width > made.query_length {
                prop_assert!(cut.iter().all(|window| window.sequence.tokens.len() <= width));
                prop_assert_eq!(join(&cut, &outputs), made.labels);
            } else {
                prop_assert!(cut.is_empty());
            }
        }
    }
}

//! Any text gives a value.

use examen_english::{English, Sentence, conllu};
use proptest::prelude::*;

fn check(text: &str) {
    let english = English::embedded().expect("the data file is whole");
    let sentences = english.parse(text);
    for sentence in &sentences {
        assert_eq!(sentence.tokens.iter().filter(|token| token.head.is_none()).count(), 1);
        assert!(sentence.tokens.iter().all(|token| token.head.is_none_or(|head| head < sentence.tokens.len())));
        assert!(sentence.tokens.iter().all(|token| text.get(token.span.clone()).is_some()));
        for predicate in english.roles(sentence) {
            assert!(predicate.roles.iter().all(|role| role.span.contains(&role.head)));
            assert!(predicate.roles.iter().all(|role| role.span.end <= sentence.tokens.len()));
        }
        if let Some(completed) = english.completed(sentence) {
            assert_eq!(completed.tokens.len(), sentence.tokens.len() + 2);
        }
    }
    let again = conllu::read(&conllu::write(&sentences)).expect("what was written can be read");
    assert_eq!(again.len(), sentences.len());
    let sizes = |sentences: &[Sentence]| sentences.iter().map(|sentence| sentence.tokens.len()).collect::<Vec<_>>();
    assert_eq!(sizes(&again), sizes(&sentences));
}

#[test]
fn odd_texts_give_values() {
    let texts = [
        "",
        " ",
        "\n\n\n",
        "\u{0}\u{1}\u{7f}",
        "👍🏽👩‍👩‍👧 emoji 🎉",
        "返回给定节点的名称。这是第二句。",
        "Возвращает имя файла.",
        "هذا نص عربي",
        "{@code",
        "{@link }",
        "<code>",
        "</p>",
        "`",
        "``",
        "```",
        ":a:`",
        "&lt",
        "@param",
        "@",
        ":param x",
        "- ",
        "1. ",
        "'s",
        "n't",
        "'",
        "\"",
        "....",
        "-",
        "--",
        "—",
        "e.g.",
        "(((((",
        ")))))",
        "f(",
        "f((((",
        "a/b",
        "x-",
        "-x",
        "I'",
        "can't've",
        "ﬁ",
        "İ",
        "\u{feff}bom",
        "a\u{300}b",
        "/**",
        "*/",
        "\"\"\"",
        "Do not.",
        "Be.",
        "Is.",
        ". . .",
        "\r\n\r\n",
        "a\tb",
    ];
    for text in texts {
        check(text);
    }
}

#[test]
fn a_giant_line_gives_a_value() {
    check(&"word ".repeat(20_000));
    check(&"x".repeat(100_000));
    check(&"((".repeat(5_000));
    check(&"a-".repeat(5_000));
    check(&"{@code ".repeat(2_000));
    check(&"`".repeat(5_001));
    check(&"run. ".repeat(20_000));
    check(&"returns it and ".repeat(5_000));
    check(&"<code>".repeat(20_000));
    check(&"a-".repeat(200_000));
    check(&")".repeat(200_000));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_text_gives_a_value(text in "\\PC{0,80}") {
        check(&text);
    }

    #[test]
    fn any_mix_of_markup_gives_a_value(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "{@code ", "}", "<p>", "</code>", "<code>", "`", "``", ":ref:`", "&lt;", "@param ", "- ", "\n", " ", "foo", "Returns",
                "n't", "'", "(", ")", ".", "...", "é", "👍", "http://", "#", "*", ":", "3.", "-", "/",
            ]),
            0..40,
        ),
    ) {
        check(&parts.concat());
    }
}

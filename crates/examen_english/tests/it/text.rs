//! Sentences and words of comments.

use examen_english::{English, words};

use crate::fixture::cases;

#[test]
fn sentences_and_words_are_those_of_the_fixture() {
    for case in cases(include_str!("fixtures/text.md")) {
        let found: Vec<String> = words(&case.blocks["text"])
            .iter()
            .map(|sentence| sentence.iter().map(|word| word.replace(' ', "_")).collect::<Vec<_>>().join(" "))
            .collect();
        let expected: Vec<&str> = case.blocks["words"].lines().collect();
        assert_eq!(found, expected, "{}", case.name);
    }
}

#[test]
fn spans_name_the_bytes_of_words() {
    let text = "Don't *use* the {@code x y} value,  ever.";
    let english = English::embedded().expect("the data file is whole");
    let tokens = &english.parse(text)[0].tokens;
    let spans: Vec<&str> = tokens.iter().map(|token| &text[token.span.clone()]).collect();
    assert_eq!(spans, ["Do", "n't", "*use*", "the", "{@code x y}", "value", ",", "ever", "."]);
    assert_eq!(tokens[4].text, "x y");
    assert_eq!(english.parse(text)[0].text(0..2), "Don't");
}

#[test]
fn comments_parsed_together_are_parsed_as_alone() {
    let english = English::embedded().expect("the data file is whole");
    let texts = ["Returns it. Or fails.", "", "A list:\n- one\n- two", "Parse the file using the given reader."];
    let together = english.parse_all(&texts);
    assert_eq!(together, texts.map(|text| english.parse(text)));
    assert_eq!(together.iter().map(Vec::len).collect::<Vec<_>>(), [2, 0, 3, 1]);
}

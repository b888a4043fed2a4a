//! Sentences without a subject get one.

use examen_english::English;

#[test]
fn subjects_are_completed_as_the_fixture_says() {
    let english = English::embedded().expect("the data file is whole");
    let mut wrong = Vec::new();
    for line in include_str!("fixtures/subjects.tsv").lines() {
        let (text, expected) = line.split_once('\t').expect("two columns");
        let sentence = &english.parse(text)[0];
        let found = english.completed(sentence);
        let found = found.map_or_else(|| String::from("-"), |sentence| sentence.text(0..sentence.tokens.len()));
        if found != expected {
            wrong.push(format!("{text}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_completed_verb_is_the_root_in_the_third_person() {
    let english = English::embedded().expect("the data file is whole");
    for text in [
        "attach votes count to each object of the queryset",
        "Trims all occurrences",
        "count the checks",
        "Sort the inserts.",
    ] {
        let completed = english.completed(&english.parse(text)[0]).expect("no subject");
        let verb = &completed.tokens[2];
        assert_eq!((verb.xpos.as_str(), verb.upos.as_str(), verb.head), ("VBZ", "VERB", None), "{text}");
        assert_eq!((completed.tokens[1].deprel.as_str(), completed.tokens[1].head), ("nsubj", Some(2)), "{text}");
        assert!(completed.tokens[0].span.is_empty() && !completed.tokens[2].span.is_empty());
    }
}

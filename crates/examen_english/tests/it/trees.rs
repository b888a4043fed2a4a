//! Main clauses and roles of comments.

use examen_english::{English, Sentence};

use crate::fixture::cases;

/// One line a role: the predicate's lemma, the label and the words.
fn roles(english: &English, sentence: &Sentence) -> Vec<String> {
    let mut lines = Vec::new();
    for predicate in english.roles(sentence) {
        let lemma = &sentence.tokens[predicate.verb].lemma;
        for role in predicate.roles {
            lines.push(format!("{lemma} {} {}", role.label, sentence.text(role.span)));
        }
    }
    lines
}

#[test]
fn main_clauses_have_the_roles_of_the_fixture() {
    let english = English::embedded().expect("the data file is whole");
    let mut wrong = Vec::new();
    for case in cases(include_str!("fixtures/roles.md")) {
        let mut sentence = english.parse(&case.blocks["text"]).remove(0);
        if case.blocks.contains_key("completed") {
            sentence = english.completed(&sentence).expect("a sentence without a subject");
        }
        let found = roles(english, &sentence);
        for expected in case.blocks["roles"].lines() {
            if !found.iter().any(|line| line == expected) {
                wrong.push(format!("{}: {expected} is not among {found:#?}", case.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

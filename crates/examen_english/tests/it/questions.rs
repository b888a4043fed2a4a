//! Questions of comments: each rule against its fixture, the paper's examples, and texts that are none.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use examen_english::questions::{Made, Mode, Pair, QuestionType, RULES, Unused, pairs};
use examen_english::{English, conllu};
use proptest::prelude::*;

use crate::fixture::cases;

fn made(text: &str, mode: Mode) -> Made {
    pairs(English::embedded().expect("the data file is whole"), text, mode)
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/fixtures/questions")
}

/// The pairs of a rule, one a line.
fn lines(pairs: &[Pair], rule: &str) -> String {
    let mut out = String::new();
    for pair in pairs.iter().filter(|pair| pair.rule == rule) {
        writeln!(out, "{} | {}", pair.question, pair.printed_answer()).expect("a string takes everything");
    }
    out
}

/// Blocks `clean` and `faithful` hold what the rule that the file is named for makes of the text; `EXAMEN_UPDATE=1` rewrites them.
#[test]
fn rules_make_what_their_fixtures_say() {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(fixtures()).expect("there are fixtures") {
        let path = entry.expect("it can be read").path();
        let rule = path.file_stem().expect("it has a name").to_string_lossy().replace('_', "-");
        let before = fs::read_to_string(&path).expect("it is text");
        let mut after = before.clone();
        for case in cases(&before) {
            for (word, mode) in [("clean", Mode::Clean), ("faithful", Mode::Faithful)] {
                if let Some(old) = case.blocks.get(word) {
                    let text = &case.blocks["text"];
                    let new = lines(&made(text.trim_end(), mode).pairs, &rule);
                    let place = format!("~~~text\n{text}~~~\n");
                    let start = after.find(&place).expect("the case is there") + place.len();
                    let block = format!("~~~{word}\n{old}~~~\n");
                    let at = start + after[start..].find(&block).expect("the block is there");
                    after.replace_range(at..at + block.len(), &format!("~~~{word}\n{new}~~~\n"));
                }
            }
        }
        if std::env::var_os("EXAMEN_UPDATE").is_some() {
            fs::write(&path, &after).expect("it can be written");
        } else {
            assert_eq!(before, after, "{}", path.display());
        }
        names.insert(rule);
    }
    let rules: BTreeSet<String> = RULES.iter().map(|rule| rule.name.to_owned()).collect();
    assert_eq!(names, rules, "every rule has a fixture, and every fixture a rule");
    assert!(RULES.is_sorted_by(|left, right| left.name < right.name));
}

/// Sentences with the question and the answer that the paper prints, by tabs.
#[test]
fn the_papers_examples_are_made_as_printed() {
    let mut missing = Vec::new();
    for line in include_str!("fixtures/codeqa-examples.tsv").lines().filter(|line| !line.starts_with('#')) {
        let [table, mode, sentence, question, answer] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("five columns: {line}")
        };
        let mode = if mode == "clean" { Mode::Clean } else { Mode::Faithful };
        let found = made(sentence, mode).pairs;
        if !found.iter().any(|pair| pair.question == question && pair.printed_answer() == answer) {
            let found: Vec<_> =
                found.iter().map(|pair| format!("{} {}", pair.question, pair.printed_answer())).collect();
            missing.push(format!("{table}: {question} {answer}; there are {found:#?}"));
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn comments_that_are_none_are_skipped_with_a_reason() {
    for (text, reason) in [
        ("", Unused::Empty),
        ("<p/> ---- ::", Unused::Empty),
        ("获取一个cookie - BAIDUID. 这里, 我们访问百度首页", Unused::OtherLanguage),
        ("Возвращает имя файла.", Unused::OtherLanguage),
        ("Devuelve el nombre de la tabla para el usuario.", Unused::OtherLanguage),
        ("Returns the name 🎉 of the file.", Unused::Emoji),
        ("Returns the name\u{0} of the file.", Unused::ControlCharacters),
        ("TODO: return the name of the file.", Unused::UnderDevelopment),
        ("Licensed under the Apache License.", Unused::License),
        ("Returns the name. @author somebody", Unused::Ownership),
        ("Is this the name of the file?", Unused::Question),
    ] {
        for mode in [Mode::Clean, Mode::Faithful] {
            let made = made(text, mode);
            assert!(made.pairs.is_empty(), "{text}: {:?}", made.pairs);
            assert_eq!(made.unused, [reason], "{text}");
        }
    }
    let giant = "Returns the name of the file, ".repeat(2_000);
    assert_eq!(made(&giant, Mode::Clean).unused, [Unused::TooLong]);
}

#[test]
fn negation_turns_the_answer() {
    let found = made("windows don't have a mode like linux cli example", Mode::Clean).pairs;
    let pair = found.iter().find(|pair| pair.kind == QuestionType::YesNo).expect("there is a finite verb");
    assert_eq!(
        (pair.question.as_str(), pair.answer.as_str()),
        ("Do windows have a mode like linux cli example?", "no")
    );
}

#[test]
fn sections_and_examples_are_no_comment() {
    let text = "Returns the name.\n\nArgs:\n    file: reads the file of the user\n\n>>> name()";
    let found = made(text, Mode::Clean).pairs;
    assert!(found.iter().all(|pair| pair.sentence.contains("returns the name")), "{found:?}");
}

#[test]
fn trees_of_other_parsers_give_the_same_pairs() {
    let english = English::embedded().expect("the data file is whole");
    let text = "The code takes a screenshot after every test.";
    let trees = conllu::read_for(&conllu::write(&english.parse(text)), text).expect("it fits");
    assert_eq!(examen_english::questions::pairs_of(english, &trees, Mode::Clean).pairs, made(text, Mode::Clean).pairs);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_gives_a_value(text in "\\PC{0,80}", mode in prop::bool::ANY) {
        let made = made(&text, if mode { Mode::Clean } else { Mode::Faithful });
        for pair in &made.pairs {
            prop_assert!(pair.question.ends_with('?') && !pair.answer.is_empty());
            prop_assert!((0.0..=1.0).contains(&pair.confidence));
        }
        prop_assert!(made.pairs.len() <= made.before_filters);
    }

    #[test]
    fn words_in_any_order_give_a_value(
        words in prop::collection::vec(
            prop::sample::select(vec!["the", "code", "returns", "not", "if", "is", "by", "using", ",", "and", "file", "to", "read", "which", "(", ")", "."]),
            0..25,
        ),
    ) {
        for mode in [Mode::Clean, Mode::Faithful] {
            let made = made(&words.join(" "), mode);
            prop_assert!(made.pairs.iter().all(|pair| pair.question.len() > 2));
        }
    }
}

//! One thing has one word, and where the field has a word, it is that one: words that were given up do not come back.

use std::path::Path;

/// A word, as whole words or parts of identifiers, and the sense in which it is not used.
const GIVEN_UP: &[(&[&str], &str)] = &[
    (&["sat", "sits", "resat"], "a model predicts"),
    (&["unrecorded"], "a tensor is detached"),
    (&["slope", "slopes"], "gradient"),
    (&["lesson", "lessons"], "example, batch"),
    (&["dealt"], "random, shuffled"),
    (&["chance"], "random, probability"),
    (&["sieve", "sieves"], "bounded top-k"),
    (&["tokeniser", "tokenisers", "tokenise", "tokenised", "tokenisation"], "tokenizer"),
    (&["optimiser", "optimisers"], "optimizer"),
    (&["blanks"], "whitespace"),
    (&["errand", "errands"], "job"),
    (&["scribe"], "writer"),
    (&["ceiling"], "reference"),
];

/// The same for several words that follow each other.
const GIVEN_UP_PHRASES: &[(&str, &str)] = &[
    ("the floor", "a baseline"),
    ("way back", "backward pass"),
    ("pass back", "backward pass"),
    ("mean share", "beta1"),
    ("square share", "beta2"),
    ("learnt nothing", "untrained, randomly initialised"),
    ("find out", "detect, infer, resolve"),
    ("marks of single examples", "scores"),
    ("told by:", "format"),
];

/// Where words are quoted: keys of hashes, texts of other people, and this file.
const QUOTED: &[&str] = &["examen 2026 chance of an example", "not-tokenisable"];

#[test]
fn words_that_were_given_up_do_not_come_back() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in ["crates", "docs", "xtask", "fuzz", "scripts", "benches"] {
        for path in examen_test::files_below(&root.join(folder)) {
            let shown = path.display().to_string();
            let is_text =
                ["rs", "md", "py"].iter().any(|it| path.extension().is_some_and(|extension| extension == *it));
            let is_quotation =
                ["fixtures", "snapshots", "vocabulary.rs", "/target/"].iter().any(|it| shown.contains(it));
            if is_text && !is_quotation {
                check(&path, &mut found);
            }
        }
    }
    for name in ["README.md", "CONTRIBUTING.md", "architecture.md"] {
        check(&root.join(name), &mut found);
    }
    assert!(found.is_empty(), "words that were given up:\n{}", found.join("\n"));
}

fn check(path: &Path, found: &mut Vec<String>) {
    let Ok(text) = std::fs::read_to_string(path) else { return };
    for (at, line) in text.lines().enumerate() {
        if QUOTED.iter().any(|quoted| line.contains(quoted)) {
            continue;
        }
        let lower = line.to_lowercase();
        let words: Vec<&str> = lower.split(|character: char| !character.is_alphabetic()).collect();
        let single = GIVEN_UP.iter().filter(|(given_up, _)| given_up.iter().any(|word| words.contains(word)));
        let phrases = GIVEN_UP_PHRASES.iter().filter(|(phrase, _)| lower.contains(phrase));
        let instead = single.map(|(_, instead)| instead).chain(phrases.map(|(_, instead)| instead));
        found.extend(instead.map(|instead| format!("{}:{}: {} ({instead})", path.display(), at + 1, line.trim())));
    }
}

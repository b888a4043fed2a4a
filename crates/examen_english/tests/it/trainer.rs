//! The trainer: the same seed, the same bytes.

use examen_english::training::{Options, Sources, TrainingError, train};
use examen_english::{English, conllu};

const TREES: &str = include_str!("fixtures/small.conllu");

fn vectors() -> String {
    let mut out = String::new();
    for (number, word) in ["the", "code", "returns", "name", "a", "of", "file", "."].iter().enumerate() {
        out.push_str(word);
        for column in 0..64 {
            let value = ((number * 31 + column * 17) % 13) as f32 / 13.0 - 0.5;
            out.push(' ');
            out.push_str(&value.to_string());
        }
        out.push('\n');
    }
    out
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let trees = conllu::read(TREES).expect("the fixture is a treebank");
    let vectors = vectors();
    let sources = Sources { treebank: &trees, silver: &[], development: &trees, vectors: &vectors };
    let options = Options { passes: 2, role_passes: 1, ..Options::default() };
    let mut lines = Vec::new();
    let first = train(&sources, options, &mut |line| lines.push(line.to_owned())).expect("trains");
    let second = train(&sources, options, &mut |_| {}).expect("trains");
    assert!(first == second);
    assert!(lines.iter().any(|line| line.starts_with("pass 2")), "{lines:?}");
    assert!(English::read(&first).is_ok());
    let other = train(&sources, Options { seed: 2, ..options }, &mut |_| {}).expect("trains");
    assert!(first != other);
}

#[test]
fn vectors_that_are_none_are_an_error() {
    let sources = Sources { treebank: &[], silver: &[], development: &[], vectors: "word 1 2 x" };
    let result = train(&sources, Options::default(), &mut |_| {});
    assert!(matches!(result, Err(TrainingError::Vectors { line: 1 })));
}

//! What the embedded models reach on the test part of the treebank.

use std::io::Read;

use examen_english::{English, Sentence, conllu, evaluation};

fn treebank() -> Vec<Sentence> {
    let bytes: &[u8] = include_bytes!("fixtures/ewt-test.conllu.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(bytes).read_to_string(&mut text).expect("the fixture is whole");
    conllu::read(&text).expect("the fixture is a treebank")
}

#[test]
fn tags_trees_and_roles_reach_what_the_readme_says() {
    let gold = treebank();
    let english = English::embedded().expect("the data file is whole");
    let words: Vec<Vec<&str>> = gold.iter().map(Sentence::words).collect();
    let trees = english.analyse(&words);
    let scores = evaluation::compare(&gold, &trees);
    assert!(scores.upos >= 95.0 && scores.las >= 80.0, "{scores}");
    let roles = evaluation::roles(english, &trees, &gold);
    for (label, least) in [("A0", 80.0), ("A1", 80.0), ("AM-TMP", 70.0)] {
        assert!(roles[label].f1() >= least, "{label}: {:.1}", roles[label].f1());
    }
}

#[test]
fn batches_do_not_change_trees() {
    let gold = treebank();
    let english = English::embedded().expect("the data file is whole");
    let words: Vec<Vec<&str>> = gold[..40].iter().map(Sentence::words).collect();
    let together = english.analyse(&words);
    for (words, sentence) in words.iter().zip(&together) {
        assert_eq!(&english.analyse(std::slice::from_ref(words))[0], sentence);
    }
}

//! Dictionary forms: a list of exceptions seen in the treebank, then the rules of inflection.

use std::collections::BTreeMap;

use crate::inflection;

/// Words whose dictionary form the rules do not give.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Lemmas {
    /// By lower-cased word and Penn tag.
    exceptions: BTreeMap<(String, String), String>,
}

impl Lemmas {
    /// The dictionary form of a word with these tags.
    pub(crate) fn lemma(&self, text: &str, upos: &str, xpos: &str) -> String {
        let lower = text.to_lowercase();
        let key = (lower, xpos.to_owned());
        if let Some(lemma) = self.exceptions.get(&key) {
            return lemma.clone();
        }
        by_rule(text, key.0, upos, xpos)
    }

    /// Adds an exception where the rules give something else.
    pub(crate) fn learn(&mut self, text: &str, upos: &str, xpos: &str, lemma: &str) {
        let lower = text.to_lowercase();
        if by_rule(text, lower.clone(), upos, xpos) != lemma {
            self.exceptions.insert((lower, xpos.to_owned()), lemma.to_owned());
        }
    }

    pub(crate) fn read(text: &str) -> Self {
        let mut exceptions = BTreeMap::new();
        for line in text.lines() {
            let mut parts = line.split('\t');
            if let (Some(word), Some(tag), Some(lemma)) = (parts.next(), parts.next(), parts.next()) {
                exceptions.insert((word.to_owned(), tag.to_owned()), lemma.to_owned());
            }
        }
        Self { exceptions }
    }

    pub(crate) fn write(&self) -> String {
        let lines: Vec<String> =
            self.exceptions.iter().map(|((word, tag), lemma)| format!("{word}\t{tag}\t{lemma}")).collect();
        lines.join("\n")
    }
}

fn by_rule(text: &str, lower: String, upos: &str, xpos: &str) -> String {
    match (upos, xpos) {
        ("PROPN", "NNPS") => inflection::singular(text),
        ("PROPN" | "X" | "SYM", _) => text.to_owned(),
        ("VERB" | "AUX", _) => inflection::base(&lower, xpos),
        ("NOUN", "NNS") => inflection::singular(&lower),
        ("ADJ" | "ADV", "JJR" | "RBR") => inflection::positive(&lower, "er"),
        ("ADJ" | "ADV", "JJS" | "RBS") => inflection::positive(&lower, "est"),
        _ => lower,
    }
}

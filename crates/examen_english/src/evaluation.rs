//! How well trees and tags agree with those of a treebank.

use std::collections::BTreeMap;
use std::fmt;

use crate::English;
use crate::conllu::roles as gold_roles;
use crate::sentence::Sentence;

/// Proportions of words, in percent.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Scores {
    /// Universal tags that are right.
    pub upos: f64,
    /// Penn tags that are right.
    pub xpos: f64,
    /// Dictionary forms that are right.
    pub lemmas: f64,
    /// Heads that are right, punctuation apart.
    pub uas: f64,
    /// Heads and relations that are right, punctuation apart.
    pub las: f64,
}

impl fmt::Display for Scores {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "UPOS {:.2} XPOS {:.2} lemmas {:.2} UAS {:.2} LAS {:.2}",
            self.upos, self.xpos, self.lemmas, self.uas, self.las
        )
    }
}

/// Analyses the words of gold sentences and compares.
pub fn trees(english: &English, gold: &[Sentence]) -> Scores {
    let words: Vec<Vec<&str>> = gold.iter().map(Sentence::words).collect();
    let found = english.analyse(&words);
    compare(gold, &found)
}

/// Compares analyses of the same words.
pub fn compare(gold: &[Sentence], found: &[Sentence]) -> Scores {
    let mut counts = [0usize; 5];
    let (mut all, mut scored) = (0usize, 0usize);
    let pairs = gold.iter().zip(found).flat_map(|(gold, found)| gold.tokens.iter().zip(&found.tokens));
    for (gold, found) in pairs {
        all += 1;
        counts[0] += usize::from(gold.upos == found.upos);
        counts[1] += usize::from(gold.xpos == found.xpos);
        counts[2] += usize::from(gold.lemma == found.lemma);
        if gold.upos != "PUNCT" {
            scored += 1;
            counts[3] += usize::from(gold.head == found.head);
            counts[4] += usize::from(gold.head == found.head && gold.deprel == found.deprel);
        }
    }
    let percent = |count: usize, of: usize| 100.0 * count as f64 / of.max(1) as f64;
    Scores {
        upos: percent(counts[0], all),
        xpos: percent(counts[1], all),
        lemmas: percent(counts[2], all),
        uas: percent(counts[3], scored),
        las: percent(counts[4], scored),
    }
}

/// How well one role was found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RoleScore {
    /// Roles that are right.
    pub right: usize,
    /// Roles that were found.
    pub found: usize,
    /// Roles that are there.
    pub gold: usize,
}

impl RoleScore {
    /// How many of the found roles are right, in percent.
    pub fn precision(&self) -> f64 {
        100.0 * self.right as f64 / self.found.max(1) as f64
    }

    /// How many of the roles were found, in percent.
    pub fn recall(&self) -> f64 {
        100.0 * self.right as f64 / self.gold.max(1) as f64
    }

    /// The harmonic mean of both, in percent.
    pub fn f1(&self) -> f64 {
        200.0 * self.right as f64 / (self.found + self.gold).max(1) as f64
    }
}

/// Scores of each role on verbs that the treebank gives roles for, with the crate's own trees (`trees` of the same words).
pub fn roles(english: &English, trees: &[Sentence], gold: &[Sentence]) -> BTreeMap<String, RoleScore> {
    let mut scores: BTreeMap<String, RoleScore> = BTreeMap::new();
    for (tree, gold) in trees.iter().zip(gold) {
        let answers = gold_roles(gold);
        for label in answers.values().flatten().map(|(_, label)| label) {
            scores.entry(label.clone()).or_default().gold += 1;
        }
        for predicate in english.roles(tree) {
            let Some(answers) = answers.get(&predicate.verb) else { continue };
            for role in predicate.roles {
                let right = answers.iter().any(|(word, label)| *word == role.head && *label == role.label);
                let score = scores.entry(role.label).or_default();
                score.found += 1;
                score.right += usize::from(right);
            }
        }
    }
    scores
}

//! Questions and answers from comments, as `CodeQA` makes them: a clause of a comment, a template, an answer that stands in the clause.
//!
//! A comment is selected (`selection`), its sentences get a subject where they have none, each predicate becomes a `Clause`, every rule of
//! [`RULES`] makes drafts of it, and what `filters` lets through becomes a [`Pair`].

mod attachment;
mod clause;
mod draft;
mod filters;
mod kinds;
mod lexicon;
mod nouns;
mod references;
mod rules;
mod selection;
mod slips;
mod soundness;
mod words;

pub use kinds::{Category, QuestionType};
pub use rules::{RULES, Rule};
pub use selection::{Unused, check_text};

use crate::english::English;
use crate::sentence::{Predicate, Sentence};
use clause::Clause;
use draft::Draft;

/// How much a pair may be off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Only what reads as correct English with a correct answer: main clauses with a subject of their own.
    #[default]
    Clean,
    /// What the paper's templates make: every predicate, its lowest-numbered argument as the subject.
    Faithful,
}

/// A question with its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// The question, with a capital and a question mark.
    pub question: String,
    /// The answer as it stands in the sentence, or `yes` or `no`.
    pub answer: String,
    /// The name of the rule that made it.
    pub rule: &'static str,
    /// What the question begins with.
    pub kind: QuestionType,
    /// What the question is after.
    pub category: Category,
    /// The place of its sentence in the comment, from 0.
    pub sentence_index: usize,
    /// The sentence it was made of, with its subject.
    pub sentence: String,
    /// How sure the rule and the classifier of roles are, from 0 to 1.
    pub confidence: f32,
}

impl Pair {
    /// The answer as the paper prints it: a capital and a full stop, but plain `Yes` and `No`.
    pub fn printed_answer(&self) -> String {
        let mut out = words::capitalised(&self.answer);
        if self.kind != QuestionType::YesNo {
            out.push('.');
        }
        out
    }
}

/// What came of a comment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Made {
    /// The pairs that passed the filters, in the order of sentences, predicates and rules.
    pub pairs: Vec<Pair>,
    /// How many there were before the filters.
    pub before_filters: usize,
    /// Why nothing, or not everything, was used; in the order of sentences.
    pub unused: Vec<Unused>,
}

/// The pairs of a comment.
pub fn pairs(english: &English, comment: &str, mode: Mode) -> Made {
    match selection::selected(comment, mode) {
        Ok(text) => pairs_of(english, &english.parse(&text), mode),
        Err(unused) => Made { unused: vec![unused], ..Made::default() },
    }
}

/// The pairs of sentences whose trees are known, from this parser or another.
pub fn pairs_of(english: &English, sentences: &[Sentence], mode: Mode) -> Made {
    let mut out = Made::default();
    for (sentence_index, sentence) in sentences.iter().enumerate() {
        if let Err(unused) = selection::check(sentence, mode) {
            out.unused.push(unused);
            continue;
        }
        let sentence = selection::with_subject(english, sentence, sentence_index == 0);
        let before = out.before_filters;
        let predicates = english.roles(&sentence);
        for head in clause::heads(&sentence) {
            let none = Predicate { verb: head, roles: Vec::new() };
            let predicate = predicates.iter().find(|predicate| predicate.verb == head).unwrap_or(&none);
            if let Some(clause) = Clause::new(&sentence, predicate, mode) {
                add_pairs(&clause, sentence_index, &mut out);
            }
        }
        if out.before_filters == before {
            out.unused.push(Unused::NoClause);
        }
    }
    if sentences.is_empty() {
        out.unused.push(Unused::Empty);
    }
    out
}

fn add_pairs(clause: &Clause<'_>, sentence_index: usize, made: &mut Made) {
    if clause.mode == Mode::Clean && !soundness::is_sound(clause) {
        return;
    }
    for rule in RULES {
        let mut drafts: Vec<Draft> = Vec::new();
        (rule.make)(clause, &mut drafts);
        for draft in drafts {
            made.before_filters += 1;
            let pair = Pair {
                kind: QuestionType::of(&draft.question),
                category: draft.category,
                question: draft.question,
                answer: draft.answer,
                rule: rule.name,
                sentence_index,
                sentence: words::plain(clause.sentence),
                confidence: draft.confidence,
            };
            let repeated = made.pairs.iter().any(|old| old.question == pair.question && old.answer == pair.answer);
            if filters::keeps(&pair, clause.mode) && !repeated {
                made.pairs.push(pair);
            }
        }
    }
}

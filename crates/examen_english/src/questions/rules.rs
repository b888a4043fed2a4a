//! The templates: one file each, named for what the answer is in the tree or for the role that it plays.

mod cau;
mod ccomp;
mod cop;
mod dir;
mod dobj;
mod ext;
mod iobj;
mod loc;
mod mnr;
mod nsubj;
mod prp;
mod tmp;
mod xcomp;
mod yes_no;

use super::Mode;
use super::clause::Clause;
use super::draft::Draft;
use super::kinds::Category;
use crate::sentence::Role;

/// A template: what part of a clause it asks for, and how.
pub struct Rule {
    /// Its name: the relation or the role of the answer.
    pub name: &'static str,
    /// What it asks for.
    pub description: &'static str,
    /// Its parts in order.
    pub template: &'static str,
    pub(super) make: fn(&Clause<'_>, &mut Vec<Draft>),
}

/// All rules, sorted by name.
pub static RULES: &[&Rule] = &[
    &cau::RULE,
    &ccomp::RULE,
    &cop::RULE,
    &dir::RULE,
    &dobj::RULE,
    &ext::RULE,
    &iobj::RULE,
    &loc::RULE,
    &mnr::RULE,
    &nsubj::RULE,
    &prp::RULE,
    &tmp::RULE,
    &xcomp::RULE,
    &yes_no::RULE,
];

/// The modifiers of a clause with a role; clean ones depend on the verb itself and stand as one piece behind it or before the subject.
fn modifiers<'c>(clause: &'c Clause<'_>, label: &'c str) -> impl Iterator<Item = (&'c Role, Vec<usize>)> {
    clause.roles.iter().filter(move |role| role.label == label).filter_map(|role| {
        let words: Vec<usize> = match clause.mode {
            Mode::Clean => clause.words_of(role.head),
            Mode::Faithful => role.span.clone().filter(|position| clause.rest.contains(position)).collect(),
        };
        let direct = clause.sentence.tokens[role.head].head == Some(clause.head);
        let sound = clause.mode == Mode::Faithful || direct && Clause::is_whole(&words);
        (sound && !words.is_empty()).then_some((role, words))
    })
}

/// The draft of a question after a modifier.
fn ask(clause: &Clause<'_>, wh: &str, category: Category, words: &[usize], confidence: f32) -> Draft {
    Draft { question: clause.question(wh, words), answer: clause.answer(words), category, confidence }
}

/// The first word of a phrase in small letters.
fn first_word(clause: &Clause<'_>, words: &[usize]) -> String {
    words.first().map(|&first| clause.sentence.tokens[first].text.to_lowercase()).unwrap_or_default()
}

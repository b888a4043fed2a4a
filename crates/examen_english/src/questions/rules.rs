//! The templates: one file each, named for what the answer is in the tree or for the role that it plays.

mod adv;
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
mod pobj;
mod prp;
mod tmp;
mod xcomp;
mod yes_no;

use super::Mode;
use super::clause::Clause;
use super::draft::Draft;
use super::kinds::Category;
use super::lexicon;
use super::soundness;
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
    &adv::RULE,
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
    &pobj::RULE,
    &prp::RULE,
    &tmp::RULE,
    &xcomp::RULE,
    &yes_no::RULE,
];

/// The modifiers of a clause with a role, and how sure that is. In clean mode these are dependents of the verb itself in one piece; clauses,
/// and adverbs and phrases of manner, are candidates whatever their role, for their first words say more than the classifier knows of comments.
fn modifiers(clause: &Clause<'_>, label: &str) -> Vec<(f32, Vec<usize>)> {
    if clause.mode == Mode::Faithful {
        let words = |role: &Role| role.span.clone().filter(|position| clause.rest.contains(position)).collect();
        let of_role = clause.roles.iter().filter(|role| role.label == label).map(|role| (role.confidence, words(role)));
        return of_role.filter(|(_, words): &(f32, Vec<usize>)| !words.is_empty()).collect();
    }
    let mut out = Vec::new();
    for child in clause.sentence.children(clause.head) {
        let role = clause.roles.iter().find(|role| role.head == child);
        let named = role.filter(|role| role.label == label);
        let relation = clause.sentence.tokens[child].deprel.as_str();
        let is_clause = relation == "advcl"
            || matches!(relation, "advmod" | "obl") && label == "AM-MNR"
            || relation == "obl" && label == "AM-TMP"
            || matches!(relation, "xcomp" | "obl") && label == "AM-PRP";
        let words = clause.words_of(child);
        if (named.is_some() || is_clause) && !words.is_empty() {
            out.push((named.map_or(UNNAMED, |role| role.confidence.max(UNNAMED)), words));
        }
    }
    out
}

/// How sure a clause is to be what its first words say.
const UNNAMED: f32 = 0.6;

/// The draft of a question after a part of a clause; none where a clean one would not read well.
fn ask(clause: &Clause<'_>, wh: &str, category: Category, words: &[usize], confidence: f32) -> Option<Draft> {
    if clause.mode == Mode::Clean && !soundness::is_answer(clause, words) {
        return None;
    }
    Some(Draft { question: clause.question(wh, words), answer: clause.answer(words), category, confidence })
}

/// The first word of a phrase in small letters.
fn first_word(clause: &Clause<'_>, words: &[usize]) -> String {
    words.first().map(|&first| clause.sentence.tokens[first].text.to_lowercase()).unwrap_or_default()
}

/// Whether the verb of a clause is passive.
fn is_passive(clause: &Clause<'_>) -> bool {
    clause.children("aux:pass").next().is_some()
}

/// Whether a clause is the title of a test: "tests for correct operation when …" tests what happens then.
fn is_title(clause: &Clause<'_>) -> bool {
    lexicon::is("titling", &clause.sentence.tokens[clause.head].lemma) && clause.auxiliaries.is_empty()
}

/// Whether an infinitive stands between the verb and a phrase, which may be the infinitive's.
fn follows_infinitive(clause: &Clause<'_>, words: &[usize]) -> bool {
    let tokens = &clause.sentence.tokens;
    clause.rest.iter().any(|&word| {
        tokens[word].upos == "VERB"
            && tokens[word].xpos == "VB"
            && !clause.verbs.contains(&word)
            && words.first().is_some_and(|first| (clause.head + 1..*first).contains(&word))
    })
}

/// The word of a phrase that hangs on the verb.
fn head_of(clause: &Clause<'_>, words: &[usize]) -> Option<usize> {
    words.iter().copied().find(|&word| clause.sentence.tokens[word].head == Some(clause.head))
}

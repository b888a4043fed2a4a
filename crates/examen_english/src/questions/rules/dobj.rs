//! What is acted on: "What does the code trim from the given string?"

use super::super::Mode;
use super::super::clause::Clause;
use super::super::draft::Draft;
use super::super::kinds::Category;
use super::super::soundness;
use super::{Rule, ask};

/// The direct object.
pub(super) static RULE: Rule = Rule {
    name: "dobj",
    description: "the direct object of a verb",
    template: "Wh mainAux nsubj otherAux verb modifiers?",
    make,
};

fn make(clause: &Clause<'_>, drafts: &mut Vec<Draft>) {
    let Some(object) = clause.children("obj").next() else { return };
    let words = clause.words_of(object);
    let complement = clause.children("xcomp").next().is_some();
    let first = super::first_word(clause, &words);
    if clause.mode == Mode::Clean && matches!(first.as_str(), "that" | "these" | "those" | "such" | "same") {
        return;
    }
    let sound = clause.mode == Mode::Faithful || !complement && soundness::is_noun_phrase(clause, object, &words);
    if sound && !words.is_empty() {
        drafts.extend(ask(clause, "What", Category::Functionality, &words, 0.9));
    }
}

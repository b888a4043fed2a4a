//! Who or what gets something: "What does the code give a new name?"

use super::super::Mode;
use super::super::clause::Clause;
use super::super::draft::Draft;
use super::super::kinds::Category;
use super::super::lexicon;
use super::{Rule, ask};

/// The indirect object; no clean question, since "what" can also be what is given.
pub(super) static RULE: Rule = Rule {
    name: "iobj",
    description: "the indirect object of a verb (faithful mode)",
    template: "Wh mainAux nsubj otherAux verb obj modifiers?",
    make,
};

fn make(clause: &Clause<'_>, drafts: &mut Vec<Draft>) {
    let Some(object) = clause.children("iobj").next() else { return };
    let words = clause.words_of(object);
    if clause.mode == Mode::Faithful && !words.is_empty() {
        let person = lexicon::is("person", &clause.sentence.tokens[object].lemma);
        drafts.extend(ask(clause, if person { "Whom" } else { "What" }, Category::Functionality, &words, 0.7));
    }
}

//! Why something is so: "Why does the code always return true?"

use super::super::Mode;
use super::super::clause::Clause;
use super::super::draft::Draft;
use super::super::kinds::Category;
use super::{Rule, ask, first_word, modifiers};

/// The modifier of cause.
pub(super) static RULE: Rule = Rule {
    name: "cau",
    description: "why something is so",
    template: "Why mainAux nsubj otherAux verb obj modifiers?",
    make,
};

fn make(clause: &Clause<'_>, drafts: &mut Vec<Draft>) {
    for (confidence, words) in modifiers(clause, "AM-CAU") {
        let leads = matches!(first_word(clause, &words).as_str(), "because" | "since" | "due");
        // "because if the user …": what follows is not there.
        let is_cut = words.get(1).is_some_and(|&word| clause.sentence.tokens[word].text == "if");
        if clause.mode == Mode::Faithful || leads && words.len() > 2 && !is_cut {
            drafts.extend(ask(clause, "Why", Category::Purpose, &words, confidence));
        }
    }
}

//! What is said, checked or ensured: "What does the code check?"

use super::super::Mode;
use super::super::clause::Clause;
use super::super::draft::Draft;
use super::super::kinds::Category;
use super::{Rule, ask, first_word};

/// The clausal complement.
pub(super) static RULE: Rule = Rule {
    name: "ccomp",
    description: "the clause that completes a verb",
    template: "What mainAux nsubj otherAux verb modifiers?",
    make,
};

fn make(clause: &Clause<'_>, drafts: &mut Vec<Draft>) {
    let Some(complement) = clause.children("ccomp").next() else { return };
    let words = clause.words_of(complement);
    let led = matches!(
        first_word(clause, &words).as_str(),
        "that" | "if" | "whether" | "how" | "which" | "what" | "where" | "when"
    );
    let tokens = &clause.sentence.tokens;
    let own =
        |relation: &str| clause.sentence.children(complement).any(|child| tokens[child].deprel.starts_with(relation));
    let whole = own("nsubj") && (tokens[complement].upos == "VERB" || own("cop"));
    let sound = clause.mode == Mode::Faithful
        || led && whole && Clause::is_whole(&words) && clause.children("obj").next().is_none();
    if sound && !words.is_empty() {
        drafts.extend(ask(clause, "What", Category::Functionality, &words, 0.85));
    }
}

//! What something is done for: "For what purpose does the function add and remove entries?"

use super::super::Mode;
use super::super::clause::Clause;
use super::super::draft::Draft;
use super::super::kinds::Category;
use super::super::lexicon;
use super::{Rule, ask, first_word, modifiers};

/// The modifier of purpose.
pub(super) static RULE: Rule = Rule {
    name: "prp",
    description: "what something is done for",
    template: "For what purpose mainAux nsubj otherAux verb obj modifiers?",
    make,
};

fn make(clause: &Clause<'_>, drafts: &mut Vec<Draft>) {
    for label in ["AM-PNC", "AM-PRP"] {
        for (confidence, words) in modifiers(clause, label) {
            if clause.mode == Mode::Faithful || is_purpose(clause, &words) {
                drafts.extend(ask(clause, "For what purpose", Category::Purpose, &words, confidence));
            }
        }
    }
}

fn is_purpose(clause: &Clause<'_>, words: &[usize]) -> bool {
    let tokens = &clause.sentence.tokens;
    let second = words.get(1).map(|&word| &tokens[word]);
    let clausal = words.iter().any(|&word| tokens[word].head == Some(clause.head) && tokens[word].deprel == "advcl");
    match first_word(clause, words).as_str() {
        // "allows an extension to get an object": what is allowed.
        "to" => {
            clausal
                && second.is_some_and(|second| matches!(second.xpos.as_str(), "VB" | "RB"))
                && !lexicon::is("allowing", &tokens[clause.head].lemma)
        }
        "in" => second.is_some_and(|second| second.text == "order"),
        "so" => clausal && second.is_some_and(|second| second.text == "that"),
        "for" => second.is_some_and(|second| second.xpos == "VBG") && clausal,
        _ => false,
    }
}

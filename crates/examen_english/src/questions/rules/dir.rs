//! Which way something goes: "In which direction does the code move the cursor?"

use super::super::Mode;
use super::super::clause::Clause;
use super::super::draft::Draft;
use super::super::kinds::Category;
use super::{Rule, ask, first_word, modifiers};

/// The modifier of direction.
pub(super) static RULE: Rule = Rule {
    name: "dir",
    description: "which way something goes",
    template: "In which direction mainAux nsubj otherAux verb obj modifiers?",
    make,
};

/// Words that name a direction by themselves.
const DIRECTIONS: &[&str] = &[
    "left",
    "right",
    "forward",
    "forwards",
    "backward",
    "backwards",
    "upward",
    "upwards",
    "downward",
    "downwards",
    "clockwise",
    "counterclockwise",
    "horizontally",
    "vertically",
    "towards",
    "toward",
];

fn make(clause: &Clause<'_>, drafts: &mut Vec<Draft>) {
    for (confidence, words) in modifiers(clause, "AM-DIR") {
        if clause.mode == Mode::Faithful
            || DIRECTIONS.contains(&first_word(clause, &words).as_str())
                && clause.sentence.tokens[words[0]].deprel != "compound:prt"
        {
            drafts.extend(ask(clause, "In which direction", Category::Property, &words, confidence));
        }
    }
}

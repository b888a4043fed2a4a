//! How far something goes: "By how much does the code increase the counter?"

use super::super::Mode;
use super::super::clause::Clause;
use super::super::draft::Draft;
use super::super::kinds::Category;
use super::{Rule, ask, first_word, modifiers};

/// The modifier of extent.
pub(super) static RULE: Rule = Rule {
    name: "ext",
    description: "how far something goes",
    template: "By how much mainAux nsubj otherAux verb obj modifiers?",
    make,
};

/// Verbs that change an amount.
const CHANGING: &[&str] = &[
    "advance",
    "decrease",
    "decrement",
    "enlarge",
    "extend",
    "grow",
    "increase",
    "increment",
    "move",
    "multiply",
    "raise",
    "reduce",
    "rotate",
    "scale",
    "shift",
    "shrink",
];

fn make(clause: &Clause<'_>, drafts: &mut Vec<Draft>) {
    let changes = CHANGING.contains(&clause.sentence.tokens[clause.head].lemma.as_str());
    for label in ["AM-EXT", "A2"] {
        for (confidence, words) in modifiers(clause, label) {
            let by = first_word(clause, &words) == "by"
                && changes
                && words.len() > 1
                && clause.sentence.tokens[words[1]].xpos != "VBG";
            if by || clause.mode == Mode::Faithful && label == "AM-EXT" {
                drafts.extend(ask(clause, "By how much", Category::Property, &words, confidence));
            }
        }
    }
}

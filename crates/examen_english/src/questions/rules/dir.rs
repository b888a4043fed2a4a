//! Which way something goes, and where from: "In which direction does the code move the cursor?"

use super::super::Mode;
use super::super::clause::Clause;
use super::super::draft::Draft;
use super::super::kinds::Category;
use super::super::lexicon;
use super::super::soundness;
use super::{Rule, ask, first_word, modifiers};

/// The modifier of direction.
pub(super) static RULE: Rule = Rule {
    name: "dir",
    description: "which way something goes, or where from",
    template: "In which direction, From where mainAux nsubj otherAux verb obj modifiers?",
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
    if clause.mode == Mode::Clean {
        add_sources(clause, drafts);
    }
    for (confidence, words) in modifiers(clause, "AM-DIR") {
        if clause.mode == Mode::Faithful
            || DIRECTIONS.contains(&first_word(clause, &words).as_str())
                && clause.sentence.tokens[words[0]].deprel != "compound:prt"
        {
            drafts.extend(ask(clause, "In which direction", Category::Property, &words, confidence));
        }
    }
}

/// "removes the element from the list": the verb asks where from.
fn add_sources(clause: &Clause<'_>, drafts: &mut Vec<Draft>) {
    let tokens = &clause.sentence.tokens;
    let Some(object) = clause.children("obj").next() else { return };
    if !lexicon::is("taking", &tokens[clause.head].lemma) || lexicon::is("takes-from", &tokens[object].lemma) {
        return;
    }
    for phrase in clause.children("obl") {
        let words = clause.words_of(phrase);
        let is_noun = matches!(tokens[phrase].upos.as_str(), "NOUN" | "PROPN" | "X");
        // "from the field to the table": where to as well.
        let leads_on = words.iter().any(|&word| matches!(tokens[word].text.as_str(), "to" | "into"));
        let leads = first_word(clause, &words) == "from" && words.len() > 1 && !leads_on;
        if is_noun && leads && soundness::has_article(clause, phrase) {
            drafts.extend(ask(clause, "From where", Category::Property, &words, 0.8));
        }
    }
}

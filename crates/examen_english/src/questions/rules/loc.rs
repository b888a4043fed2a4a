//! Where something happens: "Where does this method position the stream?"

use super::super::Mode;
use super::super::clause::Clause;
use super::super::draft::Draft;
use super::super::kinds::Category;
use super::super::lexicon;
use super::{Rule, ask, first_word, modifiers};

/// The locative modifier.
pub(super) static RULE: Rule = Rule {
    name: "loc",
    description: "where something happens or is put",
    template: "Where mainAux nsubj otherAux verb obj modifiers?",
    make,
};

fn make(clause: &Clause<'_>, drafts: &mut Vec<Draft>) {
    let lemma = clause.sentence.tokens[clause.head].lemma.as_str();
    let is_passive =
        clause.sentence.children(clause.head).any(|child| clause.sentence.tokens[child].deprel == "aux:pass");
    for (confidence, words) in modifiers(clause, "AM-LOC") {
        if clause.mode == Mode::Clean
            && !(is_place(clause, &words) && (lexicon::is("placing", lemma) || is_passive && confidence > 0.7))
        {
            continue;
        }
        drafts.extend(ask(clause, "Where", Category::Property, &words, confidence));
    }
    if clause.mode == Mode::Faithful || !lexicon::is("placing", lemma) {
        return;
    }
    // "inserts the child at the given index": the place is an argument of the verb.
    for label in ["A2", "A4", "AM-GOL", "AM-DIR"] {
        for (confidence, words) in modifiers(clause, label) {
            if is_place(clause, &words) {
                drafts.extend(ask(clause, "Where", Category::Property, &words, confidence * 0.9));
            }
        }
    }
}

/// Whether a phrase begins as places do and ends in a noun that can be one.
fn is_place(clause: &Clause<'_>, words: &[usize]) -> bool {
    let first = first_word(clause, words);
    let tokens = &clause.sentence.tokens;
    let head = words.iter().map(|&word| &tokens[word]).find(|token| token.head == Some(clause.head));
    let noun = head.is_some_and(|head| {
        matches!(head.upos.as_str(), "NOUN" | "PROPN" | "X") && !lexicon::is("no-place", &head.lemma.to_lowercase())
    });
    words.len() > 1
        && noun
        && matches!(
            first.as_str(),
            "at" | "in"
                | "within"
                | "inside"
                | "under"
                | "on"
                | "into"
                | "onto"
                | "behind"
                | "above"
                | "below"
                | "between"
        )
}

//! Where something happens: "Where does this method position the stream?"

use super::super::Mode;
use super::super::clause::Clause;
use super::super::draft::Draft;
use super::super::kinds::Category;
use super::super::lexicon;
use super::{Rule, UNNAMED, ask, first_word, is_passive, modifiers};

/// The locative modifier.
pub(super) static RULE: Rule = Rule {
    name: "loc",
    description: "where something happens or is put",
    template: "Where mainAux nsubj otherAux verb obj modifiers?",
    make,
};

fn make(clause: &Clause<'_>, drafts: &mut Vec<Draft>) {
    let lemma = clause.sentence.tokens[clause.head].lemma.as_str();
    let is_placing = lexicon::is("placing", lemma);
    for (confidence, words) in modifiers(clause, "AM-LOC") {
        let is_sure = !is_placing && is_passive(clause) && confidence > 0.7 && is_place(clause, &words);
        if clause.mode == Mode::Faithful || is_sure {
            drafts.extend(ask(clause, "Where", Category::Property, &words, confidence));
        }
    }
    // "adds and returns the sum": whose the place is cannot be told.
    if clause.mode == Mode::Faithful || clause.verbs.len() > 1 {
        return;
    }
    // "inserts the child at the given index", "writes the rows to a file": the verb asks for a place, whatever role the phrase was given.
    // "adds between the two lists" says too little by itself.
    let acts_on = clause.children("obj").next().is_some() || is_passive(clause);
    if !acts_on && !matches!(lemma, "draw" | "log" | "look" | "move" | "print" | "search" | "write") {
        return;
    }
    for phrase in clause.children("obl") {
        let words = clause.words_of(phrase);
        let leads_to =
            lexicon::is("placing-to", lemma) && first_word(clause, &words) == "to" && has_noun(clause, &words);
        // "removes the child at the given index".
        let is_there =
            matches!(lemma, "delete" | "remove") && first_word(clause, &words) == "at" && is_place(clause, &words);
        // "searches in the map for additional attributes": what for is not where.
        let seeks =
            lexicon::is("seeking", lemma) && words.iter().any(|&word| clause.sentence.tokens[word].text == "for");
        if seeks {
            continue;
        }
        if is_placing && is_place(clause, &words) || leads_to || is_there {
            let role = clause.roles.iter().find(|role| role.head == phrase);
            let confidence = role.map_or(UNNAMED, |role| role.confidence.max(UNNAMED));
            drafts.extend(ask(clause, "Where", Category::Property, &words, confidence));
        }
    }
}

/// Whether a phrase ends in a noun that can be a place.
fn has_noun(clause: &Clause<'_>, words: &[usize]) -> bool {
    let tokens = &clause.sentence.tokens;
    let head = words.iter().map(|&word| &tokens[word]).find(|token| token.head == Some(clause.head));
    let noun = head.is_some_and(|head| {
        let lemma = head.lemma.to_lowercase();
        matches!(head.upos.as_str(), "NOUN" | "PROPN" | "X")
            && !lexicon::is("no-place", &lemma)
            && !lexicon::is("person", &lemma)
    });
    words.len() > 1 && noun
}

/// Whether a phrase begins as places do and ends in a noun that can be one.
fn is_place(clause: &Clause<'_>, words: &[usize]) -> bool {
    has_noun(clause, words)
        && matches!(
            first_word(clause, words).as_str(),
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

//! What a preposition that belongs to the verb leads to: "Into what does the code convert the date?"

use super::super::Mode;
use super::super::clause::Clause;
use super::super::draft::Draft;
use super::super::kinds::Category;
use super::super::lexicon;
use super::super::soundness;
use super::{Rule, ask, first_word, is_passive};

/// The object of a preposition. The paper's templates do not ask for it.
pub(super) static RULE: Rule = Rule {
    name: "pobj",
    description: "what a verb with a preposition is about (clean mode)",
    template: "To what, Into what, With what, For what, Over what mainAux nsubj otherAux verb obj modifiers?",
    make,
};

fn make(clause: &Clause<'_>, drafts: &mut Vec<Draft>) {
    let tokens = &clause.sentence.tokens;
    if clause.mode == Mode::Faithful || clause.verbs.len() > 1 {
        return;
    }
    for phrase in clause.children("obl") {
        let words = clause.words_of(phrase);
        let Some(wh) = wh(clause, &first_word(clause, &words)) else { continue };
        let leads_on = words[1..].iter().any(|&word| matches!(tokens[word].text.as_str(), "to" | "into"));
        let is_named = matches!(tokens[phrase].upos.as_str(), "NOUN" | "PROPN" | "NUM" | "X");
        let is_person = lexicon::is("person", &tokens[phrase].lemma.to_lowercase());
        if words.len() > 1 && is_named && !is_person && !leads_on && soundness::has_article(clause, phrase) {
            drafts.extend(ask(clause, wh, Category::Functionality, &words, 0.8));
        }
    }
}

/// How the verb asks for what its preposition leads to, if that belongs to it.
fn wh(clause: &Clause<'_>, preposition: &str) -> Option<&'static str> {
    let lemma = clause.sentence.tokens[clause.head].lemma.as_str();
    let acts_on = clause.children("obj").next().is_some() || is_passive(clause);
    match preposition {
        "into" if acts_on && lexicon::is("turning", lemma) => Some("Into what"),
        "to" if acts_on && ["turning", "setting", "giving"].iter().any(|list| lexicon::is(list, lemma)) => {
            Some("To what")
        }
        "with" if acts_on && lexicon::is("joining", lemma) => Some("With what"),
        // "waits for the others to finish": what is waited for is more than the others.
        "for" if lexicon::is("seeking", lemma) && !clause.rest.iter().any(|&word| is_clause(clause, word)) => {
            Some("For what")
        }
        "over" if !acts_on && lexicon::is("going", lemma) => Some("Over what"),
        "through" if !acts_on && lexicon::is("going", lemma) => Some("Through what"),
        _ => None,
    }
}

/// Whether a word heads a clause that hangs on the verb.
fn is_clause(clause: &Clause<'_>, word: usize) -> bool {
    let token = &clause.sentence.tokens[word];
    token.head == Some(clause.head) && matches!(token.deprel.as_str(), "advcl" | "xcomp" | "ccomp")
}

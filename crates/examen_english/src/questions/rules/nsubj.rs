//! Who or what acts: "What will be associated with the index?"

use super::super::Mode;
use super::super::clause::Clause;
use super::super::draft::Draft;
use super::super::kinds::Category;
use super::super::lexicon;
use super::Rule;

/// The subject.
pub(super) static RULE: Rule = Rule {
    name: "nsubj",
    description: "the subject of a clause",
    template: "Wh mainAux otherAux verb obj modifiers?",
    make,
};

fn make(clause: &Clause<'_>, drafts: &mut Vec<Draft>) {
    let token = &clause.sentence.tokens[clause.subject_head];
    if !clause.has_subject || !token.deprel.starts_with("nsubj") || clause.rest.is_empty() || !clause.is_finite() {
        return;
    }
    // "What is a list?" asks for more than the name of one; a participle alone asks for too little.
    if clause.mode == Mode::Clean && (clause.has_copula || clause.rest.len() < 3) {
        return;
    }
    let first = super::first_word(clause, &clause.subject);
    if clause.mode == Mode::Clean && matches!(first.as_str(), "this" | "that" | "these" | "those" | "its" | "their") {
        return;
    }
    let person = lexicon::is("person", &token.lemma)
        || matches!(token.text.to_lowercase().as_str(), "he" | "she" | "they" | "we" | "i");
    drafts.push(Draft {
        question: clause.subject_question(if person { "Who" } else { "What" }),
        answer: clause.answer(&clause.subject),
        category: Category::Functionality,
        confidence: 0.85,
    });
}

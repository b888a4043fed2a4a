//! Whether something holds: "Do windows have a mode like linux cli example?"

use super::super::Mode;
use super::super::clause::Clause;
use super::super::draft::Draft;
use super::super::kinds::Category;
use super::Rule;
use crate::inflection;

/// The general question.
pub(super) static RULE: Rule = Rule {
    name: "yes-no",
    description: "whether a clause holds; its negation is the answer",
    template: "mainAux nsubj otherAux verb obj modifiers?",
    make,
};

fn make(clause: &Clause<'_>, drafts: &mut Vec<Draft>) {
    if !clause.has_subject || !clause.is_finite() || clause.rest.is_empty() {
        return;
    }
    let tokens = &clause.sentence.tokens;
    // A condition of the first clause may hold for those joined to it as well.
    if clause.mode == Mode::Clean && tokens[clause.head].deprel == "conj" {
        return;
    }
    // "may not write, as it was closed": the reason is not that of the question.
    let has_reason = clause.negation.is_some()
        && clause.rest.iter().any(|&at| {
            tokens[at].deprel == "mark" && matches!(tokens[at].text.to_lowercase().as_str(), "as" | "because" | "since")
        });
    if clause.mode == Mode::Clean && has_reason {
        return;
    }
    // "Is no delimiter added?" can be answered in two ways.
    if clause.mode == Mode::Clean && super::first_word(clause, &clause.subject) == "no" {
        return;
    }
    let modal = clause.auxiliaries.iter().any(|&position| inflection::is_modal(&tokens[position].text.to_lowercase()));
    let condition =
        clause.rest.iter().any(|&position| matches!(tokens[position].text.to_lowercase().as_str(), "if" | "unless"));
    let property = modal || condition || clause.has_copula;
    drafts.push(Draft {
        question: clause.question("", &[]),
        answer: String::from(if clause.negation.is_some() { "no" } else { "yes" }),
        category: if property { Category::Property } else { Category::Functionality },
        confidence: 0.85,
    });
}

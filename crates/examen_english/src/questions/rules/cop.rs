//! What something is or is like: "What is an abstract rule?", "How would you describe the key?"

use super::super::Mode;
use super::super::clause::Clause;
use super::super::draft::Draft;
use super::super::kinds::Category;
use super::super::soundness;
use super::super::words::phrase;
use super::Rule;

/// The copula.
pub(super) static RULE: Rule = Rule {
    name: "cop",
    description: "what a form of be says of the subject",
    template: "How would you describe nsubj? What is nsubj?",
    make,
};

fn make(clause: &Clause<'_>, drafts: &mut Vec<Draft>) {
    let tokens = &clause.sentence.tokens;
    let head = &tokens[clause.head];
    if !clause.has_copula || head.upos == "AUX" || clause.negation.is_some() {
        return;
    }
    let words: Vec<usize> = clause.words_of(clause.head);
    if words.is_empty() {
        return;
    }
    let answer = clause.answer(&words);
    let category = Category::Property;
    let subject = phrase(clause.sentence, &clause.subject);
    if clause.mode == Mode::Faithful {
        drafts.push(Draft {
            question: format!("How would you describe {subject}?"),
            answer,
            category,
            confidence: 0.7,
        });
        return;
    }
    let led =
        clause.sentence.children(clause.head).any(|child| matches!(tokens[child].deprel.as_str(), "case" | "mark"));
    let plain = clause.auxiliaries.len() == 1
        && matches!(tokens[clause.auxiliaries[0]].text.to_lowercase().as_str(), "is" | "are");
    if led || !plain || !Clause::is_whole(&words) {
        return;
    }
    if matches!(head.upos.as_str(), "NOUN" | "PROPN")
        && soundness::is_noun_phrase(clause, clause.head, &words)
        && soundness::is_answer(clause, &words)
    {
        let question = clause.question("What", &words);
        drafts.push(Draft { question, answer, category, confidence: 0.8 });
    }
}

//! Who or what acts: "What will be associated with the index?"

use super::super::Mode;
use super::super::clause::Clause;
use super::super::draft::Draft;
use super::super::kinds::Category;
use super::super::lexicon;
use super::super::references;
use super::{Rule, is_passive};

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
    // "each entry" is one of what the sentence before has; "the current node is retained as the current node" says nothing.
    if clause.mode == Mode::Clean && (matches!(first.as_str(), "each" | "every") || is_its_object(clause)) {
        return;
    }
    // "no queues are created"; "a single filename is merged with another".
    if clause.mode == Mode::Clean && (first == "no" || !references::are_kept(clause, &clause.subject)) {
        return;
    }
    if clause.mode == Mode::Clean && !names_something(clause) {
        return;
    }
    let person = lexicon::is("person", &token.lemma)
        || matches!(token.text.to_lowercase().as_str(), "he" | "she" | "they" | "we" | "i");
    // "the current owner and group will be used": of a value nobody asks who it is.
    if clause.mode == Mode::Clean && person && is_passive(clause) && is_data_verb(clause) {
        return;
    }
    drafts.push(Draft {
        question: clause.subject_question(if person { "Who" } else { "What" }),
        answer: clause.answer(&clause.subject),
        category: Category::Functionality,
        confidence: 0.85,
    });
}

/// Whether the subject stands as the object once more.
fn is_its_object(clause: &Clause<'_>) -> bool {
    let tokens = &clause.sentence.tokens;
    clause.children("obj").any(|object| tokens[object].lemma == tokens[clause.subject_head].lemma)
}

/// Whether the subject tells more than that it is the described code or something named before: not "the actual method", "the other listeners", "5 descriptor"
/// or "the readFile".
fn names_something(clause: &Clause<'_>) -> bool {
    let tokens = &clause.sentence.tokens;
    let head = &tokens[clause.subject_head];
    let is_generic =
        |word: &str| lexicon::is("generic", word) || matches!(word, "code" | "default" | "actual" | "same");
    // What names the code and nothing else is left to the filter, which counts it.
    let told = clause.subject.iter().any(|&word| {
        let lower = tokens[word].text.to_lowercase();
        !is_generic(&lower) && !lexicon::is("determiner", &lower)
    });
    let contrasts = clause
        .subject
        .iter()
        .any(|&word| tokens[word].deprel == "amod" && lexicon::is("contrasting", &tokens[word].text.to_lowercase()));
    let is_number =
        head.upos == "NUM" || tokens[clause.subject[0]].text.starts_with(|first: char| first.is_ascii_digit());
    let is_called = head.text.starts_with(char::is_lowercase)
        && head.text.contains(char::is_uppercase)
        && clause.sentence.children(clause.subject_head).any(|child| tokens[child].deprel == "det");
    (told || lexicon::is_generic(&clause.answer(&clause.subject))) && !contrasts && !is_number && !is_called
}

fn is_data_verb(clause: &Clause<'_>) -> bool {
    let lemma = clause.sentence.tokens[clause.head].lemma.as_str();
    matches!(lemma, "use" | "set")
        || ["placing", "taking", "setting", "returning"].iter().any(|list| lexicon::is(list, lemma))
}

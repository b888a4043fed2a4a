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
    let quotes = clause.subject.iter().any(|&word| tokens[word].text.contains('"'));
    if led || quotes || !plain || says_nothing(clause, &words) || !Clause::is_whole(&words) {
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

/// "State 8 is the state", "the key is the name": the answer repeats the subject, or has nothing but a noun that was spoken of before.
fn says_nothing(clause: &Clause<'_>, words: &[usize]) -> bool {
    let tokens = &clause.sentence.tokens;
    let lemma = tokens[clause.head].lemma.to_lowercase();
    let is_head = |word: usize| {
        word == clause.subject_head
            || tokens[word].head == Some(clause.subject_head) && tokens[word].deprel == "compound"
    };
    let repeats = clause.subject.iter().any(|&word| is_head(word) && tokens[word].lemma.to_lowercase() == lemma);
    // "the subjunctive mood is a classical mood used to express a wish" tells more than its head.
    let defines = words.len() > 2 && matches!(tokens[words[0]].text.as_str(), "a" | "an");
    let bare = matches!(words, [article, _] if matches!(tokens[*article].text.to_lowercase().as_str(), "the" | "that" | "this"));
    // "is 11 characters long": the noun is no predicate.
    let describes = words.last().is_some_and(|&last| last > clause.head && tokens[last].upos == "ADJ");
    repeats && !defines || bare || describes
}

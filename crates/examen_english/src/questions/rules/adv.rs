//! On what condition something is done: "When does the code return true?"

use super::super::Mode;
use super::super::clause::Clause;
use super::super::draft::Draft;
use super::super::kinds::Category;
use super::super::lexicon;
use super::{Rule, UNNAMED, ask, first_word, follows_infinitive, is_passive, is_title};

/// The condition. The paper's templates do not ask for it.
pub(super) static RULE: Rule = Rule {
    name: "adv",
    description: "on what condition something is done (clean mode)",
    template: "When mainAux nsubj otherAux verb obj modifiers?",
    make,
};

fn make(clause: &Clause<'_>, drafts: &mut Vec<Draft>) {
    let tokens = &clause.sentence.tokens;
    // "checks if", "is used to determine if": what is checked; "returns if" likewise.
    let has_object = |verb: usize| clause.sentence.children(verb).any(|child| tokens[child].deprel == "obj");
    let asks = clause
        .rest
        .iter()
        .any(|&word| tokens[word].upos == "VERB" && lexicon::is("asking", &tokens[word].lemma) && !has_object(word));
    let is_bare = matches!(tokens[clause.head].lemma.as_str(), "return" | "get" | "answer")
        && !has_object(clause.head)
        && !is_passive(clause);
    if clause.mode == Mode::Faithful || clause.negation.is_some() || asks || is_bare || is_title(clause) {
        return;
    }
    for child in clause.children("advcl") {
        let words = clause.words_of(child);
        let text = |word: usize| tokens[word].text.to_lowercase();
        let own_subject = clause
            .sentence
            .children(child)
            .any(|child| tokens[child].deprel.starts_with("nsubj") || tokens[child].deprel == "expl");
        if first_word(clause, &words) != "if" || words.len() < 4 || !own_subject {
            continue;
        }
        // "if this fails then …": said of what follows.
        let last = words[words.len() - 1];
        let concludes =
            words.iter().chain([&(last + 1)]).any(|&word| tokens.get(word).is_some_and(|token| token.text == "then"))
                && last > clause.head;
        let elsewhere = words.iter().any(|&word| {
            tokens[word].upos == "PRON"
                && matches!(text(word).as_str(), "this" | "that" | "these" | "those" | "one" | "so")
                // "if only one has elements it will be returned": said of what follows.
                || matches!(text(word).as_str(), "will" | "shall")
        });
        let others = || clause.rest.iter().copied().filter(|word| !words.contains(word));
        // "if the file exists, delete it": an order that follows from it.
        let orders = tokens[child].xpos == "VBZ"
            && clause
                .sentence
                .children(child)
                .any(|joined| tokens[joined].deprel == "conj" && tokens[joined].xpos == "VB");
        // "writes to a file, creating the file if it does not exist": when it is created.
        let is_inner = clause.rest.iter().any(|&word| {
            (clause.head..words[0]).contains(&word)
                && tokens[word].xpos == "VBG"
                && tokens[word].upos == "VERB"
                && has_object(word)
        });
        // "returns the cause or null if": one of the two; "when it is called if": another condition.
        let depends = others().any(|word| {
            matches!(text(word).as_str(), "or" | "if" | "when" | "whenever" | "unless" | "until" | "only" | "whether")
        });
        // "returns true if it is empty": nothing in the question is what "it" stands for.
        let points = words.iter().any(|&word| matches!(text(word).as_str(), "it" | "its" | "they" | "their" | "them"));
        let is_named = others().chain(clause.subject.iter().copied()).any(|word| {
            matches!(tokens[word].upos.as_str(), "NOUN" | "PROPN")
                && !lexicon::is("generic", &tokens[word].lemma.to_lowercase())
                && !is_constant(&text(word))
        });
        // "checks the window if its size is within bounds": what is checked of the window.
        let is_checked = points && lexicon::is("asking", &tokens[clause.head].lemma);
        if !is_checked
            && !follows_infinitive(clause, &words)
            && !depends
            && !concludes
            && !orders
            && !is_inner
            && !elsewhere
            && (!points || is_named)
        {
            drafts.extend(ask(clause, "When", Category::Property, &words, UNNAMED));
        }
    }
}

fn is_constant(lower: &str) -> bool {
    matches!(lower, "true" | "false" | "null" | "none" | "nothing" | "exception")
}

//! When something happens: "When does the code take a screenshot?"

use super::super::Mode;
use super::super::clause::Clause;
use super::super::draft::Draft;
use super::super::kinds::Category;
use super::super::lexicon;
use super::{Rule, ask, first_word, follows_infinitive, is_title, modifiers};

/// The temporal modifier.
pub(super) static RULE: Rule = Rule {
    name: "tmp",
    description: "when, before, after or until when something happens",
    template: "When mainAux nsubj otherAux verb obj modifiers?",
    make,
};

fn make(clause: &Clause<'_>, drafts: &mut Vec<Draft>) {
    for (confidence, words) in modifiers(clause, "AM-TMP") {
        let first = first_word(clause, &words);
        let until = words
            .iter()
            .any(|&word| matches!(clause.sentence.tokens[word].text.to_lowercase().as_str(), "until" | "till"));
        if clause.mode == Mode::Clean && (is_title(clause) || !is_time(clause, &first, &words)) {
            continue;
        }
        let is_timed = |&at: &usize| {
            !words.contains(&at)
                && matches!(clause.sentence.tokens[at].text.to_lowercase().as_str(), "when" | "whenever")
        };
        if clause.mode == Mode::Clean && (is_of_another(clause, &words) || is_span(clause, &words)) {
            continue;
        }
        // "When is it called when the window opens?" asks for what it says.
        if clause.mode == Mode::Clean && clause.rest.iter().any(is_timed) {
            continue;
        }
        drafts.extend(ask(clause, if until { "Till when" } else { "When" }, Category::Property, &words, confidence));
    }
}

/// "the base to use when resolving names", "the point when it was called": the time is that of a verb or noun inside.
fn is_of_another(clause: &Clause<'_>, words: &[usize]) -> bool {
    let tokens = &clause.sentence.tokens;
    let before = words[0].checked_sub(1).map_or("", |before| tokens[before].lemma.as_str());
    follows_infinitive(clause, words)
        || matches!(before, "case" | "moment" | "point" | "position" | "situation" | "state" | "time")
}

/// "creates an interval before the instant": when the interval is, not when it is created.
fn is_span(clause: &Clause<'_>, words: &[usize]) -> bool {
    let tokens = &clause.sentence.tokens;
    lexicon::is("making", &tokens[clause.head].lemma)
        && matches!(tokens[words[0]].text.as_str(), "after" | "before")
        && super::head_of(clause, words).is_some_and(|head| tokens[head].deprel == "obl")
}

/// Words that lead a time; "first" and "always" alone tell no time.
fn is_time(clause: &Clause<'_>, first: &str, words: &[usize]) -> bool {
    if words.len() < 2 || clause.negation.is_some() {
        return false;
    }
    let second = clause.sentence.tokens[words[1]].text.to_lowercase();
    // "one at a time", "at the same time", "at any time": that is no time.
    let is_any = words.iter().any(|&word| {
        matches!(clause.sentence.tokens[word].text.to_lowercase().as_str(), "same" | "any" | "once")
            || word == words[1] && second == "a"
    });
    match first {
        "when" | "whenever" | "after" | "before" | "until" | "till" | "once" | "during" | "while" => true,
        "every" | "each" => matches!(second.as_str(), "time" | "second" | "minute" | "hour" | "day"),
        "as" => second == "soon",
        "immediately" | "just" | "right" => matches!(second.as_str(), "after" | "before" | "when"),
        "at" if is_any => false,
        "at" | "on" | "upon" => {
            let last = clause.sentence.tokens[words[words.len() - 1]].lemma.to_lowercase();
            let head = super::head_of(clause, words).map(|head| clause.sentence.tokens[head].lemma.to_lowercase());
            head.is_some_and(|head| {
                matches!(head.as_str(), "iteration" | "time" | "startup" | "shutdown" | "completion")
            }) || matches!(
                last.as_str(),
                "startup"
                    | "time"
                    | "shutdown"
                    | "runtime"
                    | "end"
                    | "exit"
                    | "start"
                    | "completion"
                    | "initialization"
                    | "creation"
            )
        }
        _ => false,
    }
}

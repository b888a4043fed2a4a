//! Words that name a role where the classifier is not sure: comments use them more regularly than the treebank's texts.

use super::{leads, voice};
use crate::sentence::Sentence;

/// What comments call the thing they describe: as the subject of an active verb it acts.
const AGENTS: &[&str] = &[
    "class",
    "code",
    "constructor",
    "function",
    "helper",
    "implementation",
    "method",
    "module",
    "program",
    "routine",
    "script",
    "test",
];

/// Whether a word is the described code as the subject of an active verb, its own or one joined to the verb.
pub(super) fn is_agent(sentence: &Sentence, verb: usize, word: usize) -> bool {
    let token = &sentence.tokens[word];
    let subject = |of: usize| token.deprel == "nsubj" && token.head == Some(of);
    let joined = || sentence.tokens[verb].deprel == "conj" && sentence.tokens[verb].head.is_some_and(subject);
    AGENTS.contains(&token.lemma.as_str())
        && voice(sentence, verb) == "active"
        && (subject(verb) || !sentence.children(verb).any(|child| sentence.tokens[child].deprel == "nsubj") && joined())
}

/// The role that the first words of a verb's clause or phrase name.
pub(super) fn cue(sentence: &Sentence, verb: usize, word: usize) -> Option<&'static str> {
    let token = &sentence.tokens[word];
    if token.head != Some(verb) || word < verb && token.deprel != "advcl" {
        return None;
    }
    let lead = leads(sentence, word);
    let first = lead.split(' ').next().unwrap_or("");
    if token.deprel == "advcl" {
        return match first {
            "because" | "since" => Some("AM-CAU"),
            "if" | "unless" | "although" | "though" => Some("AM-ADV"),
            "when" | "whenever" | "while" | "after" | "before" | "until" | "till" | "once" => Some("AM-TMP"),
            "so" | "to" => Some("AM-PRP"),
            "in" if lead.ends_with(" to") => Some("AM-PRP"),
            "by" if token.xpos == "VBG" => Some("AM-MNR"),
            "" if token.xpos == "VBG" && token.lemma == "use" => Some("AM-MNR"),
            _ => None,
        };
    }
    match (token.deprel.as_str(), first) {
        ("obl", "because" | "due") => Some("AM-CAU"),
        ("obl", "during" | "until") => Some("AM-TMP"),
        ("obl", "via") => Some("AM-MNR"),
        ("obl", "at" | "within" | "inside" | "under") => Some("AM-LOC"),
        _ => None,
    }
}

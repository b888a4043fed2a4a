//! Words that mean nothing, or something else, where only a part of their sentence is asked.

use super::clause::Clause;
use super::lexicon;

/// Words that a question cannot carry along.
pub(super) fn is_plain(clause: &Clause<'_>, position: usize) -> bool {
    let tokens = &clause.sentence.tokens;
    let token = &tokens[position];
    if matches!(
        token.text.to_lowercase().as_str(),
        "otherwise"
            | "else"
            | "either"
            | "neither"
            | "respectively"
            | "following"
            | "below"
            | "above"
            | "vice"
            | "such"
            | "this"
            | "these"
            | "those"
            | "it"
            | "they"
    ) && !(token.deprel == "det" || clause.sentence.tokens.iter().any(|_| token.deprel.starts_with("nsubj")))
    {
        return false;
    }
    if token.text == "regardless" {
        return false;
    }
    // "the values are all set to 0"; the verb of "all leading zeros" is the zeros'.
    let floats = matches!(token.text.as_str(), "all" | "both" | "each")
        && tokens.get(position + 1).is_some_and(|next| next.upos == "VERB" && next.deprel != "amod");
    if floats {
        return false;
    }
    // "to hold the preamble and returns": joined to the wrong verb.
    let finite = matches!(token.xpos.as_str(), "VBZ" | "VBD");
    let joined = token.deprel == "conj"
        && finite
        && token.head.is_some_and(|head| head != clause.head && tokens[head].xpos != token.xpos);
    // "and notifies the member": a verb that was read as a noun.
    let before = position.checked_sub(1).map_or("", |before| tokens[before].text.as_str());
    let after = tokens.get(position + 1).map_or("", |after| after.upos.as_str());
    // "and simply returns" likewise.
    let before_adverb = position.checked_sub(2).map_or("", |at| tokens[at].text.as_str());
    let is_adverbial = before.ends_with("ly") && matches!(before_adverb, "and" | "or") && token.upos == "NOUN";
    let misread = is_adverbial && token.text.ends_with('s')
        || matches!(before, "and" | "or" | ",")
            && token.upos != "VERB"
            && token.text.ends_with('s')
            && matches!(after, "DET" | "SCONJ")
            && token.upos != "AUX"
            && !matches!(token.upos.as_str(), "DET" | "PRON");
    // "tuples of for all objects": a word is missing.
    let gap = matches!(before, "of" | "for" | "with" | "by")
        && token.upos == "ADP"
        && (before == "of" || !lexicon::is("after-preposition", &token.text.to_lowercase()));
    let turns_to_reader = token.text == "so" && tokens.get(position + 1).is_some_and(|next| next.text == "we");
    let contrast = before.eq_ignore_ascii_case("by") && token.text == "contrast";
    // "so return pass": a conclusion is no part of what is asked.
    let concludes =
        token.text == "so" && token.upos == "ADV" && matches!(after, "NOUN" | "VERB" | "PROPN" | "DET" | "PRON");
    !turns_to_reader && !joined && !misread && !gap && !contrast && !concludes
}

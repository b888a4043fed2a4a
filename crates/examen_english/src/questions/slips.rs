//! Slips that comments have and that can be seen: a doubled word, a gap, a sentence that runs into the next, a misspelt word.

use super::clause::Clause;
use super::lexicon;
use crate::sentence::Token;

/// Whether nothing of the kind stands in the clause.
pub(super) fn is_free(clause: &Clause<'_>) -> bool {
    let tokens = &clause.sentence.tokens;
    let pairs = tokens.windows(2);
    !pairs.into_iter().any(|pair| is_doubled(pair) || has_gap(pair) || runs_on(pair))
        && !tokens.iter().any(|token| is_misspelt(token) || is_markup(token))
        && !is_verb_with_capital(clause)
        && !has_short_forms(clause)
        && (0..tokens.len()).all(|position| agrees_with_be(clause, position))
}

/// "the the method".
fn is_doubled(pair: &[Token]) -> bool {
    pair[0].text.eq_ignore_ascii_case(&pair[1].text) && pair[0].text.chars().all(char::is_alphabetic)
}

/// "not less than the of the number", "a table when with default settings": a word is missing.
fn has_gap(pair: &[Token]) -> bool {
    let lower = pair[0].text.to_lowercase();
    let after = pair[1].text.to_lowercase();
    let after_article = matches!(lower.as_str(), "the" | "a" | "an")
        && matches!(
            after.as_str(),
            "of" | "to"
                | "for"
                | "from"
                | "in"
                | "on"
                | "with"
                | "by"
                | "is"
                | "are"
                | "was"
                | "and"
                | "or"
                | "if"
                | "the"
                | "a"
                | "an"
        );
    let after_when =
        matches!(lower.as_str(), "when" | "if" | "whenever") && matches!(after.as_str(), "with" | "for" | "of");
    // "both the values are same".
    let before_same = after == "same"
        && !matches!(lower.as_str(), "the" | "this" | "that" | "these" | "those" | "very" | "exact" | "exactly");
    after_article || after_when || before_same
}

/// "contains one line The line should be …": the full stop is missing.
fn runs_on(pair: &[Token]) -> bool {
    pair[0].text.ends_with(|last: char| last.is_alphanumeric())
        && matches!(
            pair[1].text.as_str(),
            "The"
                | "This"
                | "That"
                | "These"
                | "It"
                | "If"
                | "When"
                | "We"
                | "Returns"
                | "Return"
                | "Used"
                | "Note"
                | "An"
        )
}

fn is_misspelt(token: &Token) -> bool {
    lexicon::is("misspelt", &token.text.to_lowercase())
}

/// `.PoolManager` is left of a link.
fn is_markup(token: &Token) -> bool {
    let mut characters = token.text.chars();
    characters.next() == Some('.') && characters.next().is_some_and(char::is_uppercase) && token.text != ".NET"
}

/// "`ignore_cache` Bypasses the use": two lines that were one thought.
fn is_verb_with_capital(clause: &Clause<'_>) -> bool {
    let tokens = &clause.sentence.tokens;
    clause.verbs.iter().any(|&verb| verb > 0 && tokens[verb].text.starts_with(char::is_uppercase))
}

/// "obtains it if not already": what not already is not said.
fn has_short_forms(clause: &Clause<'_>) -> bool {
    let texts: Vec<String> = clause.sentence.tokens.iter().map(|token| token.text.to_lowercase()).collect();
    let end = texts.len() - usize::from(texts.last().is_some_and(|last| last == "."));
    texts[..end].ends_with(&["if", "not", "already"].map(String::from))
}

/// Whether a form of "be" agrees with its noun: that of "the size of the arrays are equal" does not.
fn agrees_with_be(clause: &Clause<'_>, position: usize) -> bool {
    let sentence = clause.sentence;
    let tokens = &sentence.tokens;
    let be = sentence.children(position).find(|&child| {
        matches!(tokens[child].deprel.as_str(), "cop" | "aux:pass")
            && matches!(tokens[child].text.as_str(), "is" | "are" | "was" | "were")
    });
    let subject = sentence.children(position).find(|&child| tokens[child].deprel.starts_with("nsubj"));
    let (Some(be), Some(subject)) = (be, subject) else { return true };
    let token = &tokens[subject];
    let counts = lexicon::is("collective", &token.lemma.to_lowercase());
    let is_joined = sentence.subtree(subject).iter().any(|&word| tokens[word].upos == "CCONJ");
    if subject > be || counts || is_joined || token.upos != "NOUN" {
        return true;
    }
    match (token.xpos.as_str(), tokens[be].text.as_str()) {
        ("NN", "are" | "were") => lexicon::is("uncounted", &token.lemma.to_lowercase()),
        ("NNS", "is" | "was") => false,
        _ => true,
    }
}

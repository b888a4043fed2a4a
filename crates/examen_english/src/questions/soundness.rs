//! What a clause must be before a clean question is made of it.

use super::clause::{Clause, is_plural};
use super::lexicon;
use super::selection::Unused;
use crate::sentence::Sentence;

/// Whether a sentence is plain enough: no lists, formulas or instructions.
pub(super) fn check_sentence(sentence: &Sentence) -> Result<(), Unused> {
    let tokens = &sentence.tokens;
    let body = &tokens
        [..tokens.len() - usize::from(tokens.last().is_some_and(|last| matches!(last.text.as_str(), "." | ":" | "!")))];
    let is_sign = |text: &str| {
        matches!(
            text,
            ":" | ";"
                | "--"
                | "-"
                | "–"
                | "—"
                | "="
                | "=="
                | "->"
                | "=>"
                | "<"
                | ">"
                | "|"
                | "*"
                | "+"
                | "..."
                | "…"
                | "?"
                | "#"
                | "/"
                | "&"
                | "e.g."
                | "i.e."
                | "etc."
                | "eg"
                | "ie"
                | "!"
                | "'"
                | "`"
                | "("
                | ")"
                | "["
                | "]"
                | "{"
                | "}"
                | "."
                | "\""
                | "@"
                | "$"
                | "%"
                | "~"
                | "^"
                | "“"
                | "”"
                | "‘"
                | "’"
        ) || text.contains("://")
    };
    if body.iter().any(|token| is_sign(&token.text)) {
        return Err(Unused::Signs);
    }
    let first = tokens.iter().find(|token| token.upos != "PUNCT");
    if first.is_some_and(|first| lexicon::is_told_to_reader(&first.text.to_lowercase())) {
        return Err(Unused::ToReader);
    }
    if tokens
        .iter()
        .any(|token| matches!(token.text.to_lowercase().as_str(), "you" | "your" | "i" | "please" | "my" | "me"))
    {
        return Err(Unused::ToReader);
    }
    Ok(())
}

/// Whether a clause states something that can be asked by itself.
pub(super) fn is_sound(clause: &Clause<'_>) -> bool {
    clause.is_main
        && clause.has_subject
        && clause.is_finite()
        && has_clear_subject(clause)
        && agrees(clause)
        && stands_alone(clause)
        && is_ordered(clause)
}

fn has_clear_subject(clause: &Clause<'_>) -> bool {
    let tokens = &clause.sentence.tokens;
    let head = &tokens[clause.subject_head];
    let there = head.deprel == "expl" && head.text.eq_ignore_ascii_case("there");
    let pronoun = lexicon::is_pronoun(&head.text.to_lowercase());
    let nominal = matches!(head.upos.as_str(), "NOUN" | "PROPN" | "NUM" | "SYM" | "X");
    let wh = clause.subject.iter().any(|&position| tokens[position].xpos.starts_with('W'));
    (there || nominal && !pronoun) && Clause::is_whole(&clause.subject) && !wh
}

/// Whether subject and verb are of one number: where they are not, the tree is wrong.
fn agrees(clause: &Clause<'_>) -> bool {
    let finite = clause.auxiliaries.first().copied().unwrap_or(clause.head);
    let token = &clause.sentence.tokens[finite];
    if clause.sentence.tokens[clause.subject_head].deprel == "expl" {
        return true;
    }
    let plural = is_plural(clause.sentence, clause.subject_head);
    match token.text.to_lowercase().as_str() {
        "is" | "was" | "has" | "does" => !plural,
        "are" | "were" | "have" | "do" => plural,
        _ if token.xpos == "VBZ" => !plural,
        _ if token.xpos == "VBP" => plural,
        _ => true,
    }
}

fn stands_alone(clause: &Clause<'_>) -> bool {
    let tokens = &clause.sentence.tokens;
    let dependent = |child: usize| tokens[child].upos == "ADV" && lexicon::is_dependent(&tokens[child].text);
    !clause.sentence.children(clause.head).any(dependent)
}

/// Whether the verb comes behind its subject and what it governs behind the verb.
fn is_ordered(clause: &Clause<'_>) -> bool {
    let after = clause.subject.last().is_none_or(|&last| last < clause.head);
    let objects = clause
        .children("obj")
        .chain(clause.children("ccomp"))
        .chain(clause.children("xcomp"))
        .all(|child| child > clause.head);
    let existence = clause.sentence.tokens[clause.subject_head].deprel == "expl";
    (after && objects || existence) && clause.children("obj").count() < 2 && clause.children("iobj").next().is_none()
}

//! What a part of a clause belongs to: where that is in doubt, no clean question is made.

use super::clause::Clause;
use super::lexicon;

/// Whether no part of the clause is torn from what it belongs to.
pub(super) fn is_certain(clause: &Clause<'_>) -> bool {
    !is_behind_another_verb(clause)
        && !shares_object(clause)
        && !has_bare_condition(clause)
        && !has_cut_in(clause)
        && !is_inverted(clause)
        && !is_cut_off(clause)
        && !is_alternative(clause)
        && !is_joined_to_statement(clause)
        && !has_lost_front(clause)
}

/// "cannot end with a hyphen or contain two": one half of what is said.
fn is_alternative(clause: &Clause<'_>) -> bool {
    let tokens = &clause.sentence.tokens;
    let is_or = |verb: usize| {
        clause.sentence.children(verb).any(|child| tokens[child].deprel == "cc" && tokens[child].text == "or")
    };
    let others = clause.children("conj").filter(|child| tokens[*child].upos == "VERB" && !clause.verbs.contains(child));
    tokens[clause.head].deprel == "conj" && is_or(clause.head) || others.into_iter().any(is_or)
}

/// "after a doc and all its fields have been added": what looks like a statement of its own belongs to the phrase before it.
fn is_joined_to_statement(clause: &Clause<'_>) -> bool {
    let tokens = &clause.sentence.tokens;
    clause.children("conj").filter(|&child| child > clause.head).any(|child| {
        let has_subject = clause.sentence.children(child).any(|own| tokens[own].deprel.starts_with("nsubj"));
        let joint = clause.sentence.children(child).find(|&own| tokens[own].deprel == "cc");
        has_subject
            && joint.is_some_and(|joint| {
                joint > clause.head
                    && tokens[joint].text == "and"
                    && !matches!(tokens[joint - 1].text.as_str(), "," | ";")
            })
    })
}

/// "when a join can be trimmed, the mapper finds it and removes joins": the condition holds for the second verb as well, and is lost.
fn has_lost_front(clause: &Clause<'_>) -> bool {
    let tokens = &clause.sentence.tokens;
    let token = &tokens[clause.head];
    let Some(first) = token.head.filter(|_| token.deprel == "conj") else { return false };
    let is_shared = clause.subject.last().is_some_and(|&subject| subject < first);
    is_shared
        && clause.sentence.children(first).any(|child| {
            matches!(tokens[child].deprel.as_str(), "advcl" | "obl")
                && clause.subject.first().is_some_and(|&at| child < at)
        })
}

/// "destroys the snapshot or raises if it does not exist": what follows the second verb is seldom said of the first.
fn is_behind_another_verb(clause: &Clause<'_>) -> bool {
    let tokens = &clause.sentence.tokens;
    let other = clause
        .children("conj")
        .filter(|&child| child > clause.head && !clause.rest.contains(&child) && !clause.verbs.contains(&child));
    other.min().is_some_and(|other| clause.rest.iter().any(|&word| word > other && tokens[word].upos != "PUNCT"))
}

/// "check this value and create or expand the new volume": the verb is joined to one that is not asked for with it.
fn shares_object(clause: &Clause<'_>) -> bool {
    let tokens = &clause.sentence.tokens;
    let before = (0..clause.head).rev().find(|&word| tokens[word].upos != "ADV");
    let Some(joint) = before.filter(|&word| tokens[word].deprel == "cc") else { return false };
    let Some(verb) = joint.checked_sub(1).filter(|&verb| tokens[verb].upos == "VERB") else { return false };
    let head = tokens[clause.head].head;
    let is_sister = head == Some(verb) || tokens[verb].deprel == "conj" && tokens[verb].head == head;
    // Passives stand alone: "is added and can be removed".
    !clause.verbs.contains(&verb)
        && is_sister
        && matches!(tokens[verb].xpos.as_str(), "VB" | "VBZ" | "VBP")
        && !lexicon::is("without-object", &tokens[verb].lemma)
        && clause.children("obj").next().is_some()
}

/// "sets if the volume is ready", "works out if …": the clause is what the verb is about, or the object was forgotten.
fn has_bare_condition(clause: &Clause<'_>) -> bool {
    let tokens = &clause.sentence.tokens;
    clause.rest.windows(2).any(|pair| {
        let is_particle = tokens[pair[0]].deprel == "compound:prt";
        let verb = &tokens[tokens[pair[0]].head.filter(|_| is_particle).unwrap_or(pair[0])];
        pair[0] + 1 == pair[1]
            && tokens[pair[1]].text.eq_ignore_ascii_case("if")
            && tokens[pair[1]].head.is_some_and(|clause| tokens[clause].deprel == "advcl")
            && verb.upos == "VERB"
            && matches!(verb.xpos.as_str(), "VB" | "VBZ" | "VBP")
            && verb.deprel != "acl:relcl"
            && (is_particle || !lexicon::is("asking", &verb.lemma))
            && !lexicon::is("without-object", &verb.lemma)
    })
}

/// "is, each time it is read, written": a comma behind the verb cuts it from what it governs.
fn has_cut_in(clause: &Clause<'_>) -> bool {
    let tokens = &clause.sentence.tokens;
    let goes_on = |word: usize| clause.rest.contains(&word) && tokens.get(word).is_some_and(|token| token.text == ",");
    clause.auxiliaries.iter().copied().chain([clause.head]).any(|verb| {
        goes_on(verb + 1)
            && !clause.verbs.iter().any(|&joined| joined > verb)
            && !(verb == clause.head && clause.has_copula)
            && tokens
                .get(verb + 2)
                .is_some_and(|next| next.xpos != "WRB" && !matches!(next.upos.as_str(), "SCONJ" | "ADP" | "VERB"))
    })
}

/// "needs to be updated anytime this is invoked": what was left out follows without a comma, so something belongs to it.
fn is_cut_off(clause: &Clause<'_>) -> bool {
    let tokens = &clause.sentence.tokens;
    let left_out = clause.sentence.children(clause.head).filter(|&child| {
        let is_apart = match tokens[child].deprel.as_str() {
            "conj" => !clause.rest.contains(&child) && !clause.verbs.contains(&child),
            relation => matches!(relation, "parataxis" | "discourse" | "dislocated" | "list" | "dep"),
        };
        child > clause.head && is_apart
    });
    left_out.filter_map(|child| clause.sentence.subtree(child).first().copied()).any(|first| {
        let is_joint = |word: usize| matches!(tokens[word].upos.as_str(), "PUNCT" | "CCONJ");
        first > clause.head && !is_joint(first) && !is_joint(first - 1)
    })
}

/// "Does the object have an attachment": a question without its mark.
fn is_inverted(clause: &Clause<'_>) -> bool {
    let tokens = &clause.sentence.tokens;
    clause.auxiliaries.iter().any(|&auxiliary| {
        clause.subject.first().is_some_and(|&first| auxiliary < first)
            || clause.negation.is_none() && tokens[auxiliary].lemma == "do"
    })
}

/// "has the same type as the node": what is compared is asked for together, or not at all.
pub(super) fn tears_comparison(clause: &Clause<'_>, answer: &[usize]) -> bool {
    let tokens = &clause.sentence.tokens;
    let is_lower = |word: usize, texts: &[&str]| texts.contains(&tokens[word].text.to_lowercase().as_str());
    clause.rest.iter().enumerate().any(|(at, &word)| {
        let second: &[&str] = if is_lower(word, &["same", "such", "similar", "equal", "so"]) {
            &["as"]
        } else if is_lower(word, &["more", "less", "fewer", "other", "rather"]) || tokens[word].xpos == "JJR" {
            &["than"]
        } else {
            return false;
        };
        clause.rest[at + 1..]
            .iter()
            .any(|&other| is_lower(other, second) && answer.contains(&other) != answer.contains(&word))
    })
}

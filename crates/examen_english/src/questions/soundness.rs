//! What a clause must be before a clean question is made of it.

use super::attachment;
use super::clause::{Clause, is_plural};
use super::lexicon;
use super::nouns::{agrees_in_number, is_telegraphic};
use super::references;
use super::selection::Unused;
use super::slips;

pub(super) use super::nouns::has_article;
use crate::sentence::{Sentence, Token};

/// Whether a sentence is plain enough: no lists, formulas or instructions.
pub(super) fn check_sentence(sentence: &Sentence) -> Result<(), Unused> {
    let tokens = &sentence.tokens;
    let body = &tokens
        [..tokens.len() - usize::from(tokens.last().is_some_and(|last| matches!(last.text.as_str(), "." | ":" | "!")))];
    let is_sign = |text: &str| lexicon::is("sign", text) || text.contains("://");
    if body.iter().any(|token| is_sign(&token.text)) {
        return Err(Unused::Signs);
    }
    let is_marked = |text: &str| {
        text.contains(['&', '{', '}', '[', ']', '\\', '*', '|', '<', '='])
            || text.starts_with(['%', '@', '$', '~'])
            || text.starts_with('_') && text.ends_with('_')
    };
    let for_example = body.windows(2).any(|pair| {
        pair[0].text.eq_ignore_ascii_case("for") && matches!(pair[1].text.as_str(), "example" | "instance")
    });
    if body.iter().any(|token| is_marked(&token.text))
        || for_example
        || tokens.last().is_some_and(|last| matches!(last.text.as_str(), ":" | ","))
    {
        return Err(Unused::Signs);
    }
    let first = tokens.iter().find(|token| token.upos != "PUNCT");
    if first.is_some_and(|first| lexicon::is("to-reader", &first.text.to_lowercase())) {
        return Err(Unused::ToReader);
    }
    // "Clear the cache with f.cache_clear()": that is how the reader does it.
    let is_call = |pair: &[Token]| {
        matches!(pair[0].text.as_str(), "by" | "using" | "via" | "with") && pair[1].text.ends_with("()")
    };
    if tokens.windows(2).any(is_call) {
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
        && has_right_forms(clause)
        && stands_alone(clause)
        && is_ordered(clause)
        && clause.rest.iter().all(|&position| is_plain(clause, position))
        && is_closed(clause, &[])
        && is_whole_subject(clause)
        && clause.children("mark").next().is_none()
        && clause.rest.iter().all(|&position| !is_telegraphic(clause, position) && agrees_inside(clause, position))
        && clause.rest.iter().chain(&clause.subject).all(|&position| agrees_in_number(clause, position))
        && references::are_found(clause)
        && attachment::is_certain(clause)
        && is_written_as_verb(clause)
        && !is_of_unnamed(clause)
        && slips::is_free(clause)
}

/// "cannot end with a hyphen", "must be a number": what may or must not do so is seldom the code.
fn is_of_unnamed(clause: &Clause<'_>) -> bool {
    let tokens = &clause.sentence.tokens;
    let is_modal = clause
        .auxiliaries
        .first()
        .is_some_and(|&first| tokens[first].xpos == "MD" && !tokens[first].text.eq_ignore_ascii_case("will"));
    tokens[clause.subject_head].span.is_empty() && is_modal
}

/// Whether the verbs are written as verbs: "shutdown" and "fixup" are nouns, `service_address` is a name.
fn is_written_as_verb(clause: &Clause<'_>) -> bool {
    let tokens = &clause.sentence.tokens;
    let is_word = |position: usize| {
        tokens[position].text.chars().all(|letter| letter.is_alphabetic() || matches!(letter, '-' | '\'' | '’'))
    };
    let is_noun = |position: usize| {
        let token = &tokens[position];
        token.upos == "VERB"
            && matches!(token.xpos.as_str(), "VB" | "VBZ" | "VBP")
            && lexicon::is("noun-for-verb", &token.lemma)
    };
    clause.has_copula
        || clause.verbs.iter().all(|&verb| is_word(verb)) && !clause.rest.iter().any(|&position| is_noun(position))
}

/// Whether the verb of a clause inside agrees with its subject: that of "a transform that add the element" does not.
fn agrees_inside(clause: &Clause<'_>, position: usize) -> bool {
    let tokens = &clause.sentence.tokens;
    let verb = &tokens[position];
    let is_marked = |child: usize| matches!(tokens[child].deprel.as_str(), "mark" | "cop");
    if verb.upos != "VERB" || clause.verbs.contains(&position) || clause.sentence.children(position).any(is_marked) {
        return true;
    }
    let relation = |child: usize| tokens[child].deprel.as_str();
    let is_subject = |&child: &usize| relation(child).starts_with("nsubj") && child < position;
    let Some(subject) = clause.sentence.children(position).find(is_subject) else { return true };
    let auxiliary = clause.sentence.children(position).find(|&child| relation(child).starts_with("aux"));
    let finite = match auxiliary.map(|auxiliary| tokens[auxiliary].text.as_str()) {
        None => verb.xpos.as_str(),
        Some("is" | "was" | "has" | "does") => "VBZ",
        Some("are" | "were" | "have" | "do") => "VBP",
        Some(_) => return true,
    };
    let is_relative = tokens[subject].xpos.starts_with('W') && verb.deprel == "acl:relcl";
    let noun = if is_relative { verb.head.unwrap_or(subject) } else { subject };
    // Which of several nouns a relative clause belongs to can seldom be told: one that fits will do.
    let nouns = (noun..position).filter(|&at| at == noun || is_relative);
    let mut nouns = nouns.filter(|&at| matches!(tokens[at].xpos.as_str(), "NN" | "NNP" | "NNS" | "NNPS")).peekable();
    if nouns.peek().is_none() {
        return true;
    }
    match finite {
        "VBP" | "VB" => nouns.any(|at| is_plural(clause.sentence, at)),
        "VBZ" => nouns.any(|at| !is_plural(clause.sentence, at)),
        _ => true,
    }
}

/// Whether the words of an answer are one whole phrase, and what is left is one too.
pub(super) fn is_answer(clause: &Clause<'_>, words: &[usize]) -> bool {
    let tokens = &clause.sentence.tokens;
    let (Some(&first), Some(&last)) = (words.first(), words.last()) else { return false };
    let clausal = words.iter().any(|&word| {
        tokens[word].head == Some(clause.head) && matches!(tokens[word].deprel.as_str(), "advcl" | "xcomp")
    });
    // "so that if it needs to be reset, then …": the clause goes on behind its end.
    let goes_on = clause.rest.contains(&(last + 1))
        && tokens.get(last + 1).is_some_and(|next| next.text == ",")
        && (clausal
            || first > clause.head
                && !tokens.get(last + 2).is_some_and(|next| matches!(next.upos.as_str(), "SCONJ" | "VERB")));
    let open = matches!(tokens[last].upos.as_str(), "ADP" | "DET" | "CCONJ" | "SCONJ" | "PART")
        && tokens[last].deprel != "compound:prt";
    let concludes = words
        .windows(2)
        .any(|pair| tokens[pair[0]].text == "," && matches!(tokens[pair[1]].text.as_str(), "so" | "but"));
    let turns = concludes
        || clausal && words.windows(2).any(|pair| tokens[pair[0]].text == "," && tokens[pair[1]].upos == "ADP");
    // "a list of tuples of the form": what follows is not there.
    let cut = matches!(tokens[last].text.as_str(), "follows" | "following" | "including")
        // "the number of events in the specified".
        || lexicon::is("naming", &tokens[last].text)
            && last > 0
            && tokens[last - 1].upos == "DET"
        || tokens[last].text == "form" && tokens[last.saturating_sub(1)].text == "the";
    // "has been started, as well as did not fail": half of what is said.
    let adds = tokens[last + 1..].iter().map(|token| token.text.as_str()).skip_while(|text| *text == ",");
    let is_half = adds.take(3).eq(["as", "well", "as"]);
    // "What does the code not do? Anything": turned around, it says something else.
    let is_turned = clause.negation.is_some()
        && matches!(
            tokens[first].text.to_lowercase().as_str(),
            "all" | "every" | "each" | "any" | "both" | "anything" | "everything"
        );
    // "the next clear bit in the bit set" without "the bit": one noun is torn apart.
    let torn = matches!(tokens[last].upos.as_str(), "NOUN" | "PROPN" | "ADJ")
        && clause.rest.contains(&(last + 1))
        && matches!(tokens[last + 1].upos.as_str(), "NOUN" | "PROPN" | "NUM");
    !goes_on
        && !open
        && !turns
        && !cut
        && !torn
        && !is_half
        && !is_turned
        && is_closed(clause, words)
        && Clause::is_whole(words)
        && references::are_kept(clause, words)
        && !attachment::tears_comparison(clause, words)
}

/// Whether the clause without an answer ends with a word that can end one, and has no verb left whose subject is gone.
fn is_closed(clause: &Clause<'_>, without: &[usize]) -> bool {
    let tokens = &clause.sentence.tokens;
    let left: Vec<usize> = clause.rest.iter().copied().filter(|position| !without.contains(position)).collect();
    let ends = left.iter().rev().find(|&&position| tokens[position].upos != "PUNCT").is_none_or(|&position| {
        !matches!(tokens[position].upos.as_str(), "ADP" | "DET" | "CCONJ" | "SCONJ" | "PART")
            || tokens[position].deprel == "compound:prt"
    });
    let is_lost = |&position: &usize| {
        let token = &tokens[position];
        let finite = matches!(token.xpos.as_str(), "VBZ" | "VBD" | "VBP" | "MD")
            && !clause.verbs.contains(&position)
            && !clause.auxiliaries.contains(&position);
        let verb = if matches!(token.deprel.as_str(), "aux" | "aux:pass" | "cop") {
            token.head.unwrap_or(position)
        } else {
            position
        };
        let joined = tokens[verb].deprel == "conj";
        finite
            && !joined
            && !clause.sentence.children(verb).any(|child| {
                matches!(tokens[child].deprel.as_str(), "nsubj" | "nsubj:pass" | "expl" | "csubj")
                    && left.contains(&child)
            })
    };
    // "What does the code return if it is full, or false if it is not?"
    let is_constant = |text: &str| {
        matches!(text.to_lowercase().as_str(), "true" | "false" | "null" | "none" | "zero" | "nothing")
            || text.trim_start_matches('-').parse::<f64>().is_ok()
    };
    let has_rival = left.iter().any(|&position| {
        tokens[position].text == "or"
            && tokens.get(position + 1).is_some_and(|next| is_constant(&next.text))
            && position.checked_sub(1).is_some_and(|before| !is_constant(&tokens[before].text))
    });
    let includes =
        left.iter().any(|&position| matches!(tokens[position].text.as_str(), "including" | "being" | "they" | "them"));
    ends && !includes && !has_rival && !left.iter().any(is_lost)
}

/// Whether a nominal answer is a whole noun phrase: "hash information", "the key", no bare "element of list".
pub(super) fn is_noun_phrase(clause: &Clause<'_>, head: usize, words: &[usize]) -> bool {
    let tokens = &clause.sentence.tokens;
    let Some(&first) = words.first() else { return false };
    if matches!(tokens[first].upos.as_str(), "ADV" | "ADP" | "SCONJ" | "PUNCT")
        && head != first
        && tokens[first].lemma != "how"
    {
        return false;
    }
    // "the mapped buffer to disk": where it goes is the verb's.
    // "makes parentheses optional", "a tuple of for": what follows the noun is no part of it.
    let described = clause.sentence.children(head).any(|child| {
        child > head && tokens[child].deprel == "amod" && clause.sentence.children(child).next().is_none()
    });
    if described {
        return false;
    }
    let leaves = clause.sentence.children(head).any(|child| {
        tokens[child].deprel == "nmod"
            && clause.sentence.children(child).any(|case| {
                matches!(
                    tokens[case].text.to_lowercase().as_str(),
                    "to" | "into" | "onto" | "as" | "by" | "when" | "if" | "using" | "via"
                ) && tokens[case].deprel == "case"
            })
    });
    let token = &tokens[head];
    let nominal = matches!(token.upos.as_str(), "NOUN" | "PROPN" | "NUM" | "SYM" | "X")
        || matches!(token.text.to_lowercase().as_str(), "true" | "false" | "null" | "none" | "nothing");
    nominal && (!leaves || lexicon::is("takes-to", &tokens[head].lemma)) && has_article(clause, head)
}

/// Whether nothing but adverbs and auxiliaries stands between a subject and its verb, and no adverb before it.
fn is_whole_subject(clause: &Clause<'_>) -> bool {
    let tokens = &clause.sentence.tokens;
    let (Some(&first), Some(&last)) = (clause.subject.first(), clause.subject.last()) else { return false };
    // "fixing a mistake covers most wrong queries": the noun is no subject.
    let is_object = first.checked_sub(1).is_some_and(|before| tokens[before].xpos == "VBG");
    if is_object || matches!(tokens[first].upos.as_str(), "ADV" | "ADP" | "CCONJ" | "PUNCT") {
        return false;
    }
    let own = tokens[clause.subject_head].head == Some(clause.head) && !clause.has_copula;
    let is_stray =
        |position: usize| matches!(tokens[position].upos.as_str(), "NOUN" | "PROPN" | "VERB" | "ADJ" | "NUM");
    !own || !(last + 1..clause.head).any(|position| is_stray(position) && !clause.auxiliaries.contains(&position))
}

/// Words that a question cannot carry along.
fn is_plain(clause: &Clause<'_>, position: usize) -> bool {
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

/// Whether the verb has the form that its auxiliaries ask for.
fn has_right_forms(clause: &Clause<'_>) -> bool {
    let tokens = &clause.sentence.tokens;
    let verb = &tokens[clause.head];
    // "the issue is that they do not work": the complement is a clause of its own.
    let of_clause = clause.auxiliaries.iter().any(|&position| tokens[position].deprel == "cop");
    if clause.has_copula || of_clause {
        return !(of_clause && verb.upos == "VERB");
    }
    let Some(&last) = clause.auxiliaries.last() else {
        // "callback invoked when …" lacks its auxiliary.
        return verb.xpos != "VBD" && verb.xpos != "VBN" && verb.xpos != "VBG";
    };
    match tokens[last].text.to_lowercase().as_str() {
        "is" | "are" | "was" | "were" | "be" | "been" | "being" | "get" | "gets" => {
            matches!(verb.xpos.as_str(), "VBN" | "VBG" | "VBD")
        }
        "has" | "have" | "had" => matches!(verb.xpos.as_str(), "VBN" | "VBD"),
        _ => verb.xpos == "VB" || verb.xpos == "VBP",
    }
}
fn has_clear_subject(clause: &Clause<'_>) -> bool {
    let tokens = &clause.sentence.tokens;
    let head = &tokens[clause.subject_head];
    let pronoun = lexicon::is("pronoun", &head.text.to_lowercase());
    let nominal = matches!(head.upos.as_str(), "NOUN" | "PROPN" | "NUM" | "SYM" | "X");
    let wh = clause.subject.iter().any(|&position| {
        tokens[position].xpos.starts_with('W')
            || matches!(tokens[position].text.as_str(), "following" | "above" | "below")
    });
    nominal && !pronoun && has_article(clause, clause.subject_head) && Clause::is_whole(&clause.subject) && !wh
}

/// Whether subject and verb are of one number: where they are not, the tree is wrong.
fn agrees(clause: &Clause<'_>) -> bool {
    let finite = clause.auxiliaries.first().copied().unwrap_or(clause.head);
    let token = &clause.sentence.tokens[finite];
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
    let dependent =
        |child: usize| tokens[child].upos == "ADV" && lexicon::is("dependent", &tokens[child].text.to_lowercase());
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
    after && objects && clause.children("obj").count() < 2 && clause.children("iobj").next().is_none()
}

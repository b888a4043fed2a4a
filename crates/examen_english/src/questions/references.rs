//! Words that point at something said elsewhere: a clean question has what they point to.

use super::clause::Clause;

/// Whether the clause has, or needs not, what its pronouns and demonstratives point to.
pub(super) fn are_found(clause: &Clause<'_>) -> bool {
    let mut words: Vec<usize> = clause.subject.iter().chain(&clause.rest).copied().collect();
    words.sort_unstable();
    words.iter().all(|&word| !points_elsewhere(clause, &words, word))
        && has_antecedents(clause, &words)
        // "its value" at the head of a question is of nothing that was named.
        && has_antecedents(clause, &clause.subject)
        && !refers_back(clause, &words)
}

/// Whether the question without an answer still has what its pronouns point to: "its" of "sets its parent to the node" may have been the node's.
pub(super) fn are_kept(clause: &Clause<'_>, answer: &[usize]) -> bool {
    let left: Vec<usize> =
        clause.subject.iter().chain(&clause.rest).copied().filter(|word| !answer.contains(word)).collect();
    // "an absolute filename to a relative one": without the filename, "one" stands for nothing.
    let is_behind = |&word: &usize| answer.first().is_some_and(|&first| first < word);
    has_antecedents(clause, &left) && !left.iter().any(|word| is_behind(word) && stands_for_noun(clause, *word))
}

/// Whether "one", "another" or the like stands for a noun, and not before it: "a relative one", "to another".
fn stands_for_noun(clause: &Clause<'_>, word: usize) -> bool {
    let tokens = &clause.sentence.tokens;
    let token = &tokens[word];
    let is_before_noun = || {
        matches!(token.deprel.as_str(), "det" | "amod" | "nummod" | "compound" | "advmod")
            || tokens.get(word + 1).is_some_and(|next| matches!(next.upos.as_str(), "NOUN" | "PROPN" | "ADJ" | "NUM"))
    };
    let is_of = || tokens.get(word + 1).is_some_and(|next| next.text == "of");
    matches!(token.text.to_lowercase().as_str(), "one" | "ones" | "another" | "other" | "others")
        && !is_before_noun()
        && !is_of()
}

/// Whether a word is a demonstrative for nothing that the clause names: "when this is called", "these tuples", "if none are specified".
fn points_elsewhere(clause: &Clause<'_>, words: &[usize], word: usize) -> bool {
    let tokens = &clause.sentence.tokens;
    let token = &tokens[word];
    let lower = token.text.to_lowercase();
    let is_described = || clause.sentence.children(word).any(|child| child > word && tokens[child].deprel != "punct");
    let is_argument =
        || ["nsubj", "obj", "iobj", "obl", "nmod"].iter().any(|relation| token.deprel.starts_with(relation));
    let is_counting = tokens.get(word + 1).is_some_and(|next| matches!(next.upos.as_str(), "NOUN" | "ADJ"));
    match lower.as_str() {
        "this" => token.upos == "PRON",
        // "in the context of that user" of a sentence that goes on is harmless; "is that symbol null?" is not.
        "that" | "these" | "those" if token.deprel == "det" && (lower != "that" || clause.subject.contains(&word)) => {
            let Some(noun) = token.head else { return true };
            // "those elements that match" are told apart by what follows.
            let told = lower != "these" && clause.sentence.children(noun).any(|child| child > noun);
            // A question begins with its subject, whatever stood before it.
            let is_before =
                |other: usize| other < word && (!clause.subject.contains(&word) || clause.subject.contains(&other));
            !told && !words.iter().any(|&other| is_before(other) && tokens[other].lemma == tokens[noun].lemma)
        }
        // "after that", "if that happens"; behind a noun it leads a clause.
        "that" => {
            let leads = |before: usize| matches!(tokens[before].upos.as_str(), "ADP" | "SCONJ" | "ADV");
            token.upos == "PRON" && token.xpos == "DT" && !is_described() && word.checked_sub(1).is_some_and(leads)
        }
        "these" | "those" => !is_described(),
        "one" | "ones" => {
            is_argument() && !is_counting && clause.sentence.children(word).all(|child| tokens[child].deprel == "case")
        }
        // "intersected with another": another what was said before, unless one is named here.
        "another" | "other" | "others" if stands_for_noun(clause, word) => {
            !words.iter().any(|&one| one < word && tokens[one].text.eq_ignore_ascii_case("one"))
        }
        "none" | "both" | "neither" | "others" => token.deprel.starts_with("nsubj") && !is_described(),
        _ => false,
    }
}

/// Whether each pronoun has a noun before it, in the order of the question, that it can stand for.
fn has_antecedents(clause: &Clause<'_>, words: &[usize]) -> bool {
    let tokens = &clause.sentence.tokens;
    words.iter().enumerate().all(|(at, &word)| {
        let token = &tokens[word];
        if !matches!(
            token.text.to_lowercase().as_str(),
            "it" | "its" | "itself" | "their" | "they" | "them" | "themselves"
        ) || token.deprel == "expl"
        {
            return true;
        }
        words[..at].iter().any(|&noun| can_stand(clause, noun))
    })
}

/// Whether a noun is a thing by itself, and not the described code or a value.
fn can_stand(clause: &Clause<'_>, noun: usize) -> bool {
    let token = &clause.sentence.tokens[noun];
    let lower = token.text.to_lowercase();
    let is_code = clause.subject_head == noun && lower == "code";
    matches!(token.upos.as_str(), "NOUN" | "PROPN" | "X" | "NUM")
        && token.deprel != "compound"
        && !is_code
        && !matches!(lower.as_str(), "true" | "false" | "null" | "none" | "nothing")
}

/// Whether the sentence is tied to the one before: "in other words", "other than that".
fn refers_back(clause: &Clause<'_>, words: &[usize]) -> bool {
    let tokens = &clause.sentence.tokens;
    let lower: Vec<String> = words.iter().map(|&word| tokens[word].text.to_lowercase()).collect();
    let begins = |phrase: &str| {
        let parts: Vec<&str> = phrase.split('-').collect();
        lower.windows(parts.len()).any(|window| window.iter().zip(&parts).all(|(one, other)| one == other))
    };
    [
        "in-other-words",
        "on-the-other-hand",
        "in-this-case",
        "in-that-case",
        "in-this-way",
        "in-these-cases",
        "in-other-cases",
        "in-all-other-cases",
        "in-both-cases",
        "in-either-case",
        "in-such-cases",
        "in-any-case",
        "in-addition",
        "in-particular",
        "in-turn",
        "as-a-result",
        "for-this-reason",
    ]
    .iter()
    .any(|phrase| begins(phrase))
}

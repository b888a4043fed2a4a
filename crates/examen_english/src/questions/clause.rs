//! The clause of a predicate: subject, auxiliaries, negation, and the rest in the order of a question.

use super::Mode;
use super::lexicon;
use crate::inflection;
use crate::sentence::{Predicate, Role, Sentence};

/// A clause that questions can be made of.
pub(super) struct Clause<'s> {
    pub(super) sentence: &'s Sentence,
    pub(super) mode: Mode,
    /// The verb, or what a copula says of the subject.
    pub(super) head: usize,
    pub(super) has_copula: bool,
    /// The words of the subject in order.
    pub(super) subject: Vec<usize>,
    pub(super) subject_head: usize,
    /// Whether the tree has the subject, or the lowest-numbered argument stands in for it.
    pub(super) has_subject: bool,
    /// Auxiliaries, modals and the copula in order.
    pub(super) auxiliaries: Vec<usize>,
    pub(super) negation: Option<usize>,
    /// The words of the clause beside subject, first auxiliary and negation; what stood before the subject comes last.
    pub(super) rest: Vec<usize>,
    /// The verb and those joined to it.
    pub(super) verbs: Vec<usize>,
    pub(super) roles: &'s [Role],
    /// Whether the clause is the sentence's own, or joined to it.
    pub(super) is_main: bool,
}

/// The words that head a clause: verbs, and what has a copula.
pub(super) fn heads(sentence: &Sentence) -> Vec<usize> {
    let has_copula = |position: usize| sentence.children(position).any(|child| sentence.tokens[child].deprel == "cop");
    (0..sentence.tokens.len())
        .filter(|&position| sentence.tokens[position].upos == "VERB" || has_copula(position))
        .filter(|&position| !is_joined(sentence, position))
        .collect()
}

/// Whether a verb stands right behind the one it is joined to and has nothing of its own: "adds and removes entries".
fn is_joined(sentence: &Sentence, position: usize) -> bool {
    let token = &sentence.tokens[position];
    let Some(head) = token.head.filter(|&head| token.deprel == "conj" && head < position) else { return false };
    let bare = |relation: &str| matches!(relation, "cc" | "punct" | "conj");
    let between = (head + 1..position).all(|other| bare(&sentence.tokens[other].deprel));
    token.upos == "VERB"
        && sentence.tokens[head].upos == "VERB"
        && between
        && sentence.children(position).all(|child| bare(&sentence.tokens[child].deprel))
}

impl<'s> Clause<'s> {
    /// The clause of a predicate, unless there is no subject or no finite verb.
    pub(super) fn new(sentence: &'s Sentence, predicate: &'s Predicate, mode: Mode) -> Option<Self> {
        let head = predicate.verb;
        let tokens = &sentence.tokens;
        // "there is no lock": what there is stands behind the verb, and what there is not is no negation of it.
        if sentence.children(head).any(|child| tokens[child].deprel == "expl") {
            return None;
        }
        let shared = (tokens[head].deprel == "conj").then_some(tokens[head].head).flatten();
        let subject = subject_of(sentence, head).or_else(|| shared_subject(sentence, head));
        let stand_in = || {
            let lowest = predicate.roles.iter().filter(|role| is_numbered(role)).min_by_key(|role| &role.label)?;
            (mode == Mode::Faithful).then_some((lowest.head, lowest.span.clone().collect::<Vec<_>>()))
        };
        let (subject_head, subject_words) = match subject {
            Some(subject) => (subject, subject_words(sentence, subject, head)),
            None => stand_in()?,
        };
        let own: Vec<usize> = auxiliaries(sentence, head);
        let inherited = || {
            shared.filter(|&first| tokens[first].xpos == tokens[head].xpos).map(|first| auxiliaries(sentence, first))
        };
        let auxiliaries = if own.is_empty() { inherited().unwrap_or_default() } else { own };
        let negation = negation(sentence, head);
        let mut clause = Self {
            sentence,
            mode,
            head,
            has_copula: tokens[head].upos != "VERB",
            subject: subject_words,
            subject_head,
            has_subject: subject.is_some(),
            auxiliaries,
            negation,
            rest: Vec::new(),
            verbs: Vec::new(),
            roles: &predicate.roles,
            is_main: is_main(sentence, head),
        };
        clause.verbs = (head..tokens.len())
            .filter(|&other| other == head || is_joined(sentence, other) && tokens[other].head == Some(head))
            .collect();
        clause.rest = clause.rest();
        Some(clause)
    }

    /// The tag that decides the form of "do".
    pub(super) fn finite_tag(&self) -> &'s str {
        let tag = self.sentence.tokens[self.head].xpos.as_str();
        match tag {
            "VBZ" | "VBD" => tag,
            "VBP" => "VBP",
            // The paper has "did" for participles; agreement with the subject decides elsewhere.
            _ if is_plural(self.sentence, self.subject_head) => "VBP",
            _ => "VBZ",
        }
    }

    /// Whether the clause has a finite verb.
    pub(super) fn is_finite(&self) -> bool {
        let first = self.auxiliaries.first().copied().unwrap_or(self.head);
        matches!(self.sentence.tokens[first].xpos.as_str(), "VBZ" | "VBP" | "VBD" | "MD")
    }

    /// The children of the head with a relation.
    pub(super) fn children(&self, relation: &str) -> impl Iterator<Item = usize> {
        self.sentence.children(self.head).filter(move |&child| self.sentence.tokens[child].deprel == relation)
    }

    /// The words of a dependent with all that belongs to it.
    pub(super) fn words_of(&self, top: usize) -> Vec<usize> {
        let mut words = self.sentence.subtree(top);
        words.retain(|position| self.rest.contains(position));
        words
    }

    /// Whether words stand side by side.
    pub(super) fn is_whole(words: &[usize]) -> bool {
        words.windows(2).all(|pair| pair[0] + 1 == pair[1])
    }

    fn rest(&self) -> Vec<usize> {
        let tokens = &self.sentence.tokens;
        let mut dropped: Vec<usize> = Vec::new();
        for child in self.sentence.children(self.head) {
            let token = &tokens[child];
            let leaves = match token.deprel.as_str() {
                "mark" | "cc" => child < self.head,
                "conj" => !self.verbs.contains(&child) && (token.upos == "VERB" || is_predicate(self.sentence, child)),
                "parataxis" | "discourse" | "vocative" | "dislocated" | "list" | "dep" => true,
                // "removes the key, returning its value": what is returned hangs on the object that is asked for.
                "advcl" => self.mode == Mode::Clean && is_loose_participle(self.sentence, child),
                "advmod" => self.mode == Mode::Clean && lexicon::is("connective", &token.text.to_lowercase()),
                relation => relation.starts_with("nsubj") || relation.starts_with("csubj") || relation == "expl",
            };
            if leaves {
                dropped.extend(self.sentence.subtree(child));
            }
        }
        let first = self.auxiliaries.first();
        let is_rest = |&position: &usize| {
            self.sentence.is_within(position, self.head)
                && !dropped.contains(&position)
                && !self.subject.contains(&position)
                && Some(&position) != first
                && !is_negating(self.sentence, self.negation, position)
        };
        let (front, behind): (Vec<usize>, Vec<usize>) = (0..tokens.len())
            .filter(is_rest)
            .partition(|position| self.subject.first().is_some_and(|first| position < first));
        // Other auxiliaries of a joined verb stand before it in the first clause.
        let inherited = self.auxiliaries.iter().skip(1).copied().filter(|position| !behind.contains(position));
        let mut rest: Vec<usize> = inherited.collect();
        rest.extend(behind);
        while rest.last().is_some_and(|&last| tokens[last].upos == "PUNCT" && !closes(&tokens[last].text)) {
            rest.pop();
        }
        rest.extend(front);
        while rest.last().is_some_and(|&last| tokens[last].upos == "PUNCT" && !closes(&tokens[last].text)) {
            rest.pop();
        }
        rest
    }
}

fn is_loose_participle(sentence: &Sentence, position: usize) -> bool {
    let led = sentence.children(position).any(|child| {
        child < position
            && matches!(sentence.tokens[child].deprel.as_str(), "mark" | "case" | "advmod" | "nsubj" | "nsubj:pass")
    });
    sentence.tokens[position].xpos == "VBG"
        && !led
        && !matches!(sentence.tokens[position].lemma.as_str(), "use" | "depend" | "base" | "accord")
}

fn closes(text: &str) -> bool {
    matches!(text, ")" | "]" | "\"" | "'" | "”" | "’" | "''")
}

pub(super) fn is_numbered(role: &Role) -> bool {
    role.label.len() == 2 && role.label.starts_with('A')
}

fn is_predicate(sentence: &Sentence, position: usize) -> bool {
    sentence.children(position).any(|child| {
        let relation = sentence.tokens[child].deprel.as_str();
        relation == "cop" || relation.starts_with("nsubj")
    })
}

fn subject_of(sentence: &Sentence, head: usize) -> Option<usize> {
    let is_subject = |&child: &usize| {
        let relation = sentence.tokens[child].deprel.as_str();
        child < head && relation.starts_with("nsubj")
    };
    sentence.children(head).find(is_subject)
}

fn shared_subject(sentence: &Sentence, head: usize) -> Option<usize> {
    let mut at = head;
    for _ in 0..8 {
        if sentence.tokens[at].deprel != "conj" {
            return None;
        }
        at = sentence.tokens[at].head?;
        if sentence.tokens[at].upos != "VERB" && !is_predicate(sentence, at) {
            return None;
        }
        if let Some(subject) = subject_of(sentence, at) {
            return Some(subject);
        }
    }
    None
}

/// The words of a subject; those of the clause itself are not among them where the verb modifies the subject.
fn subject_words(sentence: &Sentence, subject: usize, head: usize) -> Vec<usize> {
    let mut words = sentence.subtree(subject);
    words.retain(|&word| !sentence.is_within(head, subject) || !sentence.is_within(word, head));
    while words.last().is_some_and(|&last| sentence.tokens[last].text == ",") {
        words.pop();
    }
    words
}

fn auxiliaries(sentence: &Sentence, head: usize) -> Vec<usize> {
    sentence
        .children(head)
        .filter(|&child| matches!(sentence.tokens[child].deprel.as_str(), "aux" | "aux:pass" | "cop") && child < head)
        .collect()
}

fn negation(sentence: &Sentence, head: usize) -> Option<usize> {
    sentence.children(head).find(|&child| {
        let lower = sentence.tokens[child].text.to_lowercase();
        // "no longer than 80 characters" is no negation.
        let compares = sentence.tokens.get(child + 1).is_some_and(|next| next.text == "than");
        let longer =
            lower == "longer" && !compares && child > 0 && sentence.tokens[child - 1].text.eq_ignore_ascii_case("no");
        let counts =
            lower == "no" && sentence.tokens.get(child + 1).is_some_and(|next| next.text == "longer") && !longer;
        inflection::is_negation(&lower) && child <= head + 1 && !counts || longer
    })
}

fn is_negating(sentence: &Sentence, negation: Option<usize>, position: usize) -> bool {
    let longer =
        |negation: usize| sentence.tokens[negation].text.eq_ignore_ascii_case("longer") && position + 1 == negation;
    negation.is_some_and(|negation| negation == position || longer(negation))
}

fn is_main(sentence: &Sentence, head: usize) -> bool {
    let mut at = head;
    for _ in 0..8 {
        match (sentence.tokens[at].head, sentence.tokens[at].deprel.as_str()) {
            (None, _) => return true,
            (Some(above), "conj") => at = above,
            _ => return false,
        }
    }
    false
}

/// Whether a noun is of several things.
pub(super) fn is_plural(sentence: &Sentence, head: usize) -> bool {
    let token = &sentence.tokens[head];
    matches!(token.xpos.as_str(), "NNS" | "NNPS")
        || matches!(token.text.to_lowercase().as_str(), "they" | "we" | "you" | "i" | "these" | "those")
        || sentence.children(head).any(|child| sentence.tokens[child].deprel == "conj" && and_before(sentence, child))
}

fn and_before(sentence: &Sentence, conjunct: usize) -> bool {
    sentence.children(conjunct).any(|child| sentence.tokens[child].text.eq_ignore_ascii_case("and"))
}

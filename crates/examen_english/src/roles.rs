//! Who does what to whom: `PropBank`'s roles of each verb, chosen among the words near it in the tree.

mod cues;

use crate::features::{Bytes, Words, hash};
use crate::matrix::{Left, Matrix, add_product, greatest, padded, softmax};
use crate::network::{Linear, PRETRAINED};
use crate::sentence::{Predicate, Role, Sentence, Token};
use cues::{cue, is_agent};

/// Width of the hidden layer and of the vectors of features, which are added to it.
pub(crate) const FEATURE: usize = 48;
/// Rows of the table of features, reached through a hash.
pub(crate) const TABLE_ROWS: usize = 1 << 15;
/// Features of one pair of a verb and a word.
pub(crate) const FEATURES: usize = 18;

/// From here on a modifier's role is not left to the words that lead it.
const SURE: f32 = 0.6;

/// The label of a word that plays no role.
pub(crate) const NO_ROLE: &str = "-";

/// The classifier.
#[derive(Clone, Default)]
pub(crate) struct RoleModel {
    pub(crate) labels: Vec<String>,
    pub(crate) table: Bytes,
    pub(crate) verb: Linear,
    pub(crate) word: Linear,
    pub(crate) out: Linear,
}

impl RoleModel {
    pub(crate) fn zeros(labels: Vec<String>) -> Self {
        let classes = padded(labels.len().max(1));
        Self {
            labels,
            table: Bytes { columns: FEATURE, scales: vec![0.0; TABLE_ROWS], data: vec![0; TABLE_ROWS * FEATURE] },
            verb: Linear::zeros(PRETRAINED, FEATURE),
            word: Linear::zeros(PRETRAINED, FEATURE),
            out: Linear::zeros(FEATURE, classes),
        }
    }

    /// Every matrix, in the order in which the file holds them.
    pub(crate) fn matrices(&mut self) -> Vec<&mut Matrix> {
        [&mut self.verb, &mut self.word, &mut self.out]
            .into_iter()
            .flat_map(|linear| [&mut linear.weights, &mut linear.bias])
            .collect()
    }

    /// All predicates of a sentence with their roles.
    pub(crate) fn predicates(&self, words: &Words, sentence: &Sentence) -> Vec<Predicate> {
        let verbs = (0..sentence.tokens.len()).filter(|&position| sentence.tokens[position].upos == "VERB");
        let mut predicates: Vec<Predicate> = verbs.map(|verb| self.predicate(words, sentence, verb)).collect();
        for second in 1..predicates.len() {
            let (before, after) = predicates.split_at_mut(second);
            if let ([.., first], [second, ..]) = (before, after)
                && is_joined(sentence, first.verb, second.verb)
            {
                second.roles.clone_from(&first.roles);
            }
        }
        predicates
    }

    fn predicate(&self, words: &Words, sentence: &Sentence, verb: usize) -> Predicate {
        let candidates = candidates(sentence, verb);
        let mut hidden = Matrix::repeated(&self.word.bias.data, candidates.len());
        let mut vectors = Matrix::zeros(candidates.len(), PRETRAINED);
        for (row, candidate) in candidates.iter().enumerate() {
            words.add_vector(&words.rows(&sentence.tokens[candidate.word].text), vectors.row_mut(row));
        }
        add_product(&mut hidden.data, Left::from(&vectors), &self.word.weights);
        let mut own = Matrix::zeros(1, PRETRAINED);
        words.add_vector(&words.rows(&sentence.tokens[verb].lemma), own.row_mut(0));
        let own = self.verb.forward(&own);
        for (row, candidate) in candidates.iter().enumerate() {
            let hidden = hidden.row_mut(row);
            for (out, value) in hidden.iter_mut().zip(&own.data) {
                *out += value;
            }
            for feature in features(sentence, verb, candidate) {
                self.table.add(feature as usize, 1.0, hidden);
            }
        }
        hidden.rectify();
        let mut scores = self.out.forward(&hidden);
        for row in 0..scores.rows {
            softmax(&mut scores.row_mut(row)[..self.labels.len()]);
        }
        Predicate { verb, roles: self.chosen(sentence, verb, &candidates, &scores) }
    }

    /// The best label of each candidate; a numbered role goes to the surest one only.
    fn chosen(&self, sentence: &Sentence, verb: usize, candidates: &[Candidate], scores: &Matrix) -> Vec<Role> {
        let mut roles: Vec<Role> = Vec::new();
        for (row, candidate) in candidates.iter().enumerate() {
            let line = &scores.row(row)[..self.labels.len()];
            let mut best = greatest(line);
            let label = self.labels[best].as_str();
            let unsure = label == NO_ROLE || label.starts_with("AM-") && line[best] < SURE;
            let named = if unsure { cue(sentence, verb, candidate.word) } else { None };
            let acts = matches!(label, NO_ROLE | "A1") && is_agent(sentence, verb, candidate.word);
            let named = if acts { Some("A0") } else { named };
            let named = named.and_then(|name| self.labels.iter().position(|label| label == name));
            let mut confidence = line[best];
            if let Some(named) = named {
                best = named;
                confidence = line[named].max(0.5);
            }
            let label = &self.labels[best];
            if label == NO_ROLE {
                continue;
            }
            let role = Role {
                label: label.clone(),
                head: candidate.word,
                span: span(sentence, verb, candidate.word),
                confidence,
            };
            let rival = roles.iter().position(|other| other.label == role.label && !role.label.starts_with("AM-"));
            match rival {
                Some(rival) if roles[rival].confidence < role.confidence => roles[rival] = role,
                Some(_) => {}
                None => roles.push(role),
            }
        }
        roles.sort_by_key(|role| role.head);
        roles
    }
}

/// Whether a verb stands right after another ("adds and removes") and shares all its arguments.
fn is_joined(sentence: &Sentence, first: usize, second: usize) -> bool {
    let token = &sentence.tokens[second];
    second == first + 2
        && token.deprel == "conj"
        && token.head == Some(first)
        && sentence.children(second).all(|child| sentence.tokens[child].deprel == "cc")
}

/// A word that may play a role, and how the tree leads to it.
pub(crate) struct Candidate {
    pub(crate) word: usize,
    path: String,
}

/// The words near a verb in the tree: its dependents, theirs, and what it shares with the words above it.
pub(crate) fn candidates(sentence: &Sentence, verb: usize) -> Vec<Candidate> {
    let tokens = &sentence.tokens;
    let mut out = Vec::new();
    for child in sentence.children(verb) {
        if tokens[child].deprel == "punct" {
            continue;
        }
        out.push(Candidate { word: child, path: format!("v{}", tokens[child].deprel) });
        for grandchild in sentence.children(child) {
            if deep(&tokens[child].deprel, &tokens[grandchild].deprel) {
                let path = format!("v{}v{}", tokens[child].deprel, tokens[grandchild].deprel);
                out.push(Candidate { word: grandchild, path });
            }
        }
    }
    let mut below = verb;
    let mut path = String::new();
    for _ in 0..3 {
        let Some(above) = tokens[below].head else { break };
        path = format!("{path}^{}", tokens[below].deprel);
        if !matches!(tokens[above].upos.as_str(), "PUNCT") {
            out.push(Candidate { word: above, path: path.clone() });
        }
        for sibling in sentence.children(above).filter(|&sibling| sibling != below) {
            if shared(&tokens[sibling].deprel) {
                out.push(Candidate { word: sibling, path: format!("{path}v{}", tokens[sibling].deprel) });
            }
        }
        below = above;
    }
    out.sort_by_key(|candidate| candidate.word);
    out
}

fn deep(child: &str, grandchild: &str) -> bool {
    matches!(child, "obj" | "obl" | "xcomp" | "nsubj" | "nsubj:pass" | "advmod")
        && matches!(grandchild, "nmod" | "acl" | "obl" | "advcl" | "xcomp" | "case" | "advmod" | "conj")
}

fn shared(relation: &str) -> bool {
    matches!(
        relation,
        "nsubj"
            | "nsubj:pass"
            | "obj"
            | "iobj"
            | "obl"
            | "aux"
            | "advmod"
            | "advcl"
            | "obl:unmarked"
            | "nmod:poss"
            | "csubj"
            | "mark"
    )
}

/// The rows of the features of a pair.
pub(crate) fn features(sentence: &Sentence, verb: usize, candidate: &Candidate) -> [u32; FEATURES] {
    let tokens = &sentence.tokens;
    let (verb_token, token) = (&tokens[verb], &tokens[candidate.word]);
    let path = candidate.path.as_str();
    let lemma = verb_token.lemma.as_str();
    let word = token.lemma.to_lowercase();
    let lead = leads(sentence, candidate.word);
    let voice = voice(sentence, verb);
    let side = if candidate.word < verb { "<" } else { ">" };
    let kinds = kinds(sentence, verb);
    let xpos = token.xpos.as_str();
    let distance = candidate.word.abs_diff(verb).min(9).to_string();
    let parts: [[&str; 4]; FEATURES] = [
        [path, voice, side, ""],
        [path, &verb_token.xpos, &verb_token.deprel, side],
        [lemma, path, "", ""],
        [lemma, path, &lead, voice],
        [&word, path, "", ""],
        [&word, &lead, "", ""],
        [&word, xpos, side, ""],
        [xpos, path, &lead, ""],
        [&lead, path, side, ""],
        [&lead, lemma, "", ""],
        [&lead, xpos, &token.upos, ""],
        [&kinds, path, "", ""],
        [&kinds, path, voice, lemma],
        [&distance, side, path, ""],
        [lemma, voice, xpos, ""],
        [&token.upos, path, voice, &kinds],
        [&word, lemma, "", ""],
        [&kinds, &lead, path, xpos],
    ];
    let mut out = [0; FEATURES];
    for (kind, (out, parts)) in out.iter_mut().zip(parts).enumerate() {
        *out = (hash(100 + kind as u8, &parts.join("\u{1}")) % TABLE_ROWS as u64) as u32;
    }
    out
}

/// The preposition or conjunction that leads a phrase, with "in order" and the like in full.
pub(crate) fn leads(sentence: &Sentence, word: usize) -> String {
    let mut out = String::new();
    for child in sentence.children(word) {
        let token = &sentence.tokens[child];
        if child < word && matches!(token.deprel.as_str(), "case" | "mark" | "advmod") && token.upos != "ADV"
            || is_wh(token)
        {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(&token.text.to_lowercase());
        }
    }
    out
}

fn is_wh(token: &Token) -> bool {
    token.xpos == "WRB" && matches!(token.deprel.as_str(), "advmod" | "mark")
}

/// Whether a verb is passive.
pub(crate) fn voice(sentence: &Sentence, verb: usize) -> &'static str {
    let passive = sentence
        .children(verb)
        .any(|child| matches!(sentence.tokens[child].deprel.as_str(), "aux:pass" | "nsubj:pass" | "csubj:pass"));
    let token = &sentence.tokens[verb];
    if passive || token.xpos == "VBN" && token.deprel.starts_with("acl") { "passive" } else { "active" }
}

/// Which kinds of dependents a verb has.
fn kinds(sentence: &Sentence, verb: usize) -> String {
    let mut out = String::new();
    for relation in ["nsubj", "obj", "iobj", "xcomp", "ccomp"] {
        if sentence.children(verb).any(|child| sentence.tokens[child].deprel.split(':').next() == Some(relation)) {
            out.push_str(relation);
        }
    }
    out
}

/// The words of an argument: its part of the tree without the verb's own.
fn span(sentence: &Sentence, verb: usize, word: usize) -> std::ops::Range<usize> {
    // A verb that modifies the argument is left out with all that depends on it.
    let around = sentence.is_within(verb, word);
    let inside =
        |position: usize| sentence.is_within(position, word) && !(around && sentence.is_within(position, verb));
    let mut from = word;
    while from > 0 && inside(from - 1) {
        from -= 1;
    }
    let mut to = word + 1;
    while to < sentence.tokens.len() && inside(to) {
        to += 1;
    }
    // "the file given by": the preposition before the noun is not the verb's; nor is what joins the noun to others.
    let outside = |position: usize| {
        let token = &sentence.tokens[position];
        let leads = token.head == Some(word) && (token.deprel == "cc" || around && token.deprel == "case");
        leads || token.upos == "PUNCT" && !opens(token)
    };
    while from < word && outside(from) {
        from += 1;
    }
    while to > word + 1 && sentence.tokens[to - 1].upos == "PUNCT" && !closes(&sentence.tokens[to - 1]) {
        to -= 1;
    }
    from..to
}

fn opens(token: &Token) -> bool {
    matches!(token.text.as_str(), "(" | "[" | "\"" | "“" | "'" | "``")
}

fn closes(token: &Token) -> bool {
    matches!(token.text.as_str(), ")" | "]" | "\"" | "”" | "'" | "''")
}

//! Sentences without a subject, as comments begin: "Returns the name" becomes "The code returns the name".

use crate::english::English;
use crate::inflection;
use crate::sentence::{Sentence, Token};

/// What is put before a sentence without a subject.
const SUBJECT: [&str; 2] = ["the", "code"];

impl English {
    /// The sentence with "the code" before it and its verb in the third person; `None` where it has a subject or no verb
    /// that could take one.
    pub fn completed(&self, sentence: &Sentence) -> Option<Sentence> {
        let verb = bare_verb(sentence)?;
        let tokens = &sentence.tokens;
        let capital = tokens[0].text.starts_with(char::is_uppercase);
        let mut words: Vec<String> = SUBJECT.iter().map(|&word| word.to_owned()).collect();
        words.extend(tokens.iter().map(|token| token.text.clone()));
        if capital {
            words[0] = String::from("The");
            let first = &tokens[0];
            let shouted = first.text.chars().filter(|character| character.is_uppercase()).count() > 1;
            if !shouted || position_is_verb(sentence, verb, 0) {
                words[2] = first.text.to_lowercase();
            }
        }
        let fixed = finite_word(sentence, verb);
        for position in finite_verbs(sentence, verb, fixed) {
            words[position + 2] = third_person(&tokens[position]);
        }
        let list: Vec<&str> = words.iter().map(String::as_str).collect();
        let rule = (tokens[fixed].upos == "VERB").then_some(fixed + 2);
        let mut out = self.analyse_with(&[list], &[rule]).pop()?;
        self.repair(&mut out);
        let start = tokens[0].span.start;
        for (position, token) in out.tokens.iter_mut().enumerate() {
            token.span = position.checked_sub(2).map_or(start..start, |position| tokens[position].span.clone());
        }
        Some(out)
    }
}

fn position_is_verb(sentence: &Sentence, verb: usize, position: usize) -> bool {
    finite_word(sentence, verb) == position
}

/// The root verb of a sentence that begins with it, or with adverbs or auxiliaries of it, and has no subject.
fn bare_verb(sentence: &Sentence) -> Option<usize> {
    let root = sentence.root();
    let token = sentence.tokens.get(root)?;
    let subject = |relation: &str| relation.starts_with("nsubj") || relation.starts_with("csubj") || relation == "expl";
    if sentence.children(root).any(|child| subject(&sentence.tokens[child].deprel)) {
        return None;
    }
    let copula = sentence.children(root).find(|&child| sentence.tokens[child].deprel == "cop");
    let finite = finite_word(sentence, root);
    let tag = sentence.tokens[finite].xpos.as_str();
    let verbal = token.upos == "VERB" || copula.is_some() || finite != root;
    let leading = (0..finite).all(|position| sentence.tokens[position].upos == "ADV");
    (verbal && leading && matches!(tag, "VB" | "VBZ" | "VBP" | "MD")).then_some(root)
}

/// The word that carries person and number: the first auxiliary, the copula or the verb itself.
fn finite_word(sentence: &Sentence, verb: usize) -> usize {
    let auxiliary = |position: usize| {
        position < verb && matches!(sentence.tokens[position].deprel.as_str(), "aux" | "aux:pass" | "cop")
    };
    sentence.children(verb).find(|&child| auxiliary(child)).unwrap_or(verb)
}

/// The words that take the third person: the finite word, and base forms joined to the verb that have no subject of their own.
fn finite_verbs(sentence: &Sentence, verb: usize, finite: usize) -> Vec<usize> {
    let mut out = vec![finite];
    if finite != verb {
        return out;
    }
    for child in sentence.children(verb) {
        let token = &sentence.tokens[child];
        let own = sentence.children(child).any(|grandchild| {
            let relation = sentence.tokens[grandchild].deprel.as_str();
            relation.starts_with("nsubj")
                || relation == "aux"
                || relation == "mark"
                || relation == "aux:pass"
                || relation == "cop"
        });
        if token.deprel == "conj" && token.upos == "VERB" && matches!(token.xpos.as_str(), "VB" | "VBP") && !own {
            out.push(child);
        }
    }
    out
}

fn third_person(token: &Token) -> String {
    let lower = token.text.to_lowercase();
    match token.xpos.as_str() {
        "VBZ" | "MD" => lower,
        _ => inflection::third_person(&lower),
    }
}

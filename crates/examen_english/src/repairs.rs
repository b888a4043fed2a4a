//! What the parser often gets wrong in comments, put right by rules; trees of plain word lists stay as the parser gives them.

use crate::lemmas::Lemmas;
use crate::sentence::Sentence;

/// Nouns that take an infinitive of their own ("an attempt to read").
const WITH_INFINITIVE: &[&str] =
    &["ability", "attempt", "effort", "need", "opportunity", "order", "permission", "request", "right", "time", "way"];

/// Verbs whose clause with "if" is a question, not a condition.
const ASKING: &[&str] =
    &["ask", "check", "decide", "detect", "determine", "indicate", "know", "see", "tell", "test", "verify"];

/// Verbs that take something from one place to another.
const MOVING: &[&str] = &[
    "add",
    "append",
    "attach",
    "convert",
    "copy",
    "delete",
    "download",
    "export",
    "extract",
    "fetch",
    "import",
    "insert",
    "load",
    "map",
    "move",
    "place",
    "pop",
    "push",
    "put",
    "read",
    "remove",
    "retrieve",
    "save",
    "send",
    "store",
    "strip",
    "transfer",
    "translate",
    "trim",
    "upload",
    "write",
];

/// Nouns that keep a phrase with "to" ("a reference to the object").
const WITH_TO: &[&str] = &["access", "change", "index", "key", "link", "path", "pointer", "reference", "response"];

/// Applies all rules.
pub(crate) fn repair(sentence: &mut Sentence, lemmas: &Lemmas) {
    nouns_with_objects(sentence, lemmas);
    infinitives(sentence);
    adjacent_objects(sentence);
    shared_dependents(sentence);
    for word in 0..sentence.tokens.len() {
        means_and_purposes(sentence, word);
        conditions(sentence, word);
        questions(sentence, word);
        places(sentence, word);
    }
}

/// "This method positions the stream": what has a subject and an object is a verb.
fn nouns_with_objects(sentence: &mut Sentence, lemmas: &Lemmas) {
    for word in 0..sentence.tokens.len() {
        let has = |relation: &str| sentence.children(word).any(|child| sentence.tokens[child].deprel == relation);
        if sentence.tokens[word].upos != "NOUN" || !has("nsubj") || !has("obj") || has("cop") {
            continue;
        }
        let token = &mut sentence.tokens[word];
        let tag = if token.xpos == "NNS" { "VBZ" } else { "VBP" };
        token.upos = String::from("VERB");
        token.xpos = String::from(tag);
        token.lemma = lemmas.lemma(&token.text, "VERB", tag);
    }
}

/// "to munge the exports": what heads a clause and has "to" right before it is a verb, however rare it is.
fn infinitives(sentence: &mut Sentence) {
    for word in 1..sentence.tokens.len() {
        let [to, verb] = &mut sentence.tokens[word - 1..=word] else { continue };
        let is_marked = to.deprel == "mark" && to.xpos == "TO" && to.head == Some(word);
        let heads = matches!(verb.deprel.as_str(), "acl" | "advcl" | "ccomp" | "xcomp");
        if is_marked && heads && matches!(verb.upos.as_str(), "NOUN" | "PROPN") {
            verb.upos = String::from("VERB");
            verb.xpos = String::from("VB");
            verb.lemma = verb.text.to_lowercase();
        }
    }
}

/// "attaches votes count": of two objects side by side, the first belongs to the second.
fn adjacent_objects(sentence: &mut Sentence) {
    for second in 1..sentence.tokens.len() {
        let first = second - 1;
        let (one, other) = (&sentence.tokens[first], &sentence.tokens[second]);
        let both = one.deprel == "obj" && other.deprel == "obj" && one.head == other.head && one.head.is_some();
        if !both || !matches!(one.upos.as_str(), "NOUN" | "PROPN") {
            continue;
        }
        let token = &mut sentence.tokens[first];
        token.head = Some(second);
        token.deprel = String::from("compound");
        if sentence.tokens[second].upos == "VERB" {
            read_as_noun(sentence, second);
        }
        for child in 0..first {
            // "the votes count": the article goes with the whole.
            if sentence.tokens[child].head == Some(first) && sentence.tokens[child].deprel == "det" {
                sentence.tokens[child].head = Some(second);
            }
        }
    }
}

/// Makes a noun of an object that was read as a verb; what modified the verb goes to the verb above.
fn read_as_noun(sentence: &mut Sentence, word: usize) {
    let above = sentence.tokens[word].head;
    let token = &mut sentence.tokens[word];
    token.upos = String::from("NOUN");
    token.xpos = String::from("NN");
    for child in sentence.tokens.iter_mut().filter(|child| child.head == Some(word)) {
        if matches!(child.deprel.as_str(), "obl" | "advcl" | "advmod") {
            child.head = above;
        }
    }
}

/// "adds and removes entries": what follows two joined verbs belongs to the first, as the treebank has it.
fn shared_dependents(sentence: &mut Sentence) {
    for second in 2..sentence.tokens.len() {
        let first = second - 2;
        let (verb, join, other) = (&sentence.tokens[first], &sentence.tokens[second - 1], &sentence.tokens[second]);
        if other.deprel != "conj"
            || other.head != Some(first)
            || join.deprel != "cc"
            || verb.upos != "VERB"
            || other.upos != "VERB"
        {
            continue;
        }
        for word in second + 1..sentence.tokens.len() {
            if sentence.tokens[word].head == Some(second) && sentence.tokens[word].deprel != "conj" {
                sentence.tokens[word].head = Some(first);
            }
        }
    }
}

/// "using the loader", "by moving them" and "from the list to make it shorter" say how and why a verb's action is done: they
/// belong to the verb, not to the noun before them.
fn means_and_purposes(sentence: &mut Sentence, word: usize) {
    let token = &sentence.tokens[word];
    let Some(head) = token.head.filter(|&head| token.deprel == "acl" && head < word) else { return };
    let leads = |text: &str| sentence.children(word).any(|child| child < word && sentence.tokens[child].text == text);
    let means = token.xpos == "VBG" && (token.text.eq_ignore_ascii_case("using") || leads("by"));
    let noun = &sentence.tokens[head];
    let oblique = noun.deprel == "obl" && !WITH_INFINITIVE.contains(&noun.lemma.as_str());
    let purpose = token.xpos == "VB" && leads("to") && oblique;
    if !means && !purpose {
        return;
    }
    if let Some(verb) = verb_above(sentence, head).filter(|&verb| verb < word) {
        let token = &mut sentence.tokens[word];
        token.head = Some(verb);
        token.deprel = String::from("advcl");
    }
}

/// "tries to request data if it is open": the condition is the trying's.
fn conditions(sentence: &mut Sentence, word: usize) {
    let token = &sentence.tokens[word];
    let Some(head) = token.head.filter(|&head| token.deprel == "advcl" && head < word) else { return };
    let marked = sentence.children(word).any(|child| {
        child < word
            && matches!(sentence.tokens[child].text.to_lowercase().as_str(), "if" | "unless" | "when" | "whenever")
    });
    let infinitive = &sentence.tokens[head];
    if marked && infinitive.deprel == "xcomp" && infinitive.xpos == "VB" {
        sentence.tokens[word].head = infinitive.head;
    }
}

/// "checks if it is open": what is checked is no condition.
fn questions(sentence: &mut Sentence, word: usize) {
    let token = &sentence.tokens[word];
    let Some(head) = token.head.filter(|&head| token.deprel == "advcl" && head < word) else { return };
    let asks = ASKING.contains(&sentence.tokens[head].lemma.as_str()) && sentence.tokens[head].upos == "VERB";
    let direct = sentence
        .tokens
        .get(head + 1)
        .is_some_and(|next| matches!(next.text.as_str(), "if" | "whether") && next.head == Some(word));
    if asks && direct {
        sentence.tokens[word].deprel = String::from("ccomp");
    }
}

/// "removes entries of the list from the file": where something goes from or to is the verb's.
fn places(sentence: &mut Sentence, word: usize) {
    let token = &sentence.tokens[word];
    let Some(noun) = token.head.filter(|&head| token.deprel == "nmod" && head < word) else { return };
    let keeps = WITH_TO.contains(&sentence.tokens[noun].lemma.as_str());
    let moves = sentence.children(word).any(|child| match sentence.tokens[child].text.as_str() {
        "from" | "into" | "onto" => true,
        "to" => !keeps,
        _ => false,
    });
    let mut top = noun;
    while sentence.tokens[top].deprel == "nmod"
        && let Some(above) = sentence.tokens[top].head.filter(|&above| above < top)
    {
        top = above;
    }
    let object = &sentence.tokens[top];
    let verb =
        object.head.filter(|&verb| object.deprel == "obj" && MOVING.contains(&sentence.tokens[verb].lemma.as_str()));
    if let Some(verb) = verb.filter(|&verb| moves && verb < word) {
        sentence.tokens[word].head = Some(verb);
        sentence.tokens[word].deprel = String::from("obl");
    }
}

fn verb_above(sentence: &Sentence, from: usize) -> Option<usize> {
    let mut at = from;
    for _ in 0..sentence.tokens.len() {
        if sentence.tokens[at].upos == "VERB" {
            return Some(at);
        }
        at = sentence.tokens[at].head?;
    }
    None
}

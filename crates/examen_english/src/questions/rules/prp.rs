//! What something is done for: "For what purpose does the function add and remove entries?"

use super::super::Mode;
use super::super::clause::Clause;
use super::super::draft::Draft;
use super::super::kinds::Category;
use super::super::lexicon;
use super::super::soundness;
use super::{Rule, ask, first_word, head_of, is_passive, is_title, modifiers};

/// The modifier of purpose.
pub(super) static RULE: Rule = Rule {
    name: "prp",
    description: "what something is done for",
    template: "For what purpose mainAux nsubj otherAux verb obj modifiers?",
    make,
};

fn make(clause: &Clause<'_>, drafts: &mut Vec<Draft>) {
    for label in ["AM-PNC", "AM-PRP"] {
        for (confidence, words) in modifiers(clause, label) {
            // "tests the method to compute sums" has its title, not a purpose.
            if clause.mode == Mode::Faithful || !is_title(clause) && is_purpose(clause, &words) {
                drafts.extend(ask(clause, "For what purpose", Category::Purpose, &words, confidence));
            }
        }
    }
}

fn is_purpose(clause: &Clause<'_>, words: &[usize]) -> bool {
    let tokens = &clause.sentence.tokens;
    let second = words.get(1).map(|&word| &tokens[word]);
    let is_of = |relation: &str| {
        words.iter().any(|&word| tokens[word].head == Some(clause.head) && tokens[word].deprel == relation)
    };
    let clausal = is_of("advcl");
    let lemma = tokens[clause.head].lemma.as_str();
    match first_word(clause, words).as_str() {
        // "allows an extension to get an object": what is allowed.
        // "uses the cache to speed it up": the tree has a complement there.
        "to" if !has_whole_infinitive(clause, words) => false,
        "to" if is_of("xcomp") => {
            let object = clause.children("obj").next();
            second.is_some_and(|second| second.xpos == "VB" && second.lemma != "be")
                && lexicon::is("serving", lemma)
                && words.len() > 2
                && clause.auxiliaries.is_empty()
                && object.is_some_and(|object| object < words[0])
        }
        "to" => {
            clausal
                && second.is_some_and(|second| matches!(second.xpos.as_str(), "VB" | "RB") && second.lemma != "be")
                && words.len() > 2
                && ["allowing", "turning"].iter().all(|list| !lexicon::is(list, lemma))
        }
        "in" => words.len() > 3 && second.is_some_and(|second| second.text == "order"),
        "so" => {
            let child = words.iter().copied().find(|&word| tokens[word].head == Some(clause.head));
            let own_subject = child.is_some_and(|child| {
                clause.sentence.children(child).any(|child| tokens[child].deprel.starts_with("nsubj"))
            });
            let leads_on = |second: &str| matches!(second, "if" | "when" | "as" | "far" | "then" | "long");
            clausal
                && words[0] > clause.head
                && !words.get(2).is_some_and(|&third| matches!(tokens[third].text.as_str(), "if" | "when"))
                && (!clause.has_copula || second.is_some_and(|second| second.text == "that"))
                && second.is_some_and(|second| second.text == "that" || own_subject && !leads_on(&second.text))
        }
        // "is used for the legend", but not "is responsible for drawing it".
        "for" if is_of("obl") => {
            let head = head_of(clause, words);
            lemma == "use"
                && clause.negation.is_none()
                && is_passive(clause)
                && head.is_some_and(|head| tokens[head].upos == "NOUN" && soundness::has_article(clause, head))
        }
        "for" => {
            let acts_on = clause.children("obj").next().is_some() || is_passive(clause);
            acts_on && second.is_some_and(|second| second.xpos == "VBG") && clausal && !clause.has_copula
        }
        _ => false,
    }
}

/// Whether an infinitive has an object of its own and is no noun's: "the files to include in the archive" are what is included, "a call to Foo#put" has no verb,
/// and "the statement to drop a table" is one phrase.
fn has_whole_infinitive(clause: &Clause<'_>, words: &[usize]) -> bool {
    let tokens = &clause.sentence.tokens;
    let Some(&verb) = words[1..].iter().find(|&&word| tokens[word].upos == "VERB") else { return false };
    let is_word = tokens[verb].text.chars().all(|letter| letter.is_lowercase() || letter == '-');
    let governs = words.iter().any(|&word| {
        let of_verb = tokens[word]
            .head
            .is_some_and(|head| head == verb || tokens[head].head == Some(verb) && tokens[head].deprel == "conj");
        let asks = || tokens[word].deprel == "advcl" && lexicon::is("asking", &tokens[verb].lemma);
        of_verb && (matches!(tokens[word].deprel.as_str(), "obj" | "ccomp" | "xcomp") || asks())
    });
    let nouns = || (clause.head..words[0]).filter(|&word| tokens[word].upos == "NOUN");
    let is_noun = words[0] > clause.head && nouns().any(|word| lexicon::is("takes-infinitive", &tokens[word].lemma));
    // "the list of nodes to restart": whoever is given something can be told to do so.
    let is_given = clause.verbs.iter().any(|&verb| lexicon::is("returning", &tokens[verb].lemma)) && is_noun;
    let is_next = nouns()
        .next_back()
        .is_some_and(|last| words[0] == last + 1 && lexicon::is("takes-infinitive", &tokens[last].lemma));
    is_word && governs && !is_given && !is_next
}

//! How something is done: "How does the code create an instance of a class?"

use super::super::Mode;
use super::super::clause::Clause;
use super::super::draft::Draft;
use super::super::kinds::Category;
use super::super::lexicon;
use super::super::soundness;
use super::{Rule, ask, first_word, head_of, is_passive, modifiers};

/// The modifier of manner.
pub(super) static RULE: Rule = Rule {
    name: "mnr",
    description: "how something is done",
    template: "How mainAux nsubj otherAux verb obj modifiers?",
    make,
};

fn make(clause: &Clause<'_>, drafts: &mut Vec<Draft>) {
    for (confidence, words) in modifiers(clause, "AM-MNR") {
        // "cannot be executed in offline mode": how it is not done nobody asks.
        if clause.mode == Mode::Clean && (clause.negation.is_some() || !is_manner(clause, &words)) {
            continue;
        }
        drafts.extend(ask(clause, "How", Category::Workflow, &words, confidence));
    }
}

fn is_manner(clause: &Clause<'_>, words: &[usize]) -> bool {
    let tokens = &clause.sentence.tokens;
    let lemma = tokens[clause.head].lemma.as_str();
    let has_object = clause.children("obj").next().is_some();
    let first = first_word(clause, words);
    let second = words.get(1).map(|&word| &tokens[word]);
    let last = words.last().map(|&word| tokens[word].lemma.to_lowercase()).unwrap_or_default();
    match first.as_str() {
        "by" if second.is_some_and(|second| matches!(second.xpos.as_str(), "VBG" | "RB")) => true,
        // "sorts the rows by name", but not "is sorted by the server".
        "by" => {
            let by_person = head_of(clause, words).is_some_and(|head| lexicon::is("person", &tokens[head].lemma));
            (lexicon::is("ordering", lemma) || lexicon::is("finding", lemma) && last != "default" && !by_person)
                && clause.auxiliaries.is_empty()
                && has_object
        }
        "with" => {
            lexicon::is("filling", lemma) && clause.auxiliaries.is_empty() && has_object
                || (lexicon::is("making", lemma) || lexicon::is("working", lemma))
                    && !matches!(lemma, "calculate" | "compute")
                    && is_material(clause, words)
        }
        "from" => lexicon::is("making", lemma) && is_material(clause, words),
        "given" => words.len() > 1 && (has_object || is_passive(clause)),
        "depending" => {
            clause.auxiliaries.is_empty() && second.is_some_and(|second| matches!(second.text.as_str(), "on" | "upon"))
        }
        // "adds the value as a string to the map": how and where to.
        "as" if lexicon::is("placing", lemma) && words.iter().any(|&word| tokens[word].text == "to") => false,
        "as" => is_form(clause, words) && (has_object || !clause.auxiliaries.is_empty()),
        "according" => second.is_some_and(|second| second.text == "to"),
        "based" => second.is_some_and(|second| second.text == "on"),
        "using" | "via" => words.len() > 1,
        "in" => matches!(
            last.as_str(),
            "order" | "way" | "manner" | "parallel" | "fashion" | "form" | "format" | "mode" | "notation" | "style"
        ),
        "without" => {
            let is_noun = || {
                !lexicon::is("making", lemma)
                    && !lexicon::is("returning", lemma)
                    && second.is_some_and(|second| second.upos == "DET")
            };
            second.is_some_and(|second| second.xpos == "VBG") || has_object && is_noun()
        }
        "through" => has_object && head_of(clause, words).is_some_and(|head| soundness::has_article(clause, head)),
        _ => {
            // "tests that it returns successfully": the adverb is that of the clause inside.
            let is_inside = clause.rest.iter().any(|&at| at < words[0] && tokens[at].text.eq_ignore_ascii_case("that"))
                // "automatically closed by drawing a line": how is said there.
                || clause.rest.iter().any(|&at| matches!(tokens[at].text.as_str(), "by" | "using"));
            words.len() == 1 && lexicon::is_manner(&first) && clause.children("ccomp").next().is_none() && !is_inside
        }
    }
}

/// Whether a phrase with "as" says in what form something is done: "as a string", but not "as soon as" or "such as".
fn is_form(clause: &Clause<'_>, words: &[usize]) -> bool {
    let tokens = &clause.sentence.tokens;
    let before = words[0].checked_sub(1).map_or("", |before| tokens[before].text.as_str());
    let head = words.iter().copied().find(|&word| tokens[word].head == Some(clause.head));
    words.len() > 1
        && head.is_some_and(|head| {
            tokens[head].upos == "NOUN" && tokens[head].deprel == "obl" && soundness::has_article(clause, head)
        })
        && matches!(tokens[words[1]].upos.as_str(), "DET" | "ADJ" | "NOUN" | "PROPN")
        && !matches!(before, "such" | "same" | "well" | "long" | "much" | "soon" | "far")
}

/// Whether a phrase with "from" or "with" says what something is made of: "creates a session from the given bytes", but not "computes the distance from
/// the origin".
fn is_material(clause: &Clause<'_>, words: &[usize]) -> bool {
    let tokens = &clause.sentence.tokens;
    let object = clause.children("obj").next();
    let measured =
        object.or(Some(clause.subject_head)).is_some_and(|made| lexicon::is("takes-from", &tokens[made].lemma));
    let leads_on = words
        .iter()
        .any(|&word| matches!(tokens[word].text.as_str(), "to" | "into" | "scratch" | "each" | "their" | "respect"));
    let head = head_of(clause, words)
        .filter(|&head| tokens[head].deprel == "obl" && matches!(tokens[head].upos.as_str(), "NOUN" | "PROPN" | "X"));
    (object.is_some() && clause.auxiliaries.is_empty() || is_passive(clause))
        && !measured
        && !leads_on
        && words.len() > 1
        && head.is_some_and(|head| soundness::has_article(clause, head))
}

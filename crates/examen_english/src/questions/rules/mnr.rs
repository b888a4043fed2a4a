//! How something is done: "How does the code create an instance of a class?"

use super::super::Mode;
use super::super::clause::Clause;
use super::super::draft::Draft;
use super::super::kinds::Category;
use super::super::lexicon;
use super::{Rule, ask, first_word, modifiers};

/// The modifier of manner.
pub(super) static RULE: Rule = Rule {
    name: "mnr",
    description: "how something is done",
    template: "How mainAux nsubj otherAux verb obj modifiers?",
    make,
};

fn make(clause: &Clause<'_>, drafts: &mut Vec<Draft>) {
    for (confidence, words) in modifiers(clause, "AM-MNR") {
        if clause.mode == Mode::Clean && !is_manner(clause, &words) {
            continue;
        }
        drafts.extend(ask(clause, "How", Category::Workflow, &words, confidence));
    }
}

fn is_manner(clause: &Clause<'_>, words: &[usize]) -> bool {
    let tokens = &clause.sentence.tokens;
    let first = first_word(clause, words);
    let second = words.get(1).map(|&word| &tokens[word]);
    let last = words.last().map(|&word| tokens[word].lemma.to_lowercase()).unwrap_or_default();
    match first.as_str() {
        "by" => second.is_some_and(|second| matches!(second.xpos.as_str(), "VBG" | "RB")),
        "using" | "via" => words.len() > 1,
        "in" => matches!(last.as_str(), "order" | "way" | "manner" | "parallel" | "fashion" | "format" | "mode"),
        "without" => second.is_some_and(|second| second.xpos == "VBG"),
        _ => words.len() == 1 && lexicon::is_manner(&first) && clause.children("ccomp").next().is_none(),
    }
}

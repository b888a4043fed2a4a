//! What is tried, started, allowed: "What does the function try if the dialog is open?"

use super::super::Mode;
use super::super::clause::Clause;
use super::super::draft::Draft;
use super::super::kinds::Category;
use super::{Rule, ask, first_word};

/// The open clausal complement.
pub(super) static RULE: Rule = Rule {
    name: "xcomp",
    description: "the infinitive that completes a verb",
    template: "Wh mainAux nsubj verb modifiers?",
    make,
};

/// Verbs after which "what" stands for the infinitive alone.
const WHOLE: &[&str] =
    &["try", "attempt", "want", "need", "wish", "begin", "start", "intend", "expect", "plan", "require", "prefer"];

fn make(clause: &Clause<'_>, drafts: &mut Vec<Draft>) {
    let Some(complement) = clause.children("xcomp").next() else { return };
    let words = clause.words_of(complement);
    if words.is_empty() {
        return;
    }
    if clause.mode == Mode::Faithful {
        drafts.extend(ask(clause, "What", Category::Functionality, &words, 0.8));
        return;
    }
    let tokens = &clause.sentence.tokens;
    let infinitive = first_word(clause, &words) == "to"
        && tokens[complement].xpos == "VB"
        && words[1..].first() == Some(&complement);
    if !infinitive || !Clause::is_whole(&words) {
        return;
    }
    let object = clause.children("obj").next();
    let lemma = tokens[clause.head].lemma.as_str();
    if object.is_none() && clause.auxiliaries.is_empty() && WHOLE.contains(&lemma) {
        drafts.extend(ask(clause, "What", Category::Functionality, &words, 0.85));
    } else if lemma == "use" && clause.auxiliaries.len() == 1 {
        // "is used to find the parent" says what for.
        drafts.extend(ask(clause, "For what purpose", Category::Purpose, &words, 0.85));
    } else if clause.auxiliaries.is_empty()
        && matches!(lemma, "allow" | "enable" | "cause" | "force" | "ask" | "tell" | "permit" | "instruct")
        && object.is_some_and(|object| object < words[0])
    {
        // "allows the user to edit": what the user is allowed to do.
        let Some(mut draft) = ask(clause, "What", Category::Functionality, &words, 0.8) else { return };
        draft.question = format!("{} to do?", draft.question.trim_end_matches('?'));
        draft.answer = clause.answer(&words[1..]);
        drafts.push(draft);
    }
}

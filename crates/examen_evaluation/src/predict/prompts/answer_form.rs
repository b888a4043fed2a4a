//! The form of an answer in words, for each kind.

use examen_data::AnswerKind;

use super::{PromptSettings, SpanForm};
use crate::predict::TaskInfo;

/// Says in which form a task wants its answer.
pub(super) fn answer_form(task: &TaskInfo, settings: PromptSettings) -> String {
    let has_facts = task.answer.has_truth("supporting_fact_spans");
    match task.answer.kind {
        AnswerKind::Choice => {
            "Answer with JSON: {\"choice\": 0}, the position of the right candidate, counted from 0.".to_owned()
        }
        AnswerKind::Class if settings.asks_for_option => {
            let options = options(&task.classes);
            let meanings: Vec<String> = options
                .iter()
                .zip(&task.classes)
                .map(|(option, class)| if option == class { class.clone() } else { format!("{option}: {class}") })
                .collect();
            format!("The options are:\n{}\nReply with the option alone.", meanings.join("\n"))
        }
        AnswerKind::Class if task.classes.is_empty() => {
            "Answer with JSON: {\"label\": \"…\"}, the name of the class.".to_owned()
        }
        AnswerKind::Class => {
            let classes: Vec<String> = task.classes.iter().map(|class| format!("\"{class}\"")).collect();
            format!("Answer with JSON: {{\"label\": {}}}; the classes are {}.", classes[0], classes.join(", "))
        }
        AnswerKind::Labels => "Answer with JSON: {\"labels\": [2, 0, 1, …]}, a number for each token: 0 for the first of an \
                               answer, 3 for the first of a supporting fact, 1 for the others of both, 2 outside of all, 4 \
                               for tokens that are not code."
            .to_owned(),
        AnswerKind::Match => "Answer with JSON: {\"match\": true} or {\"match\": false}.".to_owned(),
        AnswerKind::Name => {
            "Answer with JSON: {\"name\": \"read|all|lines\"}, the parts of the name in lower case, joined by bars.".to_owned()
        }
        AnswerKind::Relevance => "Answer with JSON: {\"relevant\": true} or {\"relevant\": false}.".to_owned(),
        AnswerKind::Spans if settings.spans == SpanForm::Places => spans_by_place(has_facts),
        AnswerKind::Spans if settings.spans == SpanForm::Quotes => spans_by_quote(has_facts),
        AnswerKind::Spans => {
            let facts = if has_facts { ", and of all facts" } else { "" };
            format!(
                "Answer with JSON: {{\"texts\": [\"import os\"]}}, the texts of all spans that answer the query{facts}, exactly \
                 as they stand in the code; an empty list if there are none."
            )
        }
        AnswerKind::Text => "Answer with JSON: {\"text\": \"…\"}.".to_owned(),
    }
}

fn spans_by_place(has_facts: bool) -> String {
    let facts = if has_facts { ", \"supporting_fact_spans\": []" } else { "" };
    format!(
        "Answer with JSON: {{\"answer_spans\": [{{\"start_line\": 3, \"start_column\": 0, \"end_line\": 3, \"end_column\": \
         9}}]{facts}}}. Lines have the numbers that stand before them. Columns count the characters behind `| ` from 0. A \
         span ends in its last line, at the column behind its last character. Lists are empty if there is nothing to point at."
    )
}

fn spans_by_quote(has_facts: bool) -> String {
    let (facts, also, none) = if has_facts {
        (
            ", \"facts\": [{\"line\": 1, \"text\": \"import os\", \"nth\": 1}]",
            ", and the places elsewhere in it that support these answers; a fact never overlaps an answer",
            ", \"facts\": []",
        )
    } else {
        ("", "", "")
    };
    format!(
        "Answer with JSON: {{\"answers\": [{{\"line\": 3, \"text\": \"os\", \"nth\": 1}}]{facts}}}, every place in the code that \
         answers the query{also}. Often there is none: {{\"answers\": []{none}}}.\n\
         - \"line\": the number before the line where the place begins.\n\
         - \"text\": exactly the code of the place, copied, without the number, no more and no less; a place over several lines keeps \
         its line breaks.\n\
         - \"nth\": 1, or which occurrence of the text on that line is meant, from the left.\n\
         A statement with a body is pointed at by its header alone, up to and including the colon: \"class A(B):\"."
    )
}

/// The options that stand for classes where one token has to do: the classes themselves if all have one character, else letters.
pub fn options(classes: &[String]) -> Vec<String> {
    if classes.iter().all(|class| class.chars().count() == 1) {
        return classes.to_vec();
    }
    ('A'..='Z').take(classes.len()).map(String::from).collect()
}

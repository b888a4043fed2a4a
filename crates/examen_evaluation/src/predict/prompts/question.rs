//! Questions in words.

use examen_data::AnswerKind;
use serde::Serialize;
use serde_json::{Map, Value};

use super::Describe;
use crate::predict::TaskInfo;

/// A query as a model is told of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PromptQuery {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its description; empty for a query that is not ours.
    pub description: String,
}

/// Takes the query out of the input.
pub(super) fn asked_query(input: &mut Map<String, Value>) -> Option<PromptQuery> {
    let mut text = |name: &str| match input.remove(name) {
        Some(Value::String(text)) => Some(text),
        _ => None,
    };
    let (id, name) = (text("query")?, text("query_name"));
    let known = examen_queries::query(&id).ok();
    let name = name.or_else(|| known.map(|query| query.name.to_owned())).unwrap_or_default();
    let description = known.map(|query| query.description.to_owned()).unwrap_or_default();
    Some(PromptQuery { id, name, description })
}

/// The question of a task, about the query that a row names.
pub(super) fn question(task: &TaskInfo, query: Option<&PromptQuery>, describe: Describe) -> String {
    let Some(query) = query else {
        let about = task.about.trim();
        return if about.is_empty() { own_question(task.answer.kind).to_owned() } else { about.to_owned() };
    };
    let PromptQuery { id, name, description } = query;
    let description = if describe == Describe::Name { "" } else { description.trim() };
    let has_facts = task.answer.has_truth("supporting_fact_spans");
    let asked = match task.answer.kind {
        AnswerKind::Relevance => "Has one to read this block of the file to answer the query?",
        AnswerKind::Labels => "Which tokens are in spans that answer the query, or in facts that support the answers?",
        _ if has_facts => "Which spans of the code answer the query, and which facts support them? There may be none.",
        _ => "Which spans of the code answer the query? There may be none.",
    };
    format!("The query {id}, \"{name}\": {description} {asked}").replace("  ", " ")
}

/// The question of a task that says nothing of itself.
const fn own_question(kind: AnswerKind) -> &'static str {
    match kind {
        AnswerKind::Choice => "Which of the candidates is right?",
        AnswerKind::Class => "Of which class is this?",
        AnswerKind::Labels => "Which label has each token?",
        AnswerKind::Match => "Do these belong together?",
        AnswerKind::Name => "What is this function called? Its name is masked wherever it stands in the function.",
        AnswerKind::Relevance => "Is this relevant?",
        AnswerKind::Spans => "Which spans of the code answer the question?",
        AnswerKind::Text => "Answer in words.",
    }
}

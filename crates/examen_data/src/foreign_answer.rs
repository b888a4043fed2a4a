//! What a task asks for where its manifest does not say so: folders of earlier versions, tables of others. Its columns tell.

use arrow_schema::Schema;

use crate::answer_kind::{AnswerKind, AnswerSpec};

/// What rows with these columns ask for; nothing where they are of no known kind.
pub(crate) fn answer_of_columns(task: &str, schema: &Schema) -> Option<AnswerSpec> {
    let has = |names: &[&str]| names.iter().all(|name| schema.column_with_name(name).is_some());
    let spec = if has(&["label", "control_label"]) {
        AnswerSpec::new(AnswerKind::Class, &["text", "token_count"], &["label", "control_label"])
    } else if has(&["function", "text", "name"]) {
        AnswerSpec::new(AnswerKind::Name, &["text"], &["name"])
    } else if !has(&["query", "hops", "example_type"]) {
        return None;
    } else if has(&["file_example_id", "window", "window_count", "labels"]) {
        AnswerSpec::new(AnswerKind::Labels, &["query", "query_name", "tokens"], &["labels"])
            .joined_by("file_example_id")
    } else if has(&["answer_spans", "supporting_fact_spans", "blocks"]) {
        let truth: &[&str] = match (task == "answers-only", has(&["labels"])) {
            (true, false) => &["answer_spans"],
            (true, true) => &["answer_spans", "labels"],
            (false, false) => &["answer_spans", "supporting_fact_spans"],
            (false, true) => &["answer_spans", "supporting_fact_spans", "labels"],
        };
        AnswerSpec::new(AnswerKind::Spans, &["query", "query_name", "blocks"], truth)
    } else if has(&["is_relevant"]) {
        AnswerSpec::new(AnswerKind::Relevance, &["query", "query_name", "content"], &["is_relevant"])
    } else {
        return None;
    };
    Some(if has(&["original_id", "transform"]) { spec.with_original("original_id") } else { spec })
}

//! What the rows of a task ask for, as its columns tell.

use examen_corpus::Split;
use examen_data::TaskFolder;
use examen_suites::names::NAME;
use examen_suites::robustness::TRANSFORM;

/// The kinds of task that can be marked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TaskKind {
    /// Spans in the code of the row, by places or by labels of its tokens.
    Spans { has_labels: bool },
    /// Labels of the tokens of a window; the windows of a file make one example.
    Windows,
    /// Whether a block is relevant.
    Relevance,
    /// The class of a text, with a label of the control task beside it.
    Labels,
    /// The name of a function.
    Names,
}

/// Whether the rows are examples of another suite and their rewrites.
pub fn is_resat(folder: &TaskFolder) -> examen_data::Result<bool> {
    let reader = folder.read(Split::Test)?;
    Ok(["original_id", TRANSFORM].iter().all(|name| reader.schema().column_with_name(name).is_some()))
}

impl TaskKind {
    pub fn of(folder: &TaskFolder) -> examen_data::Result<Option<Self>> {
        let reader = folder.read(Split::Test)?;
        let has = |names: &[&str]| names.iter().all(|name| reader.schema().column_with_name(name).is_some());
        if has(&["label", "control_label"]) {
            return Ok(Some(Self::Labels));
        }
        if has(&["function", "text", NAME]) {
            return Ok(Some(Self::Names));
        }
        if !has(&["query", "hops", "example_type"]) {
            return Ok(None);
        }
        Ok(if has(&["file_example_id", "window", "window_count", "labels"]) {
            Some(Self::Windows)
        } else if has(&["answer_spans", "supporting_fact_spans", "blocks"]) {
            Some(Self::Spans { has_labels: has(&["labels"]) })
        } else if has(&["is_relevant"]) {
            Some(Self::Relevance)
        } else {
            None
        })
    }
}

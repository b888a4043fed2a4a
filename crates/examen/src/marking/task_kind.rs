//! What the rows of a task ask for, as its columns tell.

use examen_corpus::Split;
use examen_data::TaskFolder;

/// The kinds of task that can be marked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TaskKind {
    /// Spans in the code of the row, by places or by labels of its tokens.
    Spans { has_labels: bool },
    /// Labels of the tokens of a window; the windows of a file make one example.
    Windows,
    /// Whether a block is relevant.
    Relevance,
    /// The class of a text, with a label of the control task beside it.
    Labels,
}

impl TaskKind {
    pub(crate) fn of(folder: &TaskFolder) -> examen_data::Result<Option<Self>> {
        let reader = folder.read(Split::Test)?;
        let has = |names: &[&str]| names.iter().all(|name| reader.schema().column_with_name(name).is_some());
        if has(&["label", "control_label"]) {
            return Ok(Some(Self::Labels));
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

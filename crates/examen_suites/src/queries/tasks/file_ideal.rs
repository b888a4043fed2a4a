//! The ideal setting for whole files (paper, section 5.2.1): the union of the blocks that are relevant to any result.

use super::{ChosenBy, Task};
use crate::queries::question::{Question, Rows, TaskRow};
use crate::queries::row::{span_answer, span_columns};

pub(super) static TASK: Task = Task {
    name: "file-ideal",
    description: "Point at all spans of a file that answer the query and at the facts that support them. Shown are the \
                  blocks of the file that are relevant to any result.",
    is_usual: true,
    needs_tokens: false,
    chosen_by: ChosenBy::File,
    columns: |settings| span_columns(settings.subwords.is_some()),
    answer: |settings| span_answer(settings.subwords.is_some()),
    rows,
};

fn rows(question: &Question<'_, '_, '_>, out: &mut Rows) {
    let example = question.of_file(false);
    out.add(
        question.file_example_id().part("file-ideal", 0),
        question.row(&example, question.writer).map(TaskRow::Span),
    );
}

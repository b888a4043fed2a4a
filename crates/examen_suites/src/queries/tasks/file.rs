//! Whole files (paper, section 5.2.1): all blocks, with the relevant ones flagged, for procedures that choose themselves.

use super::{ChosenBy, Task};
use crate::queries::question::{Question, Rows, TaskRow};
use crate::queries::row::{span_answer, span_columns};

pub(super) static TASK: Task = Task {
    name: "file",
    description: "Point at all spans of a file that answer the query and at the facts that support them. Shown is the \
                  whole file, block by block; flags say which blocks are relevant.",
    is_usual: true,
    needs_tokens: false,
    chosen_by: ChosenBy::File,
    columns: |settings| span_columns(settings.subwords.is_some()),
    answer: |settings| span_answer(settings.subwords.is_some()),
    rows,
};

fn rows(question: &Question<'_, '_, '_>, out: &mut Rows) {
    let example = question.of_file(true);
    out.add(question.file_example_id().part("file", 0), question.row(&example, question.writer).map(TaskRow::Span));
}

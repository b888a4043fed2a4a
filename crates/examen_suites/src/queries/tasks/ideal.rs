//! The ideal setting (paper, section 5.1): only the blocks that are relevant to one result.

use super::{ChosenBy, Task};
use crate::queries::question::{Question, Rows, TaskRow};
use crate::queries::row::{span_answer, span_columns};

pub(super) static TASK: Task = Task {
    name: "ideal",
    description: "Point at the spans that answer the query and at the facts that support them. Shown are only the blocks \
                  that are relevant to one result.",
    is_usual: true,
    needs_tokens: false,
    chosen_by: ChosenBy::Row,
    columns: |settings| span_columns(settings.subwords.is_some()),
    answer: |settings| span_answer(settings.subwords.is_some()),
    rows,
};

pub(super) fn rows(question: &Question<'_, '_, '_>, out: &mut Rows) {
    for (id, example) in question.ideal() {
        out.add(id, question.row(&example, question.writer).map(TaskRow::Span));
    }
}

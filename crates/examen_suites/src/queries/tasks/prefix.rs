//! The prefix of a file (paper, section 5.2.1): as much of it as a model takes in. The true spans are those of the whole
//! file, so that what is cut off is lost.

use super::{ChosenBy, Task};
use crate::queries::labelled::label_numbers;
use crate::queries::question::{Question, Rows, TaskRow};
use crate::queries::row::{span_answer, span_columns};
use crate::queries::whole_file::whole_file;

pub(super) static TASK: Task = Task {
    name: "prefix",
    description: "Point at all spans of a file that answer the query and at the facts that support them. Shown is the \
                  beginning of the file; the labels are those of the whole file.",
    is_usual: false,
    needs_tokens: true,
    chosen_by: ChosenBy::File,
    columns: |_| span_columns(true),
    answer: |_| span_answer(true),
    rows,
};

fn rows(question: &Question<'_, '_, '_>, out: &mut Rows) {
    let row = whole_file(question).map(|(mut row, sequence)| {
        row.labels = Some(label_numbers(&sequence.labels));
        let mut tokens = sequence.tokens;
        tokens.truncate(question.settings.max_length);
        row.tokens = Some(tokens);
        TaskRow::Span(row)
    });
    out.add(question.file_example_id().part("prefix", 0), row);
}

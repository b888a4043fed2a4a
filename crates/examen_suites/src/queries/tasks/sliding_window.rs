//! Windows over a file (paper, section 5.2.1): pieces that follow each other, each with the query in front.

use arrow_schema::{DataType, Field};
use examen_data::{AnswerKind, AnswerSpec, column};

use super::{ChosenBy, Task};
use crate::queries::labelled::label_numbers;
use crate::queries::question::{Question, Rows, TaskRow};
use crate::queries::row::{WindowRow, label_columns, query_columns};
use crate::queries::whole_file::whole_file;
use examen_tokenizers::sequence::windows;

pub(super) static TASK: Task = Task {
    name: "sliding-window",
    description: "Point at the spans that answer the query and at the facts that support them, piece by piece of a file; the \
                  pieces of one file are scored together.",
    is_usual: false,
    needs_tokens: true,
    chosen_by: ChosenBy::File,
    columns: |_| columns(),
    answer: |_| {
        AnswerSpec::new(AnswerKind::Labels, &["query", "query_name", "tokens"], &["labels"])
            .joined_by("file_example_id")
    },
    rows,
};

fn rows(question: &Question<'_, '_, '_>, out: &mut Rows) {
    let sequence = match whole_file(question) {
        Ok((_, sequence)) => sequence,
        Err(reason) => return out.skip(reason),
    };
    let whole = question.file_example_id();
    let query = question.asked.query;
    let pieces = windows(&sequence, question.settings.max_length);
    let window_count = pieces.len() as u32;
    for (window, piece) in (0..).zip(pieces) {
        let row = WindowRow {
            query: query.id.to_owned(),
            query_name: query.name.to_owned(),
            hops: query.hops.name().to_owned(),
            example_type: question.asked.example_type,
            file_example_id: whole.as_str().to_owned(),
            window,
            window_count,
            labels: label_numbers(&piece.sequence.labels),
            tokens: piece.sequence.tokens,
        };
        out.add(whole.part("sliding-window", window), Ok(TaskRow::Window(row)));
    }
}

fn columns() -> Vec<Field> {
    let mut columns = query_columns();
    columns.extend([
        column("file_example_id", DataType::Utf8, "what the windows of one file and query have in common"),
        column("window", DataType::UInt32, "which window of the file, from 0"),
        column("window_count", DataType::UInt32, "windows of the file"),
    ]);
    columns.extend(label_columns());
    columns
}

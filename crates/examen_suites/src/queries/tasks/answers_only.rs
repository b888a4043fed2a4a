//! The ablation of the paper's section 5.1: the same questions as in `ideal`, with answers as the only targets.

use super::{ChosenBy, Task};
use crate::queries::file_exam::Asked;
use crate::queries::question::{Question, Rows, TaskRow};
use crate::queries::row::{span_answer, span_columns};

pub(super) static TASK: Task = Task {
    name: "answers-only",
    description: "Point at the spans that answer the query, and leave the supporting facts aside. Shown are only the blocks \
                  that are relevant to one result.",
    is_usual: false,
    needs_tokens: false,
    chosen_by: ChosenBy::Row,
    columns: |settings| span_columns(settings.subwords.is_some()),
    answer: |settings| {
        let mut answer = span_answer(settings.subwords.is_some());
        answer.truth.retain(|column| column != "supporting_fact_spans");
        answer
    },
    rows,
};

fn rows(question: &Question<'_, '_, '_>, out: &mut Rows) {
    for (id, mut example) in question.ideal() {
        let asked = Asked { facts: Vec::new(), ..question.asked.clone() };
        example.asked = &asked;
        out.add(id, question.row(&example, question.writer).map(TaskRow::Span));
    }
}

//! Learning from few examples (paper, section 5.2.2): training sets of at most so many examples of each query, half of
//! them positive. Each is part of the next larger one; models are tested on `ideal`.

use examen_corpus::Split;

use super::{ChosenBy, Task, ideal};
use crate::queries::question::{Question, Rows};
use crate::queries::row::{span_answer, span_columns};

pub(super) static TASK_64: Task = task("limited-64", 64);
pub(super) static TASK_128: Task = task("limited-128", 128);
pub(super) static TASK_256: Task = task("limited-256", 256);
pub(super) static TASK_512: Task = task("limited-512", 512);

const fn task(name: &'static str, budget: u64) -> Task {
    Task {
        name,
        description: "Training examples of `ideal`, a fixed number at most for each query, half of them positive.",
        is_usual: false,
        needs_tokens: false,
        chosen_by: ChosenBy::Budget(budget),
        columns: |settings| span_columns(settings.subwords.is_some()),
        answer: |settings| span_answer(settings.subwords.is_some()),
        rows,
    }
}

fn rows(question: &Question<'_, '_, '_>, out: &mut Rows) {
    if question.split == Split::Train {
        ideal::rows(question, out);
    }
}

//! One task for each query (paper, section 5.1 and Figure 6): the examples of `ideal`, in folders `ideal.Q1`, `ideal.Q2`, …

use super::{ChosenBy, Task, ideal};
use crate::queries::row::{span_answer, span_columns};

pub(super) static TASK: Task = Task {
    name: "per-query",
    description: "The examples of `ideal` that ask one query.",
    is_usual: false,
    needs_tokens: false,
    chosen_by: ChosenBy::Row,
    columns: |settings| span_columns(settings.subwords.is_some()),
    answer: |settings| span_answer(settings.subwords.is_some()),
    rows: ideal::rows,
};

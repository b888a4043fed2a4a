//! How many examples a model answered, and what became of the others.

use std::collections::BTreeMap;

use examen_metrics::{ANSWERED, FAILED, INCOMPLETE, LEFT_OUT, MISSING, REPEATED, SKIPPED, UNUSABLE};

use super::predictions::{Fault, Outcome};
use super::task_rows::TaskRows;

/// Examples of a task, counted by what a model predicted.
#[derive(Clone, Debug, Default)]
pub(super) struct AnswerCounts {
    predicted: u64,
    pub(super) answered: u64,
    faults: BTreeMap<Fault, u64>,
    repeated: u64,
}

impl AnswerCounts {
    /// Counts the predictions for an example, of which the first counts.
    pub(super) fn add<T>(&mut self, mut outcomes: Vec<Outcome<T>>) -> Option<T> {
        if outcomes.is_empty() {
            return None;
        }
        self.repeated += outcomes.len() as u64 - 1;
        match outcomes.swap_remove(0) {
            Ok(answer) => {
                self.add_answer();
                Some(answer)
            }
            Err(fault) => {
                self.add_fault(fault);
                None
            }
        }
    }

    /// Counts an example with an answer.
    pub(super) const fn add_answer(&mut self) {
        self.predicted += 1;
        self.answered += 1;
    }

    /// Counts an example whose prediction is no answer.
    pub(super) fn add_fault(&mut self, fault: Fault) {
        self.predicted += 1;
        *self.faults.entry(fault).or_default() += 1;
    }

    /// Counts predictions beyond the first for an example.
    pub(super) const fn add_repeated(&mut self, count: u64) {
        self.repeated += count;
    }

    /// Adds the fraction of `n` examples with an answer, and the counts of the others.
    pub(super) fn add_rows(&self, rows: &mut TaskRows, n: u64, left_out: u64) {
        rows.fraction(rows.at(&ANSWERED, "all"), self.answered, n);
        rows.count(&MISSING, n.saturating_sub(self.predicted), n);
        for (fault, metric) in [
            (Fault::Skipped, &SKIPPED),
            (Fault::Failed, &FAILED),
            (Fault::Incomplete, &INCOMPLETE),
            (Fault::Unusable, &UNUSABLE),
        ] {
            rows.count(metric, self.faults.get(&fault).copied().unwrap_or_default(), n);
        }
        rows.count(&REPEATED, self.repeated, n);
        rows.count(&LEFT_OUT, left_out, n);
    }
}

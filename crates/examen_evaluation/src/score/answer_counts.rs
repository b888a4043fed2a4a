//! How many examples a model answered, and what became of the others.

use std::collections::BTreeMap;

use examen_data::ResultRow;
use examen_metrics::{ANSWERED, FAILED, INCOMPLETE, LEFT_OUT, MISSING, PASS_AT_K, REPEATED, SKIPPED, UNUSABLE};

use super::predictions::{Fault, Outcome};
use super::sample_sums::SampleSums;
use super::task_rows::{TaskRows, some};

/// Examples of a task, counted by what a model predicted.
#[derive(Clone, Debug, Default)]
pub(super) struct AnswerCounts {
    predicted: u64,
    pub(super) answered: u64,
    faults: BTreeMap<Fault, u64>,
    repeated: u64,
    samples: SampleSums,
}

impl AnswerCounts {
    /// Counts the predictions for an example: the first counts, and several are samples.
    pub(super) fn add<T>(&mut self, outcomes: Vec<Outcome<T>>, is_right: impl Fn(&T) -> bool) -> Option<T> {
        if !outcomes.is_empty() {
            // A sample that cannot be read is a wrong one.
            let right = outcomes.iter().filter(|outcome| outcome.as_ref().is_ok_and(&is_right)).count();
            self.samples.add(&["all"], outcomes.len() as u32, right as u32);
        }
        self.add_first(outcomes)
    }

    /// Counts the predictions for an example, of which the first counts.
    pub(super) fn add_first<T>(&mut self, mut outcomes: Vec<Outcome<T>>) -> Option<T> {
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

    /// Adds a fraction of the examples with an answer, where these are not all of `n`.
    pub(super) fn add_answered(&self, rows: &mut TaskRows, row: ResultRow, right: u64, n: u64) {
        if self.is_partial(n) {
            rows.fraction(ResultRow { examples: some("answered"), ..row }, right, self.answered);
        }
    }

    /// Whether some of `n` examples have an answer and some have none.
    pub(super) fn is_partial(&self, n: u64) -> bool {
        (1..n).contains(&self.answered)
    }

    /// Adds the fraction of `n` examples with an answer, and the counts of the others.
    pub(super) fn add_rows(&self, rows: &mut TaskRows, n: u64, left_out: u64) {
        if self.samples.most_samples > 1 {
            let pass_at_k = rows.of(&PASS_AT_K);
            self.samples.add_rows(rows, "all", n, &pass_at_k);
        }
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

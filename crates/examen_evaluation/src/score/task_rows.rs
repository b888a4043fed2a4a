//! Result rows of one task.

use examen_data::{AnswerKind, ResultRow};
use examen_metrics::{Interval, Metric, fraction_interval};

/// Gathers the rows of a task, model by model.
pub(crate) struct TaskRows {
    /// What the next rows have in common.
    blank: ResultRow,
    rows: Vec<ResultRow>,
}

impl TaskRows {
    /// Starts with rows that are of no model.
    pub(crate) fn new(suite: &str, task: &str, answer: Option<AnswerKind>) -> Self {
        let blank = ResultRow {
            suite: suite.to_owned(),
            task: task.to_owned(),
            answer,
            skipped: Some(0),
            ..ResultRow::default()
        };
        Self { blank, rows: Vec::new() }
    }

    /// Goes on with the rows of a model; `skipped` examples have no score.
    pub(crate) fn start_model(&mut self, model: &str, skipped: u64) {
        self.blank.model = Some(model.to_owned());
        self.blank.skipped = Some(skipped);
    }

    /// Goes on with the rows of a probing protocol.
    pub(crate) fn start_protocol(&mut self, protocol: &str) {
        self.blank.protocol = Some(protocol.to_owned());
    }

    /// A row of a metric that has no value yet.
    pub(crate) fn of(&self, metric: &Metric) -> ResultRow {
        ResultRow { metric: metric.name.to_owned(), signature: metric.signature.to_owned(), ..self.blank.clone() }
    }

    /// The same at some examples.
    pub(crate) fn at(&self, metric: &Metric, examples: &str) -> ResultRow {
        ResultRow { examples: some(examples), ..self.of(metric) }
    }

    /// Adds a fraction of examples; without examples there is no value.
    pub(crate) fn fraction(&mut self, row: ResultRow, right: u64, n: u64) {
        if n > 0 {
            self.value(row, right as f64 / n as f64, fraction_interval(right, n), n);
        }
    }

    /// Adds a value.
    pub(crate) fn value(&mut self, row: ResultRow, value: f64, interval: Option<Interval>, n: u64) {
        let (ci_low, ci_high) = (interval.map(|it| it.low), interval.map(|it| it.high));
        self.rows.push(ResultRow { value, ci_low, ci_high, n, ..row });
    }

    /// Adds a number of `n` examples; no row for none.
    pub(crate) fn count(&mut self, metric: &Metric, count: u64, n: u64) {
        if count > 0 {
            self.value(self.at(metric, "all"), count as f64, None, n);
        }
    }

    /// All rows in the order in which they were added.
    pub(crate) fn finish(self) -> Vec<ResultRow> {
        self.rows
    }
}

/// A word as the value of a field.
#[expect(clippy::unnecessary_wraps, reason = "the fields of a row are optional")]
pub(crate) fn some(word: &str) -> Option<String> {
    Some(word.to_owned())
}

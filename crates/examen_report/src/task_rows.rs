//! Result rows by task and model, and their values as cells of a table.

use examen_data::{AnswerKind, ResultRow, grouped};
use examen_metrics::{
    ACCURACY, ANSWER_MATCH, FAILED, INCOMPLETE, LEFT_OUT, METRICS, MISSING, Metric, REPEATED, SKIPPED, SPAN_EXACT,
    UNCONTROLLED, UNUSABLE,
};

/// The rows of one task.
pub(crate) struct TaskRows<'r> {
    pub(crate) suite: &'r str,
    pub(crate) task: &'r str,
    pub(crate) rows: Vec<&'r ResultRow>,
}

/// The rows of one model at a task.
pub(crate) struct ModelRows<'r> {
    pub(crate) model: &'r str,
    pub(crate) rows: Vec<&'r ResultRow>,
}

/// Groups rows by task, in the order in which tasks appear.
pub(crate) fn by_task(rows: &[ResultRow]) -> Vec<TaskRows<'_>> {
    let mut tasks: Vec<TaskRows<'_>> = Vec::new();
    for row in rows {
        // Rows of a task follow each other.
        match tasks.iter_mut().rev().find(|it| it.suite == row.suite && it.task == row.task) {
            Some(task) => task.rows.push(row),
            None => tasks.push(TaskRows { suite: &row.suite, task: &row.task, rows: vec![row] }),
        }
    }
    tasks
}

impl<'r> TaskRows<'r> {
    /// `suite/task`.
    pub(crate) fn name(&self) -> String {
        format!("{}/{}", self.suite, self.task)
    }

    /// The kind of answer that the task asks for.
    pub(crate) fn answer(&self) -> Option<AnswerKind> {
        self.rows.iter().find_map(|row| row.answer)
    }

    /// Whether the examples are originals and their rewrites.
    pub(crate) fn is_rewritten(&self) -> bool {
        self.rows.iter().any(|row| row.examples.as_deref() == Some("originals"))
    }

    /// Whether layers of encoders were probed.
    pub(crate) fn is_probed(&self) -> bool {
        self.rows.iter().any(|row| row.protocol.is_some())
    }

    /// Groups the rows by model, in the order in which models appear.
    pub(crate) fn models(&self) -> Vec<ModelRows<'r>> {
        let mut models: Vec<ModelRows<'r>> = Vec::new();
        for &row in &self.rows {
            let Some(model) = row.model.as_deref() else { continue };
            match models.iter_mut().find(|it| it.model == model) {
                Some(of_model) => of_model.rows.push(row),
                None => models.push(ModelRows { model, rows: vec![row] }),
            }
        }
        models
    }

    /// The value of a metric that looks at no model.
    pub(crate) fn baseline(&self, metric: &Metric) -> Option<&'r ResultRow> {
        self.rows.iter().copied().find(|row| row.model.is_none() && row.metric == metric.name)
    }
}

impl<'r> ModelRows<'r> {
    /// The first row of a metric that is as wanted.
    pub(crate) fn find(&self, metric: &Metric, is_wanted: impl Fn(&ResultRow) -> bool) -> Option<&'r ResultRow> {
        self.rows.iter().copied().find(|row| row.metric == metric.name && is_wanted(row))
    }

    /// The row of a metric at some examples that are not parted further.
    pub(crate) fn at(&self, metric: &Metric, examples: &str) -> Option<&'r ResultRow> {
        self.find(metric, |row| row.group.is_none() && row.examples.as_deref() == Some(examples))
    }

    /// What became of the examples that could not be scored as they are.
    pub(crate) fn note(&self) -> String {
        let count = |metric: &Metric| self.find(metric, |_| true).map(|row| grouped_count(row.value));
        let notes = [
            count(&MISSING).map(|count| format!("{count} without prediction")),
            count(&SKIPPED).map(|count| format!("{count} skipped")),
            count(&FAILED).map(|count| format!("{count} failed")),
            count(&INCOMPLETE).map(|count| format!("{count} incomplete")),
            count(&UNUSABLE).map(|count| format!("{count} unusable")),
            count(&REPEATED).map(|count| format!("{count} repeated, the first counts")),
            count(&LEFT_OUT).map(|count| format!("left out for missing windows: {count}")),
            count(&UNCONTROLLED).map(|count| format!("{count} without control label")),
        ];
        let notes = notes.into_iter().flatten().chain(self.of_answered());
        notes.collect::<Vec<String>>().join("; ")
    }

    /// The value over the examples with an answer, where some have none.
    fn of_answered(&self) -> Option<String> {
        let mut metrics = [&SPAN_EXACT, &ANSWER_MATCH, &ACCURACY].into_iter();
        let row = metrics.find_map(|metric| self.at(metric, "answered"))?;
        Some(format!("{} of {} answered", percent(row.value), grouped(row.n)))
    }
}

/// A count that a row has as its value.
pub(crate) fn grouped_count(value: f64) -> String {
    #[expect(clippy::cast_sign_loss, reason = "a count")]
    grouped(value as u64)
}

/// The number of examples of a row.
pub(crate) fn examples(row: Option<&ResultRow>) -> String {
    row.map(|row| grouped(row.n)).unwrap_or_default()
}

/// A fraction in percent with its interval; empty where there is no row.
pub(crate) fn fraction(row: Option<&ResultRow>) -> String {
    let Some(row) = row else { return String::new() };
    let mut text = percent(row.value);
    if let (Some(low), Some(high)) = (row.ci_low, row.ci_high) {
        text.push_str(&interval(100.0 * low, 100.0 * high, 1));
    }
    text
}

/// The most decimals of the ends of an interval.
const MOST_DECIMALS: usize = 6;

/// An interval behind its value. One without width would claim to be sure: ends that differ are shown so, and an interval whose
/// ends do not is left out.
pub(crate) fn interval(low: f64, high: f64, decimals: usize) -> String {
    for decimals in decimals..=MOST_DECIMALS {
        let ends = [format!("{low:.decimals$}"), format!("{high:.decimals$}")];
        if ends[0] != ends[1] {
            return format!(" [{}]", ends.join(", "));
        }
    }
    String::new()
}

/// A p value: no test gives 0.
pub(crate) fn p_value(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".to_owned() } else { format!("{p:.4}") }
}

/// A fraction in percent without its interval; empty where there is no row.
pub(crate) fn plain_fraction(row: Option<&ResultRow>) -> String {
    row.map(|row| percent(row.value)).unwrap_or_default()
}

/// A fraction in percent.
pub(crate) fn percent(value: f64) -> String {
    format!("{:.2}", 100.0 * value)
}

/// The factor by which values of a metric are shown: fractions are shown in percent.
pub(crate) fn shown_scale(metric: &str) -> f64 {
    let range = METRICS.iter().find(|it| it.name == metric).map_or((0.0, 1.0), |metric| metric.range);
    if range.1 <= 1.0 { 100.0 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_interval_looks_sure_and_no_p_is_0() {
        assert_eq!(interval(97.7, 100.0, 1), " [97.7, 100.0]");
        assert_eq!(interval(99.996, 100.0, 1), " [99.996, 100.000]");
        assert_eq!(interval(50.0, 50.0, 1), "");
        assert_eq!([0.0, 0.000_099, 0.0001, 0.5].map(p_value), ["< 0.0001", "< 0.0001", "0.0001", "0.5000"]);
    }
}

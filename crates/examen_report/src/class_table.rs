//! The scores of tasks that ask for a class, as lines of a table.

use examen_data::{ResultRow, grouped};
use examen_metrics::{ACCURACY, MAJORITY_BASELINE, RANDOM_BASELINE, SELECTIVITY};
use examen_suites::probes::published::{PUBLISHED_BASELINE, PublishedValue, published};

use crate::task_rows::{TaskRows, examples, fraction, percent, plain_fraction};

pub(crate) const HEADER: [&str; 9] =
    ["task", "model", "n", "accuracy", "random", "majority", "control", "selectivity", "note"];

pub(crate) const LEGEND: &str = "\
Random is one class of all, majority the fraction of the most frequent one. Control is the accuracy on control labels,
selectivity the accuracy less that, in points, with Newcombe's interval for paired fractions (method 10).
";

pub(crate) const PUBLISHED_LEGEND: &str = "\
Values with INSPECT in the note are published ones, of the paper's own Java methods: of linear probes on frozen encoders, at
the layer that does best in the test split.
";

/// Test examples of each task in the paper: a fifth of 10,000.
const PUBLISHED_EXAMPLES: u64 = 2_000;

/// The lines of the paper's baseline and of its best model of code, where it has the task; its tasks are of Java, and so
/// are those of ours that have the same names.
pub(crate) fn published_class_lines(name: &str, task: &str) -> Vec<Vec<String>> {
    let values: Vec<PublishedValue> = published().into_iter().filter(|value| value.task == task).collect();
    let is_baseline = |value: &&PublishedValue| value.model == PUBLISHED_BASELINE;
    let of_code = values.iter().filter(|value| !is_baseline(value));
    let best = of_code.reduce(|best, value| if value.value > best.value { value } else { best });
    let line = |value: &PublishedValue, what: &str| {
        let mut line = vec![name.to_owned(), value.model.to_owned(), grouped(PUBLISHED_EXAMPLES)];
        line.push(percent(value.value));
        line.extend(vec![String::new(); 4]);
        line.push(format!("INSPECT, Table {}{what}", value.table));
        line
    };
    let baseline = values.iter().find(is_baseline).map(|value| line(value, ""));
    baseline.into_iter().chain(best.map(|value| line(value, ", the best of its models of code"))).collect()
}

/// The lines of all models at a task.
pub(crate) fn class_lines(task: &TaskRows<'_>) -> Vec<Vec<String>> {
    let baselines = [&RANDOM_BASELINE, &MAJORITY_BASELINE].map(|metric| plain_fraction(task.baseline(metric)));
    let lines = task.models().into_iter().map(|model| {
        let of = |metric, labels: &str| {
            model.find(metric, |row: &ResultRow| row.group.is_none() && row.labels.as_deref() == Some(labels))
        };
        let accuracy = of(&ACCURACY, "true");
        let mut line = vec![task.name(), model.model.to_owned(), examples(accuracy), fraction(accuracy)];
        line.extend(baselines.clone());
        line.push(fraction(of(&ACCURACY, "control")));
        line.push(fraction(of(&SELECTIVITY, "true-control")));
        line.push(model.note());
        line
    });
    lines.collect()
}

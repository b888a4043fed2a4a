//! What the scores of a suite come to, in plain words: one line, with the number of examples and the baseline beside it.

use examen_data::{AnswerKind, ResultRow, grouped};
use examen_metrics::{ACCURACY, ANSWERED, MAJORITY_SHARE, PREDICTION_CHANGE};

use crate::score_tables::exact_match;
use crate::survival_table::{at_change, changes};
use crate::task_rows::{ModelRows, TaskRows, by_task};

/// The widest interval of a share from which anything is concluded.
const WIDEST: f64 = 0.2;
/// Examples from which on no interval of a share is wider, for values that have none.
const FEWEST: u64 = 100;

/// What the scores of a model at a suite come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The sentence.
    pub words: String,
    /// Examples of each task, from the fewest to the most.
    pub n: String,
    /// The value of the baseline, with its name.
    pub baseline: String,
}

/// A value of a model at a task, or under a kind of rewrite, and that of the baseline.
struct Point<'r> {
    row: &'r ResultRow,
    baseline: Option<f64>,
}

/// Whether an interval is narrow enough, or examples are many enough, to conclude something from a share.
pub fn is_conclusive(row: &ResultRow) -> bool {
    match row.ci_low.zip(row.ci_high) {
        Some((low, high)) => high - low <= WIDEST,
        None => row.n >= FEWEST,
    }
}

/// The verdict on a model; nothing for a model that has no scores. All tasks of the rows are of one suite.
pub fn verdict(rows: &[ResultRow], model: &str) -> Option<Verdict> {
    let (mut points, mut baseline_name, mut silent, mut tasks) = (Vec::new(), "", 0, 0);
    let all = by_task(rows);
    for task in &all {
        let models = task.models();
        let Some(of_model) = models.iter().find(|it| it.model == model) else { continue };
        tasks += 1;
        // What was never answered is not wrong, and not stable either.
        if of_model.find(&ANSWERED, |_| true).is_some_and(|row| row.value <= 0.0) {
            silent += 1;
            continue;
        }
        baseline_name = add_points(task, &models, of_model, &mut points).unwrap_or(baseline_name);
    }
    let is_rewritten = all.iter().any(TaskRows::is_rewritten);
    let (told, unsaid): (Vec<&Point<'_>>, Vec<&Point<'_>>) = points.iter().partition(|point| is_conclusive(point.row));
    let noun = |count: usize| match (is_rewritten, count) {
        (true, 1) => "kind of rewrite",
        (true, _) => "kinds of rewrites",
        (false, 1) => "task",
        (false, _) => "tasks",
    };
    let values = range(told.iter().map(|point| point.row.value));
    let mut parts: Vec<String> = Vec::new();
    match (told.as_slice(), is_rewritten) {
        ([], _) => {}
        (_, true) => parts.push(format!("{values} of answers change")),
        (told, false) => {
            parts.push(format!("{values} right"));
            parts.extend(beside_baseline(told, baseline_name));
        }
    }
    if !unsaid.is_empty() {
        parts.push(format!("too few examples to say at {} {}", unsaid.len(), noun(unsaid.len())));
    }
    if silent > 0 {
        let at = if silent == tasks { String::new() } else { format!(" at {silent} of {tasks} tasks") };
        parts.push(format!("no usable answer{at}"));
    }
    let shown = if told.is_empty() { unsaid } else { told };
    let baseline = range(shown.iter().filter_map(|point| point.baseline));
    (tasks > 0).then(|| Verdict {
        words: parts.join("; "),
        n: count_range(shown.iter().map(|point| point.row.n)),
        baseline: if baseline.is_empty() { baseline } else { format!("{baseline_name}: {baseline}") },
    })
}

/// Adds the values of a model at a task; returns the name of the baseline.
fn add_points<'r>(
    task: &TaskRows<'r>,
    models: &[ModelRows<'r>],
    model: &ModelRows<'r>,
    points: &mut Vec<Point<'r>>,
) -> Option<&'static str> {
    if task.is_rewritten() {
        let originals = model.at(&ACCURACY, "originals").map(|row| row.value);
        for change in changes(model) {
            let row = at_change(model, &PREDICTION_CHANGE, change, |row| row.before.is_none());
            points.extend(row.map(|row| Point { row, baseline: originals }));
        }
        return Some("originals right");
    }
    let of = |name: &str| models.iter().find(|it| it.model == name);
    let (name, row, baseline) = match task.answer()? {
        AnswerKind::Class => {
            let row = model.find(&ACCURACY, |row| row.group.is_none() && row.labels.as_deref() == Some("true"));
            ("majority", row, task.baseline(&MAJORITY_SHARE))
        }
        AnswerKind::Spans | AnswerKind::Labels => {
            ("no-answer", exact_match(model, "all"), of("no-answer").and_then(|it| exact_match(it, "all")))
        }
        _ => ("majority", model.at(&ACCURACY, "all"), of("majority").and_then(|it| it.at(&ACCURACY, "all"))),
    };
    points.extend(row.map(|row| Point { row, baseline: baseline.map(|row| row.value) }));
    Some(name)
}

/// At how many tasks a model is better than the baseline, by the interval of its value.
fn beside_baseline(points: &[&Point<'_>], name: &str) -> Option<String> {
    let compared: Vec<(&ResultRow, f64)> =
        points.iter().filter_map(|point| point.baseline.map(|value| (point.row, value))).collect();
    let better = compared.iter().filter(|(row, baseline)| row.ci_low.is_some_and(|low| low > *baseline)).count();
    match (compared.len(), better) {
        (0, _) => None,
        (1, 0) => Some(format!("no better than {name}")),
        (1, _) => Some(format!("better than {name}")),
        (all, better) if all == better => Some(format!("better than {name} at all {all} tasks")),
        (all, better) => Some(format!("better than {name} at {better} of {all} tasks")),
    }
}

/// Shares from the lowest to the highest.
fn range(values: impl Iterator<Item = f64>) -> String {
    let shown: Vec<f64> = values.collect();
    let low = shown.iter().copied().fold(f64::INFINITY, f64::min);
    let high = shown.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let [low_text, high_text] = [low, high].map(|value| format!("{:.1}", 100.0 * value));
    match shown.is_empty() {
        true => String::new(),
        false if low_text == high_text => format!("{low_text} %"),
        false => format!("{low_text} to {high_text} %"),
    }
}

/// Counts from the lowest to the highest.
fn count_range(values: impl Iterator<Item = u64>) -> String {
    let shown: Vec<u64> = values.collect();
    match (shown.iter().min(), shown.iter().max()) {
        (Some(low), Some(high)) if low == high => grouped(*low),
        (Some(low), Some(high)) => format!("{} to {}", grouped(*low), grouped(*high)),
        _ => String::new(),
    }
}

//! What the scores of a suite come to, in plain words: one line, with the number of examples and the baseline beside it.

use examen_data::{AnswerKind, ResultRow, grouped};
use examen_metrics::{ACCURACY, ANSWERED, CHOSEN_LAYER_ACCURACY, MAJORITY_BASELINE, PREDICTION_CHANGE, ROUGE_L};

use crate::rewrite_names::named_at;
use crate::score_tables::exact_match;
use crate::survival_table::{at_change, changes};
use crate::tally::counted;
use crate::task_rows::{ModelRows, TaskRows, by_task};

/// The widest interval of a fraction from which anything is concluded.
const WIDEST: f64 = 0.2;
/// Examples from which on no interval of a fraction is wider, for values that have none.
const FEWEST: u64 = 100;

/// What the scores of a model at a suite come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The sentence.
    pub words: String,
    /// Examples of each task, from the fewest to the most.
    pub n: String,
    /// Half the width of the 95 % intervals in points, from the narrowest to the widest.
    pub intervals: String,
    /// The value of the baseline, with its name.
    pub baseline: String,
}

/// A value of a model at a task, or under a kind of rewrite, and that of the baseline.
pub(crate) struct Point<'r> {
    /// The value.
    pub(crate) row: &'r ResultRow,
    /// The value of the baseline.
    pub(crate) baseline: Option<f64>,
    /// The name of the baseline.
    pub(crate) baseline_name: &'static str,
}

impl Point<'_> {
    /// What the value says.
    pub(crate) fn value_name(&self) -> &'static str {
        if is_overlap(self.row) { "ROUGE-L" } else { "right" }
    }

    /// What the value is of: the task, or the kind of rewrite.
    pub(crate) fn label(&self) -> String {
        match self.row.transform.as_deref().zip(self.row.place.as_deref()) {
            Some((transform, place)) => named_at(transform, place),
            None => self.row.task.clone(),
        }
    }
}

/// The values that a verdict on a model rests on.
pub(crate) struct Points<'r> {
    /// The values of all tasks that the model answered.
    pub(crate) values: Vec<Point<'r>>,
    /// Tasks without any usable answer.
    silent: usize,
    /// Tasks of the model.
    tasks: usize,
    /// Whether the values are of rewritten examples.
    is_rewritten: bool,
}

/// Whether an interval is narrow enough, or examples are many enough, to conclude something from a fraction.
pub fn is_conclusive(row: &ResultRow) -> bool {
    match row.ci_low.zip(row.ci_high) {
        Some((low, high)) => !is_too_wide(low, high),
        None => row.n >= FEWEST,
    }
}

/// Whether nothing can be concluded from a fraction with this interval.
pub(crate) fn is_too_wide(low: f64, high: f64) -> bool {
    high - low > WIDEST
}

/// The verdict on a model; nothing for a model that has no scores. All tasks of the rows are of one suite.
pub fn verdict(rows: &[ResultRow], model: &str) -> Option<Verdict> {
    let Points { values: points, silent, tasks, is_rewritten } = points(rows, model);
    let (told, unsaid): (Vec<&Point<'_>>, Vec<&Point<'_>>) = points.iter().partition(|point| is_conclusive(point.row));
    let noun = if is_rewritten { ("kind of rewrite", "kinds of rewrite") } else { ("task", "tasks") };
    let values = |is_meant: fn(&ResultRow) -> bool| {
        range(told.iter().map(|point| point.row).filter(|row| is_meant(row)).map(|row| row.value))
    };
    let baseline_name = points.last().map_or("", |point| point.baseline_name);
    // A baseline is not compared with itself.
    let is_compared = model != baseline_name;
    let baseline = range(told.iter().filter_map(|point| point.baseline.filter(|_| is_compared)));
    let mut parts: Vec<String> = Vec::new();
    match (told.as_slice(), is_rewritten) {
        ([], _) => {}
        (_, true) => parts.push(format!("{} of answers change", values(|_| true))),
        (told, false) => {
            let (right, overlap) = (values(|row| !is_overlap(row)), values(is_overlap));
            parts.extend((!right.is_empty()).then(|| format!("{right} right")));
            parts.extend((!overlap.is_empty()).then(|| format!("ROUGE-L {overlap}")));
            // Values of two metrics are no range.
            let is_mixed = !right.is_empty() && !overlap.is_empty();
            let name = if is_mixed { baseline_name.to_owned() } else { format!("{baseline_name} ({baseline})") };
            parts.extend(beside_baseline(told, &name).filter(|_| is_compared));
        }
    }
    if !unsaid.is_empty() {
        parts.push(format!("too few examples at {}", counted(unsaid.len() as u64, noun.0, noun.1)));
    }
    if silent > 0 {
        let at = if silent == tasks { String::new() } else { format!(" at {silent} of {tasks} tasks") };
        parts.push(format!("no usable answer{at}"));
    }
    // Beside nothing that is concluded there is no baseline either.
    let shown = if told.is_empty() { unsaid } else { told };
    (tasks > 0).then(|| Verdict {
        words: parts.join("; "),
        n: count_range(shown.iter().map(|point| point.row.n)),
        intervals: half_widths(&shown),
        baseline: if baseline.is_empty() { baseline } else { format!("{baseline_name} {baseline}") },
    })
}

/// The values that a verdict on a model rests on.
pub(crate) fn points<'r>(rows: &'r [ResultRow], model: &str) -> Points<'r> {
    let all = by_task(rows);
    let is_rewritten = all.iter().any(TaskRows::is_rewritten);
    let mut points = Points { values: Vec::new(), silent: 0, tasks: 0, is_rewritten };
    for task in &all {
        let models = task.models();
        let Some(of_model) = models.iter().find(|it| it.model == model) else { continue };
        points.tasks += 1;
        // What was never answered is not wrong, and not stable either.
        if of_model.find(&ANSWERED, |_| true).is_some_and(|row| row.value <= 0.0) {
            points.silent += 1;
            continue;
        }
        add_points(task, &models, of_model, &mut points.values);
    }
    points
}

/// Adds the values of a model at a task.
fn add_points<'r>(task: &TaskRows<'r>, models: &[ModelRows<'r>], model: &ModelRows<'r>, points: &mut Vec<Point<'r>>) {
    if task.is_rewritten() {
        let originals = model.at(&ACCURACY, "originals").map(|row| row.value);
        for change in changes(model) {
            let row = at_change(model, &PREDICTION_CHANGE, change, |row| row.before.is_none());
            points.extend(row.map(|row| Point { row, baseline: originals, baseline_name: "originals right" }));
        }
        return;
    }
    let of = |name: &str| models.iter().find(|it| it.model == name);
    let Some(kind) = task.answer().or_else(|| task.is_probed().then_some(AnswerKind::Class)) else { return };
    let (baseline_name, row, baseline) = match kind {
        AnswerKind::Class => {
            let of_true = |row: &ResultRow| row.group.is_none() && row.labels.as_deref() == Some("true");
            // Of a probe the layer counts that the validation split chooses.
            let chosen = model.find(&CHOSEN_LAYER_ACCURACY, of_true);
            let row = chosen.or_else(|| model.find(&ACCURACY, of_true));
            ("majority", row, task.baseline(&MAJORITY_BASELINE))
        }
        AnswerKind::Spans | AnswerKind::Labels => {
            ("no-answer", exact_match(model, "all"), of("no-answer").and_then(|it| exact_match(it, "all")))
        }
        // Hardly any sentence is repeated word for word: CodeQA and CodeCaption print how much of it is.
        AnswerKind::Text => {
            ("majority", model.at(&ROUGE_L, "all"), of("majority").and_then(|it| it.at(&ROUGE_L, "all")))
        }
        _ => ("majority", model.at(&ACCURACY, "all"), of("majority").and_then(|it| it.at(&ACCURACY, "all"))),
    };
    points.extend(row.map(|row| Point { row, baseline: baseline.map(|row| row.value), baseline_name }));
}

/// Whether a value says how much of a text is right, and not how many answers are.
fn is_overlap(row: &ResultRow) -> bool {
    row.metric == ROUGE_L.name
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
        (all, better) => Some(format!("better than {name} at {better} of {all} tasks")),
    }
}

/// Half the widths of the intervals in points.
fn half_widths(points: &[&Point<'_>]) -> String {
    let ends = points.iter().filter_map(|point| point.row.ci_low.zip(point.row.ci_high));
    let text = range(ends.map(|(low, high)| (high - low) / 2.0));
    if text.is_empty() { text } else { format!("±{}", text.replace(" to ", " to ±").replace(" %", "")) }
}

/// Percents from the lowest to the highest.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn row(task: &str, model: &str, metric: &str, value: f64, n: u64, width: Option<f64>) -> ResultRow {
        ResultRow {
            suite: "names".to_owned(),
            task: task.to_owned(),
            answer: Some(AnswerKind::Name),
            model: Some(model.to_owned()),
            metric: metric.to_owned(),
            examples: Some("all".to_owned()),
            value,
            ci_low: width.map(|width| value - width / 2.0),
            ci_high: width.map(|width| value + width / 2.0),
            n,
            ..ResultRow::default()
        }
    }

    fn words(rows: &[ResultRow]) -> String {
        verdict(rows, "mine").map(|verdict| verdict.words).unwrap_or_default()
    }

    #[test]
    fn a_model_is_better_where_its_interval_lies_above_the_baseline() {
        let mut rows = vec![
            row("java", "mine", "accuracy", 0.4, 150, Some(0.15)),
            row("java", "majority", "accuracy", 0.1, 150, Some(0.1)),
        ];
        assert_eq!(words(&rows), "40.0 % right; better than majority (10.0 %)");
        rows[1].value = 0.35;
        assert_eq!(words(&rows), "40.0 % right; no better than majority (35.0 %)");
    }

    #[test]
    fn nothing_is_concluded_from_wide_intervals() {
        let rows = [
            row("java", "mine", "accuracy", 0.4, 9, Some(0.5)),
            row("python", "mine", "accuracy", 0.5, 400, Some(0.1)),
        ];
        assert_eq!(words(&rows[..1]), "too few examples at 1 task");
        assert_eq!(words(&rows), "50.0 % right; too few examples at 1 task");
        assert_eq!(verdict(&rows, "mine").map(|verdict| verdict.n).as_deref(), Some("400"));
    }

    #[test]
    fn a_model_that_answered_nothing_is_neither_wrong_nor_stable() {
        let change = |answered| {
            let originals = ResultRow {
                examples: Some("originals".to_owned()),
                ..row("names.java", "mine", "accuracy", 0.0, 200, Some(0.02))
            };
            let rewritten = ResultRow {
                examples: Some("rewritten".to_owned()),
                transform: Some("VN".to_owned()),
                place: Some("single".to_owned()),
                ..row("names.java", "mine", PREDICTION_CHANGE.name, 0.0, 200, None)
            };
            [originals, rewritten, row("names.java", "mine", ANSWERED.name, answered, 400, None)]
        };
        assert_eq!(words(&change(0.0)), "no usable answer");
        assert_eq!(words(&change(1.0)), "0.0 % of answers change");
    }

    #[test]
    fn texts_are_told_by_how_much_of_them_is_right() {
        let text = |model, metric, value| ResultRow {
            answer: Some(AnswerKind::Text),
            ..row("python", model, metric, value, 150, Some(0.04))
        };
        let rows = [
            text("mine", "accuracy", 0.0),
            text("mine", "rougeL", 0.2),
            text("majority", "accuracy", 0.01),
            text("majority", "rougeL", 0.1),
        ];
        assert_eq!(words(&rows), "ROUGE-L 20.0 %; better than majority (10.0 %)");
        let both = [&rows[..], &[row("java", "mine", "accuracy", 0.4, 150, Some(0.1))]].concat();
        assert_eq!(words(&both), "40.0 % right; ROUGE-L 20.0 %; better than majority");
    }

    #[test]
    fn a_model_without_scores_has_no_verdict() {
        assert_eq!(verdict(&[row("java", "other", "accuracy", 0.4, 150, None)], "mine"), None);
    }
}

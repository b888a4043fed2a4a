//! Scores of tasks that ask for a class, and of the control task that goes with some of them.

use std::collections::{BTreeMap, BTreeSet};

use examen_corpus::Split;
use examen_data::{Answer, AnswerKind, JsonText, ResultRow, TaskFolder};
use examen_metrics::{
    ACCURACY, ControlledAnswers, MAJORITY_BASELINE, RANDOM_BASELINE, SELECTIVITY, UNCONTROLLED, majority_baseline,
    random_baseline,
};

use super::answer_counts::AnswerCounts;
use super::example_rows::example_rows;
use super::example_scores::{ExampleMeasure, right_or_wrong};
use super::predictions::Predictions;
use super::task_rows::{TaskRows, some};
use super::{ScoredTask, Task};

const CONTROL: &str = "control_label";
/// The classes that a message names.
const SHOWN_CLASSES: usize = 12;

/// The answers of one model.
#[derive(Default)]
struct ClassCounts {
    answers: AnswerCounts,
    /// Right answers by class.
    right: BTreeMap<String, u64>,
    controlled: ControlledAnswers,
    /// Answers without a control label.
    uncontrolled: u64,
}

/// Scores every model at every example.
pub(super) fn score_classes(task: &Task<'_>, predictions: &mut Predictions) -> crate::Result<ScoredTask> {
    let label = task.truth_but(CONTROL)?;
    let has_control = task.spec.has_truth(CONTROL);
    let classes = classes(task.folder, label)?;
    let mut scores = task.example_scores();
    let mut examples: BTreeMap<String, u64> = BTreeMap::new();
    let mut models: BTreeMap<String, ClassCounts> = BTreeMap::new();
    let columns = ["id", "project", label, CONTROL];
    for row in example_rows(task.folder, task.splits, &columns[..3 + usize::from(has_control)], &[])? {
        let row = row?;
        let (id, truth) = (row.text("id")?, row.text(label)?);
        let control = if has_control { some(&row.text(CONTROL)?) } else { None };
        scores.start(&id, &row.text("project")?, vec![(ExampleMeasure::accuracy(), right_or_wrong(false))]);
        for (name, outcomes) in predictions.answers(&id, |output| read(output, &classes)) {
            let model = models.entry(name.to_owned()).or_default();
            let is_right = match model.answers.add(outcomes, |(label, _): &Given| *label == truth) {
                Some(answer) => model.add(&truth, control.as_deref(), &answer),
                None => false,
            };
            scores.add(name, ExampleMeasure::accuracy(), right_or_wrong(is_right));
        }
        *examples.entry(truth).or_default() += 1;
    }
    let mut rows = task.rows();
    add_baselines(&mut rows, examples.len(), &examples.values().copied().collect::<Vec<u64>>());
    for (name, model) in &models {
        rows.start_model(name, 0);
        model.add_rows(&mut rows, &examples);
    }
    Ok(ScoredTask::new(rows, scores))
}

/// A class, and the class by the control labels.
type Given = (String, Option<String>);

fn read(output: &JsonText, classes: &BTreeSet<String>) -> Result<Given, String> {
    match output.answer(AnswerKind::Class)? {
        Answer::Class { label, control_label } => {
            let label = known(label, classes)?;
            Ok((label, control_label.map(|control| known(control, classes)).transpose()?))
        }
        _ => Err("the output is no class".to_owned()),
    }
}

/// The classes of a task: those that its examples were balanced by or, where they were not, those in all of its splits.
fn classes(folder: &TaskFolder, label: &str) -> crate::Result<BTreeSet<String>> {
    if let Some(quota) = &folder.manifest().quota {
        return Ok(quota.classes.iter().cloned().collect());
    }
    let splits: Vec<Split> = Split::ALL.into_iter().filter(|&split| folder.split_path(split).exists()).collect();
    let mut classes = BTreeSet::new();
    for row in example_rows(folder, &splits, &[label], &[])? {
        classes.insert(row?.text(label)?);
    }
    Ok(classes)
}

/// The class that a label means: the one of that name or, where there is no other, of that name in other letters.
fn known(label: String, classes: &BTreeSet<String>) -> Result<String, String> {
    if classes.contains(&label) {
        return Ok(label);
    }
    let mut like = classes.iter().filter(|class| class.eq_ignore_ascii_case(label.trim()));
    if let (Some(class), None) = (like.next(), like.next()) {
        return Ok(class.clone());
    }
    let all: Vec<&str> = classes.iter().take(SHOWN_CLASSES).map(String::as_str).collect();
    let more = if classes.len() > all.len() { ", …" } else { "" };
    Err(format!("`{label}` is no class of the task; there are {}{more}", all.join(", ")))
}

/// Adds the accuracy of answers that look at nothing, from the number of classes and the examples of each.
pub(crate) fn add_baselines(rows: &mut TaskRows, classes: usize, examples: &[u64]) {
    let n = examples.iter().sum();
    for (metric, value) in [
        (&RANDOM_BASELINE, random_baseline(classes)),
        (&MAJORITY_BASELINE, majority_baseline(examples.iter().copied())),
    ] {
        if let Some(value) = value.filter(|_| n > 0) {
            rows.value(ResultRow { labels: some("true"), ..rows.at(metric, "all") }, value, None, n);
        }
    }
}

/// Adds the accuracy on control labels and the selectivity.
pub(crate) fn add_control(rows: &mut TaskRows, answers: &ControlledAnswers, layer: Option<u32>) {
    let (right, n) = answers.control_counts();
    rows.fraction(ResultRow { labels: some("control"), layer, ..rows.at(&ACCURACY, "all") }, right, n);
    if let Some(value) = answers.selectivity() {
        let row = ResultRow { labels: some("true-control"), layer, ..rows.at(&SELECTIVITY, "all") };
        rows.value(row, value, answers.interval(), n);
    }
}

impl ClassCounts {
    /// Counts an answer; whether it is right.
    fn add(&mut self, truth: &str, control: Option<&str>, (given, given_control): &Given) -> bool {
        self.uncontrolled += u64::from(given_control.is_none());
        let is_right = given == truth;
        if is_right {
            *self.right.entry(truth.to_owned()).or_default() += 1;
        }
        self.controlled.add(is_right, given_control.is_some() && given_control.as_deref() == control);
        is_right
    }

    fn add_rows(&self, rows: &mut TaskRows, examples: &BTreeMap<String, u64>) {
        let n = examples.values().sum();
        let accuracy = |rows: &TaskRows| ResultRow { labels: some("true"), ..rows.at(&ACCURACY, "all") };
        rows.fraction(accuracy(rows), self.right.values().sum(), n);
        let of_answered = accuracy(rows);
        self.answers.add_answered(rows, of_answered, self.right.values().sum(), n);
        // Without a control label for every answer there is nothing to compare with: those that lack one would count as wrong,
        // and for the model.
        if self.answers.answered > 0 && self.uncontrolled == 0 {
            let ControlledAnswers { both, only_true, only_control, .. } = self.controlled;
            // Examples without an answer are wrong by both labels.
            let neither = n - both - only_true - only_control;
            add_control(rows, &ControlledAnswers { neither, ..self.controlled }, None);
        }
        for (class, &n) in examples {
            let right = self.right.get(class).copied().unwrap_or_default();
            rows.fraction(ResultRow { group: Some(format!("class:{class}")), ..accuracy(rows) }, right, n);
        }
        self.answers.add_rows(rows, n, 0);
        // A model that never gives a control label is not asked for it.
        if self.uncontrolled < self.answers.answered {
            rows.count(&UNCONTROLLED, self.uncontrolled, n);
        }
    }
}

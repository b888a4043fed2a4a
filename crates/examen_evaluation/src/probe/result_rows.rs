//! Fits as result rows, and as scores of single examples. Tables and comparisons are made of these alone.

use examen_data::{AnswerKind, ExampleScore, ResultRow};
use examen_metrics::{
    ACCURACY, BEST_LAYER_ACCURACY, CHOSEN_LAYER_ACCURACY, CODELENGTH, COMPRESSION, ControlledAnswers, Metric,
    TRUNCATED, UNIFORM_CODELENGTH,
};
use examen_models::probing::first_most;

use super::fits::{Code, Fit};
use super::{ProbeMethod, Probed, ProbingTask};
use crate::score::class_task::{add_baselines, add_control};
use crate::score::example_scores::ExampleMeasure;
use crate::score::task_rows::{TaskRows, some};

/// The layers that stand for a model at a task.
#[derive(Clone, Copy)]
pub(super) struct Chosen {
    /// Chosen on the validation split.
    pub(super) by_validation: usize,
    /// The best on the test split.
    pub(super) by_test: usize,
}

impl Probed {
    /// The layers that stand for the model; nothing where no classifier was fitted.
    pub(super) fn chosen(&self) -> Option<Chosen> {
        let pairs = self.fits.layer_pairs();
        let right = pairs.iter().map(|(truth, _)| right(&truth.test, &self.task.labels.truth().test));
        let by_validation = first_most(pairs.iter().map(|(truth, _)| truth.validation_right))?;
        Some(Chosen { by_validation, by_test: first_most(right)? })
    }

    /// The name of the model in predictions and example scores, which have no protocol: the standard one is not named.
    pub fn prediction_name(&self) -> String {
        match self.method {
            ProbeMethod::Standard => self.model.clone(),
            method => format!("{}/{}", self.model, method.name()),
        }
    }
}

/// How many answers are the true labels.
pub(super) fn right(answers: &[usize], labels: &[usize]) -> usize {
    answers.iter().zip(labels).filter(|(answer, label)| answer == label).count()
}

/// The answers to the test split by both kinds of label; none where there are no control labels.
fn controlled(task: &ProbingTask, truth: &Fit, control: &Fit) -> ControlledAnswers {
    let mut answers = ControlledAnswers::default();
    let controls = task.labels.control().map(|labels| labels.test.as_slice()).unwrap_or_default();
    let labels = task.labels.truth().test.iter().zip(controls);
    for ((label, control_label), (answer, control)) in labels.zip(truth.test.iter().zip(&control.test)) {
        answers.add(label == answer, control_label == control);
    }
    answers
}

/// The values of a task that look at no model.
pub(super) fn baseline_rows(task: &ProbingTask) -> Vec<ResultRow> {
    let test = &task.labels.truth().test;
    let of_class = |class| test.iter().filter(|label| **label == class).count() as u64;
    let mut rows = task_rows(task);
    add_baselines(&mut rows, task.classes.len(), &(0..task.classes.len()).map(of_class).collect::<Vec<u64>>());
    rows.finish()
}

fn task_rows(task: &ProbingTask) -> TaskRows {
    TaskRows::new(&task.suite, &task.name, Some(AnswerKind::Class))
}

/// All values of a model at a task.
pub(super) fn model_rows(probed: &Probed) -> Vec<ResultRow> {
    let Probed { task, fits, .. } = probed;
    let mut rows = task_rows(task);
    rows.start_model(&probed.model, 0);
    rows.start_protocol(probed.method.name());
    for (layer, (truth, control)) in fits.layer_pairs().into_iter().enumerate() {
        add_probe(&mut rows, task, layer as u32, truth, control);
    }
    for (layer, (truth, control)) in fits.codes().into_iter().enumerate() {
        for (labels, code) in [("true", Some(truth)), ("control", control)] {
            if let Some(code) = code {
                add_code(&mut rows, task, layer as u32, labels, code);
            }
        }
    }
    add_chosen(&mut rows, probed);
    rows.count(&TRUNCATED, fits.truncated, task.rows as u64);
    rows.finish()
}

/// A row of the true labels at a layer.
fn at_layer(rows: &TaskRows, metric: &Metric, layer: u32) -> ResultRow {
    ResultRow { labels: some("true"), layer: Some(layer), ..rows.at(metric, "all") }
}

fn add_probe(rows: &mut TaskRows, task: &ProbingTask, layer: u32, truth: &Fit, control: Option<&Fit>) {
    let labels = task.labels.truth();
    let n = labels.test.len() as u64;
    rows.fraction(at_layer(rows, &ACCURACY, layer), right(&truth.test, &labels.test) as u64, n);
    let validation = ResultRow { examples: some("validation"), ..at_layer(rows, &ACCURACY, layer) };
    rows.fraction(validation, truth.validation_right as u64, labels.validation.len() as u64);
    if let (Some(control), true) = (control, task.labels.control().is_some()) {
        add_control(rows, &controlled(task, truth, control), Some(layer));
    }
}

fn add_code(rows: &mut TaskRows, task: &ProbingTask, layer: u32, labels: &str, code: Code) {
    let n = task.labels.truth().training.len() as u64;
    for (metric, value) in
        [(&CODELENGTH, code.bits), (&UNIFORM_CODELENGTH, code.uniform_bits), (&COMPRESSION, code.compression())]
    {
        let row = ResultRow { labels: some(labels), layer: Some(layer), ..rows.at(metric, "train") };
        rows.value(row, value, None, n);
    }
}

/// Adds the values of the layers that stand for the model.
fn add_chosen(rows: &mut TaskRows, probed: &Probed) {
    let Some(Chosen { by_validation, by_test }) = probed.chosen() else { return };
    let (task, pairs) = (&probed.task, probed.fits.layer_pairs());
    let (test, n) = (&task.labels.truth().test, task.labels.truth().test.len());
    let chosen = &pairs[by_validation].0.test;
    let row = at_layer(rows, &CHOSEN_LAYER_ACCURACY, by_validation as u32);
    rows.fraction(row, right(chosen, test) as u64, n as u64);
    if n > 0 {
        // The highest of many fractions has no interval as one fraction has.
        let best = right(&pairs[by_test].0.test, test) as f64 / n as f64;
        rows.value(at_layer(rows, &BEST_LAYER_ACCURACY, by_test as u32), best, None, n as u64);
    }
    for (class, name) in task.classes.iter().enumerate() {
        let of_class: Vec<usize> = (0..n).filter(|&at| test[at] == class).collect();
        let right = of_class.iter().filter(|&&at| chosen[at] == class).count();
        let row = ResultRow { group: Some(format!("class:{name}")), ..at_layer(rows, &ACCURACY, by_validation as u32) };
        rows.fraction(row, right as u64, of_class.len() as u64);
    }
}

/// Whether each example of the test split is right, by the layer that validation chooses.
pub(super) fn example_scores(probed: &Probed) -> Vec<ExampleScore> {
    let Some(Chosen { by_validation, .. }) = probed.chosen() else { return Vec::new() };
    let (task, answers) = (&probed.task, &probed.fits.layer_pairs()[by_validation].0.test);
    // As `examen score` has it, so that a probe can be compared with any model.
    let of = ExampleMeasure::all(&ACCURACY).at(&task.suite, &task.name);
    let mut scores = Vec::new();
    for ((row, label), answer) in task.test.iter().zip(&task.labels.truth().test).zip(answers) {
        scores.push(ExampleScore {
            of: of.clone(),
            model: probed.prediction_name(),
            example_id: row.id.clone(),
            project: row.project.clone(),
            counts: vec![f64::from(u8::from(label == answer))],
        });
    }
    scores
}

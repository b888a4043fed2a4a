//! Fits as rows of the result log, and as marks of single examples.

use examen_data::{ExampleMark, ResultRow};
use examen_metrics::{
    ACCURACY, BEST_LAYER_ACCURACY, CHANCE, CHOSEN_LAYER_ACCURACY, CODELENGTH, COMPRESSION, ControlledAnswers, Interval,
    MAJORITY_SHARE, Metric, SELECTIVITY, chance, majority_share, share_interval,
};
use examen_models::probing::first_most;

use super::fits::{Code, Fit};
use super::{ProbeMethod, Probed, ProbingTask};

/// The layers that stand for a model at a task.
#[derive(Clone, Copy)]
pub struct Chosen {
    /// Chosen on the validation split.
    pub by_validation: usize,
    /// The best on the test split.
    pub by_test: usize,
}

impl Probed {
    /// The layers that stand for the model; nothing where no classifier was fitted.
    pub fn chosen(&self) -> Option<Chosen> {
        let pairs = self.fits.layer_pairs();
        let right = pairs.iter().map(|(truth, _)| right(&truth.test, &self.task.labels.truth().test));
        let by_validation = first_most(pairs.iter().map(|(truth, _)| truth.validation_right))?;
        Some(Chosen { by_validation, by_test: first_most(right)? })
    }

    /// The name of the model in predictions and marks, which know no methods: the standard one goes without saying.
    pub fn paper_name(&self) -> String {
        match self.method {
            ProbeMethod::Standard => self.model.clone(),
            method => format!("{}/{}", self.model, method.name()),
        }
    }
}

/// How many answers are the true labels.
pub fn right(answers: &[usize], labels: &[usize]) -> usize {
    answers.iter().zip(labels).filter(|(answer, label)| answer == label).count()
}

/// The answers to the test split by both kinds of label; none where there are no labels dealt at random.
pub fn controlled(task: &ProbingTask, truth: &Fit, control: &Fit) -> ControlledAnswers {
    let mut answers = ControlledAnswers::default();
    let dealt = task.labels.control().map(|labels| labels.test.as_slice()).unwrap_or_default();
    let labels = task.labels.truth().test.iter().zip(dealt);
    for ((label, dealt), (answer, control)) in labels.zip(truth.test.iter().zip(&control.test)) {
        answers.add(label == answer, dealt == control);
    }
    answers
}

/// The figures of tasks that look at no model.
pub fn floor_rows(task: &ProbingTask) -> Vec<ResultRow> {
    let test = &task.labels.truth().test;
    let of_class = |class| test.iter().filter(|label| **label == class).count() as u64;
    let majority = majority_share((0..task.classes.len()).map(of_class));
    let mut rows = Rows { task, model: None, method: None, figures: Vec::new() };
    for (metric, value) in [(&CHANCE, chance(task.classes.len())), (&MAJORITY_SHARE, majority)] {
        if let Some(value) = value.filter(|_| !test.is_empty()) {
            rows.figure(&Measured::of(metric, "true", None), value, None, test.len());
        }
    }
    rows.figures
}

/// All figures of a model at a task.
pub fn model_rows(probed: &Probed) -> Vec<ResultRow> {
    let Probed { task, fits, .. } = probed;
    let mut rows = Rows { task, model: Some(&probed.model), method: Some(probed.method), figures: Vec::new() };
    for (layer, (truth, control)) in fits.layer_pairs().into_iter().enumerate() {
        rows.probe(layer, truth, control);
    }
    for (layer, (truth, control)) in fits.codes().into_iter().enumerate() {
        for (labels, code) in [("true", Some(truth)), ("control", control)] {
            if let Some(code) = code {
                rows.code(layer, labels, code);
            }
        }
    }
    if let Some(Chosen { by_validation, by_test }) = probed.chosen() {
        let pairs = fits.layer_pairs();
        let (test, n) = (&task.labels.truth().test, task.labels.truth().test.len());
        let chosen = &pairs[by_validation].0.test;
        rows.share(&Measured::of(&CHOSEN_LAYER_ACCURACY, "true", Some(by_validation)), right(chosen, test), n);
        if n > 0 {
            // The highest of many shares has no interval as one share has.
            let best = right(&pairs[by_test].0.test, test) as f64 / n as f64;
            rows.figure(&Measured::of(&BEST_LAYER_ACCURACY, "true", Some(by_test)), best, None, n);
        }
        for (class, name) in task.classes.iter().enumerate() {
            let of_class: Vec<usize> = (0..n).filter(|&at| test[at] == class).collect();
            let right = of_class.iter().filter(|&&at| chosen[at] == class).count();
            let mut measured = Measured::of(&ACCURACY, "true", Some(by_validation));
            measured.group = Some(format!("class:{name}"));
            rows.share(&measured, right, of_class.len());
        }
    }
    rows.figures
}

/// Whether each example of the test split is right, by the layer that validation chooses.
pub fn marks(probed: &Probed) -> Vec<ExampleMark> {
    let Some(Chosen { by_validation, .. }) = probed.chosen() else { return Vec::new() };
    let (task, answers) = (&probed.task, &probed.fits.layer_pairs()[by_validation].0.test);
    let mut marks = Vec::new();
    for ((row, label), answer) in task.test.iter().zip(&task.labels.truth().test).zip(answers) {
        marks.push(ExampleMark {
            suite: task.suite.clone(),
            task: task.name.clone(),
            metric: ACCURACY.name.to_owned(),
            // As `examen score` has it, so that a probe can be compared with any model.
            signature: ACCURACY.signature_with(&[("examples", "all")]),
            group: None,
            model: probed.paper_name(),
            example_id: row.id.clone(),
            project: row.project.clone(),
            counts: vec![f64::from(u8::from(label == answer))],
        });
    }
    marks
}

/// What is measured.
struct Measured {
    metric: &'static Metric,
    labels: &'static str,
    examples: &'static str,
    layer: Option<usize>,
    group: Option<String>,
}

impl Measured {
    const fn of(metric: &'static Metric, labels: &'static str, layer: Option<usize>) -> Self {
        Self { metric, labels, examples: "all", layer, group: None }
    }
}

/// Gathers the figures of one model at one task, or of the task alone.
struct Rows<'r> {
    task: &'r ProbingTask,
    model: Option<&'r str>,
    method: Option<ProbeMethod>,
    figures: Vec<ResultRow>,
}

impl Rows<'_> {
    fn probe(&mut self, layer: usize, truth: &Fit, control: Option<&Fit>) {
        let labels = self.task.labels.truth();
        let n = labels.test.len();
        self.share(&Measured::of(&ACCURACY, "true", Some(layer)), right(&truth.test, &labels.test), n);
        let mut validation = Measured::of(&ACCURACY, "true", Some(layer));
        validation.examples = "validation";
        self.share(&validation, truth.validation_right, labels.validation.len());
        let Some((control, dealt)) = control.zip(self.task.labels.control()) else { return };
        self.share(&Measured::of(&ACCURACY, "control", Some(layer)), right(&control.test, &dealt.test), n);
        let answers = controlled(self.task, truth, control);
        if let Some(value) = answers.selectivity() {
            let measured = Measured::of(&SELECTIVITY, "true-control", Some(layer));
            self.figure(&measured, value, answers.interval(), n);
        }
    }

    fn code(&mut self, layer: usize, labels: &'static str, code: Code) {
        let n = self.task.labels.truth().training.len();
        for (metric, value) in [(&CODELENGTH, code.bits), (&COMPRESSION, code.compression())] {
            let mut measured = Measured::of(metric, labels, Some(layer));
            measured.examples = "train";
            self.figure(&measured, value, None, n);
        }
    }

    /// A share of examples; without examples there is no figure.
    fn share(&mut self, measured: &Measured, right: usize, n: usize) {
        if n > 0 {
            let interval = share_interval(right as u64, n as u64);
            self.figure(measured, right as f64 / n as f64, interval, n);
        }
    }

    fn figure(&mut self, measured: &Measured, value: f64, interval: Option<Interval>, n: usize) {
        let Measured { metric, labels, examples, layer, group } = measured;
        let mut facts = vec![("labels", *labels), ("examples", *examples)];
        facts.extend(self.method.map(|method| ("probe", method.name())));
        self.figures.push(ResultRow {
            suite: self.task.suite.clone(),
            task: self.task.name.clone(),
            model: self.model.map(str::to_owned),
            metric: metric.name.to_owned(),
            signature: metric.signature_with(&facts),
            value,
            ci_low: interval.map(|interval| interval.low),
            ci_high: interval.map(|interval| interval.high),
            n: n as u64,
            skipped: Some(0),
            seed: None,
            layer: layer.map(|layer| layer as u32),
            group: group.clone(),
        });
    }
}

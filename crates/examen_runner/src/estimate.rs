//! What a stage will take, before it is done: seconds and bytes, from the amount of code and from what the stages took on one machine.
//!
//! The rates were measured by `benches/run_stages.py` (benches/README.md says when and where). They are there to tell seconds from hours.

use examen_corpus::PlanContents;

use crate::graph::{Stage, Work};
use crate::stages::Job;

/// What a stage is thought to take.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Estimate {
    /// Seconds on two cores.
    pub(crate) seconds: f64,
    /// Bytes that it leaves.
    pub(crate) bytes: f64,
}

/// What a megabyte of code takes and gives in one suite.
struct Rates {
    suite: &'static str,
    /// Seconds of the build.
    build: f64,
    /// Examples.
    examples: f64,
    /// Bytes of an example on the disk.
    example_bytes: f64,
}

const RATES: [Rates; 6] = [
    Rates { suite: "captions", build: 3.2, examples: 2_700.0, example_bytes: 530.0 },
    Rates { suite: "names", build: 0.5, examples: 850.0, example_bytes: 560.0 },
    Rates { suite: "probes", build: 2.7, examples: 6_000.0, example_bytes: 830.0 },
    Rates { suite: "queries", build: 0.7, examples: 1_290.0, example_bytes: 1_480.0 },
    Rates { suite: "questions", build: 2.2, examples: 400.0, example_bytes: 1_290.0 },
    Rates { suite: "robustness", build: 0.4, examples: 800.0, example_bytes: 420.0 },
];

/// Seconds and bytes of a megabyte of code in the table of the corpus, and in the findings.
const CORPUS: (f64, f64) = (0.2, 0.35e6);
const FINDINGS: (f64, f64) = (0.2, 0.15e6);

/// Seconds that a network takes for an example, and one of the small models.
const NETWORK: f64 = 0.045;
const SMALL: f64 = 3e-4;

/// Seconds for an example that an encoder is shown, all its probes included.
const PROBE: f64 = 6e-3;

/// Seconds for a step of a training.
const STEP: f64 = 0.5;

impl Job<'_> {
    /// What a stage is thought to take.
    pub(crate) fn estimate(&self, stage: &Stage, code: &PlanContents) -> Estimate {
        let megabytes = code.bytes as f64 / 1e6;
        let rates = |exam: usize| RATES.iter().find(|rates| rates.suite == self.exams[exam].suite.name);
        let examples = |exam: usize| rates(exam).map_or(0.0, |rates| self.examples(exam, rates.examples * megabytes));
        let of = |(seconds, bytes): (f64, f64)| Estimate { seconds: seconds * megabytes, bytes: bytes * megabytes };
        match &stage.work {
            Work::Corpus => of(CORPUS),
            Work::Findings => of(FINDINGS),
            Work::Build { exam } => rates(*exam).map_or_else(Estimate::default, |rates| Estimate {
                seconds: rates.build * megabytes,
                bytes: examples(*exam) * rates.example_bytes,
            }),
            Work::Train { training, .. } => {
                let steps = crate::stages::steps_of(&self.recipe.trainings[*training]);
                Estimate { seconds: steps * STEP, bytes: 2e7 }
            }
            Work::Predict { exam, model, .. } => {
                let is_small = matches!(model, crate::graph::ModelUse::Given(spec) if is_small(&spec.name()));
                let asked = examples(*exam) * self.asked(*exam, &model.name());
                Estimate { seconds: asked * if is_small { SMALL } else { NETWORK }, bytes: asked * 40.0 }
            }
            Work::Probe { exam } => Estimate { seconds: examples(*exam) * PROBE, bytes: examples(*exam) * 260.0 },
            Work::Score { exam } => Estimate { seconds: examples(*exam) * 2e-4, bytes: examples(*exam) * 250.0 },
            Work::Report => {
                let all: f64 = (0..self.exams.len()).map(examples).sum();
                Estimate { seconds: 0.3 + all * 1e-4, bytes: 1e6 + all * 900.0 }
            }
        }
    }

    /// The part of an exam that a model answers, were its tasks alike.
    fn asked(&self, exam: usize, model: &str) -> f64 {
        let exam = &self.exams[exam];
        let usual = (exam.suite.tasks)().iter().filter(|task| task.is_usual).count();
        let all = if exam.recipe.tasks.is_empty() { usual } else { exam.recipe.tasks.len() };
        exam.recipe.only.get(model).map_or(1.0, |only| only.len() as f64 / all.max(only.len()) as f64)
    }

    /// The examples of an exam: those that there are or, before they are made, as many as such code gives.
    fn examples(&self, exam: usize, guess: f64) -> f64 {
        let settings = &self.exams[exam].recipe.settings.0;
        let most = ["size", "examples"].iter().find_map(|key| match settings.get(*key) {
            Some(crate::settings::SettingValue::Whole(number)) => Some(*number as f64),
            _ => None,
        });
        // A limit is for each task; there are tens of them.
        most.map_or(guess, |most| guess.min(most * 30.0))
    }
}

/// Whether a model is a small classifier rather than a network.
fn is_small(name: &str) -> bool {
    name != "builtin" && examen_evaluation::predict::find_model(name).is_some()
}

//! What a stage will take, before it is done: seconds and bytes, from the amount of code and from what the stages took on one machine.
//!
//! The rates were measured by `benches/run_stages.py` (benches/README.md says when and where). They are there to tell seconds from hours.

mod examples;

use examen_evaluation::predict::{RANDOM_ENCODER, find_model};

use crate::checks::Code;
use crate::graph::{ModelUse, Stage, Work};
use crate::stages::Job;

/// What a stage is thought to take.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Estimate {
    /// Seconds on two cores.
    pub(crate) seconds: f64,
    /// Bytes that it leaves.
    pub(crate) bytes: f64,
}

/// What the examples of a suite take.
struct Rates {
    suite: &'static str,
    /// Seconds in which a megabyte of code is built.
    build: f64,
    /// Bytes of an example on the disk.
    example_bytes: f64,
    /// Seconds that a network takes for an example that it is asked about: `builtin`, whose network for queries is the largest.
    network: f64,
}

const RATES: [Rates; 6] = [
    Rates { suite: "captions", build: 0.18, example_bytes: 210.0, network: 0.009 },
    Rates { suite: "names", build: 0.045, example_bytes: 200.0, network: 0.009 },
    Rates { suite: "probes", build: 0.12, example_bytes: 290.0, network: NETWORK },
    Rates { suite: "queries", build: 0.075, example_bytes: 2_500.0, network: NETWORK },
    Rates { suite: "questions", build: 0.22, example_bytes: 250.0, network: 0.02 },
    Rates { suite: "robustness", build: 0.03, example_bytes: 230.0, network: 0.009 },
];

/// Seconds for each folder of a task, whatever is in it: its files are on the disk before the stage is done.
const FOLDER: f64 = 0.03;

/// Seconds and bytes of a megabyte of code in the table of the corpus, and in the findings.
const CORPUS: (f64, f64) = (0.02, 0.22e6);
const FINDINGS: (f64, f64) = (0.03, 0.02e6);

/// Seconds that a network takes for an example of code in which places are asked for.
const NETWORK: f64 = 0.075;

/// Seconds that one of the small models takes for an example, learnt from or asked about.
const SMALL: f64 = 5e-5;

/// Seconds for an example that an encoder is shown, all its probes included: one that is drawn by a seed is small.
const PROBE: f64 = 1.7e-3;
const PROBE_OF_CHECKPOINT: f64 = 0.1;

/// Seconds for a step of a training.
const STEP: f64 = 0.5;

impl Job<'_> {
    /// What a stage is thought to take.
    pub(crate) fn estimate(&self, stage: &Stage, code: &Code) -> Estimate {
        let megabytes = code.contents.bytes as f64 / 1e6;
        let all = |exam: usize| self.examples(exam, code).all;
        let of = |(seconds, bytes): (f64, f64)| Estimate { seconds: seconds * megabytes, bytes: bytes * megabytes };
        match &stage.work {
            Work::Corpus => of(CORPUS),
            Work::Findings => of(FINDINGS),
            Work::Build { exam } => self.rates(*exam).map_or_else(Estimate::default, |rates| Estimate {
                seconds: rates.build * megabytes + self.examples(*exam, code).folders * FOLDER,
                bytes: all(*exam) * rates.example_bytes,
            }),
            Work::Train { training, .. } => {
                let steps = crate::stages::steps_of(&self.recipe.trainings[*training]);
                Estimate { seconds: steps * STEP, bytes: 2e7 }
            }
            Work::Predict { exam, model, .. } => {
                let asked = self.examples(*exam, code).scored * self.asked(*exam, &model.name());
                // A small model learns from the training split, and a rewritten exam's model from that of the exam that is rewritten.
                let base = self.exams[*exam].base.map_or(0.0, all);
                let network = self.rates(*exam).map_or(NETWORK, |rates| rates.network);
                let seconds = if is_small(model) { (all(*exam) + base) * SMALL } else { asked * network };
                Estimate { seconds, bytes: 3e3 + asked * 25.0 }
            }
            Work::Probe { exam } => {
                let probing = self.exams[*exam].recipe.probing.as_ref();
                let of_encoder = |name: &String| if name == RANDOM_ENCODER { PROBE } else { PROBE_OF_CHECKPOINT };
                let each: f64 = probing.map_or(0.0, |probing| probing.models.iter().map(of_encoder).sum());
                Estimate { seconds: all(*exam) * each, bytes: 0.3e6 }
            }
            Work::Score { exam } => {
                let asked = self.examples(*exam, code).scored * self.exams[*exam].recipe.models.len() as f64;
                Estimate { seconds: 0.05 + asked * 1e-5, bytes: 2e4 + asked * 50.0 }
            }
            Work::Report => {
                let examples: f64 = (0..self.exams.len()).map(all).sum();
                Estimate { seconds: 0.3 + examples * 1e-5, bytes: (4e6 + examples * 60.0).min(15e6) }
            }
        }
    }

    /// What the examples of an exam take.
    fn rates(&self, exam: usize) -> Option<&'static Rates> {
        RATES.iter().find(|rates| rates.suite == self.exams[exam].suite.name)
    }

    /// The part of an exam that a model answers, were its tasks alike.
    fn asked(&self, exam: usize, model: &str) -> f64 {
        let exam = &self.exams[exam];
        let usual = (exam.suite.tasks)().iter().filter(|task| task.is_usual).count();
        let all = if exam.recipe.tasks.is_empty() { usual } else { exam.recipe.tasks.len() };
        exam.recipe.only.get(model).map_or(1.0, |only| only.len() as f64 / all.max(only.len()) as f64)
    }
}

/// Whether a model answers at once, as classifiers do and rules, rather than by a network.
fn is_small(model: &ModelUse) -> bool {
    matches!(model, ModelUse::Given(spec) if spec.name() != "builtin" && find_model(&spec.name()).is_some())
}

//! Probes: linear classifiers on the features that one layer of a frozen encoder gives, which say what the layer knows.
//!
//! A layer's [`Features`] and a [`ProbeTask`] go in, answers come out; whoever asks scores them. Layers are probed one at a
//! time, each on one thread, so that the caller decides how many are in memory and at work; their number changes nothing.
//! Three protocols differ in how the classifier is fitted ([`Protocol`]), and [`online_code`] asks how short the labels
//! become when the layer is known.

mod adam;
mod curvature;
mod distinct_rows;
mod features;
mod fit;
mod lbfgs;
mod linear_layer;
mod logistic_regression;
mod mdl;
mod paper;
mod paper_text;
#[cfg(test)]
mod references;
mod standard;
mod standardise;
mod task;

pub use features::Features;
pub use fit::{LayerProbe, ProbeFit, first_most, layer_by_validation};
pub use mdl::{OnlineCode, online_code};
pub use task::{ProbeTask, SplitLabels};

use crate::error::ModelError;

/// How a probe is fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// As the authors of INSPECT ran it: Adam on raw features, for a fixed number of epochs.
    Paper,
    /// As INSPECT's text has it: the same, with early stopping.
    PaperText,
    /// Logistic regression on standardised features, to convergence.
    Standard,
}

impl Protocol {
    /// All of them, by name.
    pub const ALL: [Self; 3] = [Self::Paper, Self::PaperText, Self::Standard];

    /// The name on the command line and in results, for good.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::PaperText => "paper-text",
            Self::Standard => "standard",
        }
    }

    /// Fits a probe on the training rows, chooses its penalty by the validation rows, and answers those and the test rows;
    /// once for the true labels and, where the task has them, once more for the control labels.
    ///
    /// The result depends on the features, the task and the seed, and on nothing else. (Matrix products use what the processor
    /// offers, so that another kind of processor may round otherwise.) The standard protocol needs no seed.
    pub fn probe(self, features: &Features, task: &ProbeTask, seed: u64) -> Result<LayerProbe, ModelError> {
        task.check_rows(features)?;
        if self == Self::Standard {
            return Ok(standard::probe(features, task));
        }
        let features = features.with_six_digits();
        let fit = |labels: &SplitLabels| match self {
            Self::PaperText => paper_text::fit(&features, labels, task.classes(), seed),
            _ => paper::fit(&features, labels, task.classes(), seed),
        };
        Ok(LayerProbe { truth: fit(task.truth()), control: task.control().map(fit) })
    }
}

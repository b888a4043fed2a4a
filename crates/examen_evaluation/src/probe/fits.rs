//! Fitted probes of the layers of a model at a task, as they are kept.

use std::path::Path;

use examen_data::write_atomically;
use examen_models::probing::{Features, LayerProbe, OnlineCode, ProbeFit, ProbeTask, online_code};
use serde::{Deserialize, Serialize};

use super::ProbeMethod;
use crate::error::While as _;

/// The fits of all layers at one task, by one method.
#[derive(Debug, Serialize, Deserialize)]
pub struct TaskFits {
    /// A hash of everything that they depend on.
    pub fingerprint: String,
    /// The state that stood for a text.
    pub pool: String,
    /// The fits, layer by layer.
    pub layers: Vec<LayerFit>,
    /// The number of truncated texts in all splits.
    pub truncated: u64,
    /// By row of the test split, whether its text was truncated.
    pub truncated_test: Vec<bool>,
}

/// The fit of one layer.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LayerFit {
    /// A classifier, and one for the control labels.
    Probe {
        /// The classifier of the labels.
        truth: Fit,
        /// The classifier of the control labels.
        control: Option<Fit>,
    },
    /// The code of the labels, and of the control labels.
    Code {
        /// The code of the labels.
        truth: Code,
        /// The code of the control labels.
        control: Option<Code>,
    },
}

/// A classifier by its answers.
#[derive(Debug, Serialize, Deserialize)]
pub struct Fit {
    /// The penalty that did best on the validation split.
    pub penalty: f64,
    /// Whether the optimizer converged, where the protocol says when it has.
    pub has_converged: Option<bool>,
    /// The number of right answers to the validation split.
    pub validation_right: usize,
    /// The answers to the test split: for each row the number of a class.
    pub test: Vec<usize>,
}

/// The length of an online code of labels.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Code {
    /// The length.
    pub bits: f64,
    /// The length of a code that uses no features.
    pub uniform_bits: f64,
}

impl Code {
    /// Returns how many times shorter the code is than one that uses no features.
    pub fn compression(self) -> f64 {
        self.uniform_bits / self.bits
    }
}

impl TaskFits {
    /// Reads the fits of an earlier run, if they depend on the same.
    pub fn read(path: &Path, fingerprint: &str) -> Option<Self> {
        let fits: Self = serde_json::from_slice(&examen_corpus::read_plain_file(path).ok()?).ok()?;
        (fits.fingerprint == fingerprint).then_some(fits)
    }

    /// Writes the fits.
    pub fn write(&self, path: &Path) -> crate::Result<()> {
        let text = serde_json::to_vec(self).doing(|| format!("cannot write {}", path.display()))?;
        write_atomically(path, &text)?;
        Ok(())
    }

    /// Returns the classifiers of the labels and of the control labels, layer by layer; none for codes.
    pub fn layer_pairs(&self) -> Vec<(&Fit, Option<&Fit>)> {
        let mut pairs = Vec::new();
        for layer in &self.layers {
            if let LayerFit::Probe { truth, control } = layer {
                pairs.push((truth, control.as_ref()));
            }
        }
        pairs
    }

    /// Returns the codes, layer by layer; none for classifiers.
    pub fn codes(&self) -> Vec<(Code, Option<Code>)> {
        let code = |layer: &LayerFit| match layer {
            LayerFit::Code { truth, control } => Some((*truth, *control)),
            LayerFit::Probe { .. } => None,
        };
        self.layers.iter().filter_map(code).collect()
    }
}

impl LayerFit {
    /// Fits a probe to the features of a layer.
    pub fn of(method: ProbeMethod, features: &Features, task: &ProbeTask, seed: u64) -> crate::Result<Self> {
        if let Some(protocol) = method.protocol() {
            let LayerProbe { truth, control } = protocol.probe(features, task, seed)?;
            return Ok(Self::Probe { truth: truth.into(), control: control.map(Fit::from) });
        }
        let (truth, control) = online_code(features, task, seed)?;
        Ok(Self::Code { truth: truth.into(), control: control.map(Code::from) })
    }
}

impl From<ProbeFit> for Fit {
    fn from(fit: ProbeFit) -> Self {
        let ProbeFit { penalty, has_converged, validation_right, test, .. } = fit;
        Self { penalty, has_converged, validation_right, test }
    }
}

impl From<OnlineCode> for Code {
    fn from(code: OnlineCode) -> Self {
        let OnlineCode { bits, uniform_bits } = code;
        Self { bits, uniform_bits }
    }
}

//! What came of probing the layers of a model at a task, as it is kept.

use std::path::Path;

use crate::error::While as _;
use examen_data::write_atomically;
use examen_models::probing::{Features, LayerProbe, OnlineCode, ProbeFit, ProbeTask, online_code};
use serde::{Deserialize, Serialize};

use super::ProbeMethod;

/// All layers at one task, by one method.
#[derive(Debug, Serialize, Deserialize)]
pub struct TaskFits {
    /// What they depend on.
    pub fingerprint: String,
    /// What stood for a text.
    pub pool: String,
    pub layers: Vec<LayerFit>,
    /// Texts of all splits that were cut, and by row those of the test split.
    pub truncated: u64,
    pub truncated_test: Vec<bool>,
}

/// One layer.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LayerFit {
    /// A classifier by what it answers, and one for the control labels.
    Probe { truth: Fit, control: Option<Fit> },
    /// The code of the labels, and of the control labels.
    Code { truth: Code, control: Option<Code> },
}

/// A classifier by what it answers.
#[derive(Debug, Serialize, Deserialize)]
pub struct Fit {
    pub penalty: f64,
    pub has_converged: Option<bool>,
    pub validation_right: usize,
    /// Classes by number, for each row.
    pub test: Vec<usize>,
}

/// The code of labels.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Code {
    pub bits: f64,
    pub uniform_bits: f64,
}

impl Code {
    pub fn compression(self) -> f64 {
        self.uniform_bits / self.bits
    }
}

impl TaskFits {
    /// What an earlier run left, if it depends on the same.
    pub fn read(path: &Path, fingerprint: &str) -> Option<Self> {
        let fits: Self = serde_json::from_slice(&std::fs::read(path).ok()?).ok()?;
        (fits.fingerprint == fingerprint).then_some(fits)
    }

    pub fn write(&self, path: &Path) -> crate::Result<()> {
        let text = serde_json::to_vec(self).doing(|| format!("cannot write {}", path.display()))?;
        write_atomically(path, &text)?;
        Ok(())
    }

    /// The classifiers for the true and for the control labels, layer by layer; nothing of codes.
    pub fn layer_pairs(&self) -> Vec<(&Fit, Option<&Fit>)> {
        let mut pairs = Vec::new();
        for layer in &self.layers {
            if let LayerFit::Probe { truth, control } = layer {
                pairs.push((truth, control.as_ref()));
            }
        }
        pairs
    }

    /// The codes, layer by layer; nothing of probes.
    pub fn codes(&self) -> Vec<(Code, Option<Code>)> {
        let code = |layer: &LayerFit| match layer {
            LayerFit::Code { truth, control } => Some((*truth, *control)),
            LayerFit::Probe { .. } => None,
        };
        self.layers.iter().filter_map(code).collect()
    }
}

impl LayerFit {
    /// Asks a layer.
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

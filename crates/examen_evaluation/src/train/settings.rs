//! Settings of trainings, which are flags of commands too.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use examen_models::{CodeSize, Device, ModelError, Placement, Precision};
use examen_tensor::{Adam, Algorithm, Muon, Storage};
use examen_training::{Budget, LearningRate, Settings};
use serde::Serialize;

/// The most tokens of a sequence, where nothing is said.
pub(super) const LENGTH: usize = 1024;

/// The weight decay of the recipe.
const WEIGHT_DECAY: f64 = 0.05;

/// How a model is trained.
#[derive(Args, Clone, Debug, Serialize)]
#[command(next_help_heading = "How it is trained")]
pub struct TrainSettings {
    /// Directory for the model. A training that was interrupted is resumed from its checkpoint there.
    #[arg(long, short, value_name = "DIR")]
    pub out: PathBuf,

    /// How many steps are made.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub steps: u64,

    /// Train for so many seconds in place of a number of steps. The weights depend on the machine then.
    #[arg(long, value_name = "SECONDS", conflicts_with = "steps")]
    pub seconds: Option<f64>,

    /// The tokens of a batch.
    #[arg(long, value_name = "N", default_value_t = 4096)]
    pub batch_tokens: usize,

    /// The batches whose gradients make one step.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub accumulate: usize,

    /// The most tokens of a sequence, or path contexts of a function; longer ones are cut [default: 1024; 200 path contexts].
    #[arg(long, value_name = "N")]
    pub max_length: Option<usize>,

    /// The highest learning rate [default: 0.002, or 0.0008 for a model that was pre-trained].
    #[arg(long, value_name = "RATE")]
    pub learning_rate: Option<f64>,

    /// How parameters are updated.
    #[arg(long, value_enum, default_value_t)]
    pub optimizer: Optimizer,

    /// How often the model is evaluated; each evaluation ends with a checkpoint.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub evaluations: u64,

    /// Stop after so many evaluations without a better score.
    #[arg(long, value_name = "N")]
    pub patience: Option<u64>,

    /// The seed of initialisation, order, masks and dropout.
    #[arg(long, value_name = "N", default_value_t = 0, env = "EXAMEN_SEED")]
    pub seed: u64,

    /// What computes: cpu, or cuda in a build with the feature `torch`.
    #[arg(long, value_name = "DEVICE", default_value = "cpu")]
    #[serde(serialize_with = "as_text")]
    pub device: Device,

    /// The type of numbers: f32, or bf16 in a build with the feature `torch`. Parameters are f32 in any case.
    #[arg(long, value_name = "TYPE", default_value = "f32")]
    #[serde(serialize_with = "as_text")]
    pub precision: Precision,

    /// Store weights in 16 bits: half the size, for a model that is not trained on.
    #[arg(long)]
    pub half: bool,
}

fn as_text<T: std::fmt::Display, S: serde::Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// How parameters are updated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Optimizer {
    /// Muon for the matrices of layers, `AdamW` for the rest.
    #[default]
    Muon,
    /// `AdamW`.
    Adamw,
    /// Adam.
    Adam,
}

/// A size of encoders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// 2 layers of 32: for tests and first tries.
    Tiny,
    /// 4 layers of 128: 1.9 million parameters, for trainings on a CPU.
    Mini,
    /// 8 layers of 192: 5 million parameters.
    #[default]
    Small,
    /// 12 layers of 384: 24 million.
    Medium,
    /// 12 layers of 768: 91 million.
    Large,
}

impl Size {
    pub(super) const fn size(self) -> CodeSize {
        match self {
            Self::Tiny => CodeSize::Tiny,
            Self::Mini => CodeSize::Mini,
            Self::Small => CodeSize::Small,
            Self::Medium => CodeSize::Medium,
            Self::Large => CodeSize::Large,
        }
    }
}

/// How the learning rate goes without a flag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rates {
    /// The highest.
    usual: f64,
    /// The fraction of the training, at its end, in which it falls.
    decay: f64,
}

impl Rates {
    pub(super) const PRE_TRAINING: Self = Self { usual: 2e-3, decay: 0.4 };

    /// What was pre-trained is changed less.
    pub(super) const fn fine_tuning(is_pre_trained: bool) -> Self {
        Self { usual: if is_pre_trained { 8e-4 } else { 2e-3 }, decay: 0.6 }
    }
}

impl TrainSettings {
    /// The same settings with this length, where none was asked for.
    pub(super) fn with_length(&self, usual: usize) -> Self {
        Self { max_length: Some(self.max_length.unwrap_or(usual)), ..self.clone() }
    }

    /// The most tokens of a sequence.
    pub(super) fn length(&self) -> usize {
        self.max_length.unwrap_or(LENGTH)
    }

    /// Where the network computes.
    pub(super) fn placement(&self) -> crate::Result<Placement> {
        Ok(Placement::new(self.device, self.precision).map_err(ModelError::from)?)
    }

    /// How the weights of the model are stored.
    pub(super) fn storage(&self) -> Storage {
        if self.half { Storage::F16 } else { Storage::F32 }
    }

    /// Settings of the loop.
    pub(super) fn of_loop(&self, rates: Rates, identity: BTreeMap<String, String>) -> Settings {
        let Rates { usual, decay } = rates;
        let adam = Adam { beta2: 0.98, weight_decay: WEIGHT_DECAY, ..Adam::default() };
        let peak = self.learning_rate.unwrap_or(usual);
        Settings {
            seed: self.seed,
            budget: self.seconds.map_or(Budget::Steps(self.steps), Budget::Seconds),
            batch_tokens: self.batch_tokens,
            accumulation: self.accumulate.max(1),
            algorithm: match self.optimizer {
                Optimizer::Muon => Algorithm::Muon(Muon { adam, ..Muon::default() }),
                Optimizer::Adamw => Algorithm::AdamW(adam),
                Optimizer::Adam => Algorithm::Adam(Adam { weight_decay: 0.0, ..adam }),
            },
            learning_rate: LearningRate { peak, warm_up: 0.03, decay, lowest: 0.02 },
            clip: Some(1.0),
            evaluations: self.evaluations,
            patience: self.patience,
            log_every: (self.steps / 50).clamp(1, 100),
            identity,
        }
    }
}

//! The directory of a trained model.

use std::sync::atomic::AtomicBool;

use examen_corpus::Fingerprint;
use examen_data::write_atomically;
use examen_models::ModelError;
use examen_tensor::{NamedValues, Parameters, Storage};
use examen_training::{CurvePoint, Mixture, Objective, Outcome, Progress, Trainer, train};
use serde::Serialize;
use serde_json::{Value, json};

use super::settings::{Rates, TrainSettings};
use crate::context::Context;

/// The outcome of a training.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainSummary {
    /// The steps that were made.
    pub steps: u64,
    /// The examples that were seen.
    pub examples: u64,
    /// The tokens that were seen.
    pub tokens: u64,
    /// The number of parameters.
    pub parameters: u64,
    /// The curves of loss and scores.
    pub curve: Vec<CurvePoint>,
    /// Whether it was stopped before its end; the same command resumes it.
    pub is_interrupted: bool,
}

/// What is trained.
pub(super) struct Training<'t> {
    pub(super) objective: &'t dyn Objective,
    pub(super) mixture: Mixture,
    pub(super) files: ModelFiles<'t>,
    pub(super) parameters: Vec<NamedValues>,
    /// How the learning rate goes without a flag.
    pub(super) rates: Rates,
    /// How much there is to learn from, which a checkpoint must agree in to be resumed.
    pub(super) extent: String,
    /// What `training.json` says of the data.
    pub(super) data: Value,
}

/// The files of a model, by name.
type WrittenFiles = Result<Vec<(&'static str, Vec<u8>)>, ModelError>;

/// The function that makes the files of a model with its parameters.
type Write<'t> = Box<dyn Fn(Vec<NamedValues>, Storage) -> WrittenFiles + 't>;

/// What makes a directory a model, and what a checkpoint of it must agree in.
pub(super) struct ModelFiles<'t> {
    /// The vocabulary, as it is written.
    vocabulary: Vec<u8>,
    /// The configuration, as it is written.
    network: String,
    /// Says how parameters are updated.
    group: fn(&mut Parameters),
    write: Write<'t>,
}

impl<'t> ModelFiles<'t> {
    /// Those of a model with this vocabulary and configuration: how its parameters are updated, and how its files are made of them.
    pub(super) fn new(
        vocabulary: Vec<u8>,
        config: &impl Serialize,
        group: fn(&mut Parameters),
        write: impl Fn(Vec<NamedValues>, Storage) -> WrittenFiles + 't,
    ) -> crate::Result<Self> {
        Ok(Self { vocabulary, network: serde_json::to_string(config)?, group, write: Box::new(write) })
    }
}

impl Training<'_> {
    /// Trains, and writes the model.
    pub(super) fn run(
        self,
        flags: &TrainSettings,
        stop: &AtomicBool,
        context: &Context<'_>,
    ) -> crate::Result<TrainSummary> {
        let identity = [
            ("vocabulary".to_owned(), Fingerprint::of(&self.files.vocabulary).content_hash_hex()),
            ("network".to_owned(), self.files.network),
            ("data".to_owned(), self.extent),
            ("seed".to_owned(), flags.seed.to_string()),
        ];
        let settings = flags.of_loop(self.rates, identity.into());
        let placement = flags.placement()?;
        let parameters = Parameters::new(self.parameters, placement).map_err(ModelError::from)?;
        let count: usize = parameters.shapes().map(|(_, shape)| shape.iter().product::<usize>()).sum();
        let observer = |progress: &Progress| {
            for point in &progress.points {
                let CurvePoint { step, name, value, .. } = point;
                context.remark(format!(
                    "step {step}: {name} {value:.4}, {:.0} tokens a second, {:.0} s left",
                    progress.tokens_per_second, progress.seconds_left
                ));
            }
        };
        let trainer = Trainer {
            mixture: &self.mixture,
            settings: &settings,
            folder: &flags.out.join("checkpoints"),
            placement,
            group: &self.files.group,
            stop,
            observer: &observer,
        };
        let Outcome { parameters, steps, examples, tokens, curve, is_interrupted, is_early } =
            train(self.objective, parameters, &trainer)?;
        for (name, bytes) in (self.files.write)(parameters, flags.storage())? {
            write_atomically(&flags.out.join(name), &bytes)?;
        }
        let description = json!({
            "tool": { "name": "examen", "version": env!("CARGO_PKG_VERSION") },
            "settings": flags,
            "data": self.data,
            "parameters": count,
            "steps": steps,
            "examples": examples,
            "tokens": tokens,
            "ended": if is_interrupted { "interrupted" } else if is_early { "early" } else { "done" },
            "curve": curve,
        });
        write_atomically(&flags.out.join("training.json"), &serde_json::to_vec_pretty(&description)?)?;
        Ok(TrainSummary { steps, examples, tokens, parameters: count as u64, curve, is_interrupted })
    }
}

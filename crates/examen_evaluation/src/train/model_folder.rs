//! The directory of a trained model.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use examen_corpus::Fingerprint;
use examen_data::write_atomically;
use examen_models::{
    CodeConfig, GeneratorConfig, ModelError, NamerConfig, NamerVocabulary, Vocabulary, group_code_parameters,
    group_generator_parameters, group_namer_parameters, write_code_model, write_generator, write_namer,
};
use examen_tensor::{NamedValues, Parameters, Storage};
use examen_tokenizers::LayoutTokenizer;
use examen_training::{CurvePoint, Mixture, Objective, Outcome, Progress, Trainer, train};
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
    pub(super) mixture: &'t Mixture,
    pub(super) files: ModelFiles<'t>,
    pub(super) parameters: Parameters,
    /// How the learning rate goes without a flag.
    pub(super) rates: Rates,
    /// How much there is to learn from, which a checkpoint must agree in to be resumed.
    pub(super) extent: String,
    /// What `training.json` says of the data.
    pub(super) data: Value,
}

/// The function that writes the files of a model with its parameters.
type Write<'t> = Box<dyn Fn(Vec<NamedValues>, Storage) -> Result<Vec<(&'static str, Vec<u8>)>, ModelError> + 't>;

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
    /// Those of an encoder of our own, with any head.
    pub(super) fn of_code(config: &'t CodeConfig, tokenizer: &'t LayoutTokenizer) -> crate::Result<Self> {
        Ok(Self {
            vocabulary: tokenizer.to_json().into_bytes(),
            network: serde_json::to_string(config)?,
            group: group_code_parameters,
            write: Box::new(|parameters, storage| {
                write_code_model(config, tokenizer, parameters, storage).map(Vec::from)
            }),
        })
    }

    /// Those of a generator.
    pub(super) fn of_generator(
        config: &'t GeneratorConfig,
        tokenizer: &'t LayoutTokenizer,
        words: &'t Vocabulary,
    ) -> crate::Result<Self> {
        let mut vocabulary = tokenizer.to_json().into_bytes();
        vocabulary.extend(serde_json::to_vec(words)?);
        Ok(Self {
            vocabulary,
            network: serde_json::to_string(config)?,
            group: group_generator_parameters,
            write: Box::new(|parameters, storage| write_generator(config, tokenizer, words, parameters, storage)),
        })
    }

    /// Those of a namer.
    pub(super) fn of_namer(config: &'t NamerConfig, vocabulary: &'t NamerVocabulary) -> crate::Result<Self> {
        Ok(Self {
            vocabulary: serde_json::to_vec(vocabulary)?,
            network: serde_json::to_string(config)?,
            group: group_namer_parameters,
            write: Box::new(|parameters, storage| write_namer(config, vocabulary, parameters, storage)),
        })
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
        let count: usize = self.parameters.shapes().map(|(_, shape)| shape.iter().product::<usize>()).sum();
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
            mixture: self.mixture,
            settings: &settings,
            folder: &flags.out.join("checkpoints"),
            placement: flags.placement()?,
            group: &self.files.group,
            stop,
            observer: &observer,
        };
        let Outcome { parameters, steps, examples, tokens, curve, is_interrupted, is_early } =
            train(self.objective, self.parameters, &trainer)?;
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

/// Reads a tokenizer from a directory, if it has one.
pub(super) fn tokenizer_in(folder: &Path) -> crate::Result<Option<LayoutTokenizer>> {
    let path = folder.join("tokenizer.json");
    match examen_corpus::read_plain_text(&path) {
        Ok(text) => {
            let name = path.display().to_string();
            let tokenizer = LayoutTokenizer::from_json(&name, &text).map_err(ModelError::from)?;
            Ok(Some(tokenizer))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(crate::EvaluationError::File { path, source }),
    }
}

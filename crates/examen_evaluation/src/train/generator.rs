//! `train generator`.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use examen_corpus::Split;
use examen_data::grouped;
use examen_models::{
    CodeHead, GeneratorConfig, GeneratorInput, GeneratorTokens, ModelError, WordCounts, generated_words,
    initial_generator_parameters,
};
use examen_tensor::Parameters;
use examen_training::{Mixture, Phase};
use serde_json::json;

use super::generator_objective::GeneratorObjective;
use super::model_folder::{ModelFiles, TrainSummary, Training};
use super::settings::{Rates, Size, TrainSettings};
use super::start::{Start, StartFrom};
use super::written_examples::written_tasks;
use crate::context::Context;
use crate::error::refuse;

/// The most tokens of an input, where nothing is said.
const LENGTH: usize = 256;

/// The fewest: a question and some code.
const SHORTEST: usize = 16;

/// What `train generator` is told.
#[derive(Clone, Debug)]
pub struct GeneratorTraining {
    /// Exams to learn from: training and validation splits of all their tasks that ask for a name or a text.
    pub data: Vec<PathBuf>,
    /// A pre-trained encoder.
    pub from: Option<PathBuf>,
    /// The size of the encoder, where none is given.
    pub size: Size,
    /// The most tokens of the vocabulary, where no encoder is given.
    pub vocabulary: usize,
    /// Layers of the decoder.
    pub decoder_layers: usize,
    /// The most words that are written without being copied.
    pub words: usize,
    /// Words that occur less often are copied or not written at all.
    pub min_count: u64,
    /// Sequences that are followed at once when something is written.
    pub beam: usize,
    /// How it is trained.
    pub train: TrainSettings,
}

/// Trains a generator of names, captions and answers.
pub fn train_generator(
    settings: &GeneratorTraining,
    stop: &AtomicBool,
    context: &Context<'_>,
) -> crate::Result<TrainSummary> {
    let flags = &settings.train.with_length(LENGTH);
    let placement = flags.placement()?;
    if flags.length() < SHORTEST || settings.decoder_layers == 0 || settings.beam == 0 {
        refuse!("wanted a --max-length of {SHORTEST} at least, and --decoder-layers and --beam above 0");
    }
    let tasks = written_tasks(&settings.data)?;
    let (mut counts, mut texts) = (WordCounts::default(), Vec::new());
    for task in &tasks {
        for example in task.texts(Split::Train, usize::MAX)? {
            for word in &generated_words(task.kind, &example.target) {
                counts.add(word, 1);
            }
            texts.push(example.code);
        }
    }
    let words = counts.vocabulary(settings.words, settings.min_count);
    let from = StartFrom { folder: settings.from.as_deref(), size: settings.size, vocabulary: settings.vocabulary };
    let Start { config: encoder, tokenizer, parameters: started } = from.start(
        CodeHead::States,
        flags,
        || Ok(texts),
        |config| {
            let with = GeneratorConfig::new(config.clone(), words.len(), settings.decoder_layers);
            *config = with.encoder;
            config.max_position_embeddings = flags.length();
        },
    )?;
    let mut config = GeneratorConfig::new(encoder, words.len(), settings.decoder_layers);
    config.beam_width = settings.beam;
    let mut parameters = initial_generator_parameters(&config, flags.seed);
    for parameter in &mut parameters {
        if let Some(other) = started.iter().find(|other| other.name == parameter.name) {
            parameter.values.clone_from(&other.values);
        }
    }
    let tokens = GeneratorTokens { tokenizer: &tokenizer, words: &words, config: &config };
    let (mut sets, mut validation, mut described) = (Vec::new(), Vec::new(), Vec::new());
    for task in &tasks {
        let (training, empty) = task.training(tokens)?;
        let evaluated = task.validation(tokens)?;
        let unknown: u64 = training.iter().map(|input| input.unknown_targets() as u64).sum();
        context.remark(format!(
            "{}: {} training examples, {} left out with nothing to write; {} words neither known nor in the input; {} of \
             validation",
            task.folder.path().display(),
            grouped(training.len() as u64),
            grouped(empty),
            grouped(unknown),
            grouped(evaluated.len() as u64)
        ));
        described.push(json!({
            "task": task.name(),
            "examples": training.len(),
            "empty": empty,
            "unknown_words": unknown,
            "validation": evaluated.len(),
        }));
        sets.push(training);
        validation.push((task.kind, evaluated));
    }
    let lengths: Vec<Vec<u32>> =
        sets.iter().map(|set| set.iter().map(|input: &GeneratorInput| input.cost() as u32).collect()).collect();
    let count: usize = lengths.iter().map(Vec::len).sum();
    if count == 0 {
        refuse!("there is no training example below the directories given");
    }
    let used: u64 = lengths.iter().flatten().map(|&length| u64::from(length)).sum();
    let phases = vec![Phase { from: 0.0, weights: vec![1.0; sets.len()] }];
    let mixture = Mixture::new(lengths, phases);
    let objective = GeneratorObjective { config: config.clone(), sets, validation };
    let training = Training {
        objective: &objective,
        mixture: &mixture,
        files: ModelFiles::of_generator(&config, &tokenizer, &words)?,
        parameters: Parameters::new(parameters, placement).map_err(ModelError::from)?,
        rates: Rates::fine_tuning(settings.from.is_some()),
        extent: format!("{count} examples of {used} tokens"),
        data: json!({ "tasks": described, "tokens": used, "from": settings.from }),
    };
    training.run(flags, stop, context)
}

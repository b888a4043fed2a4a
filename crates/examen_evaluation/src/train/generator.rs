//! `train generator`, `seq2seq`, `dual-encoder`, `sns` and `transformer`.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::Args;
use examen_corpus::Split;
use examen_data::grouped;
use examen_models::{
    CodeConfig, CodeHead, GeneratorConfig, GeneratorInput, GeneratorKind, GeneratorTokens, WordCounts, generated_words,
    group_generator_parameters, initial_generator_parameters, write_generator,
};
use serde_json::json;

use super::exam_sets::{ExampleSets, task_name};
use super::generator_objective::GeneratorObjective;
use super::model_folder::{ModelFiles, TrainSummary, Training};
use super::settings::{Rates, TrainSettings};
use super::start::{Start, StartSettings};
use super::written_examples::written_tasks;
use crate::context::Context;
use crate::error::refuse;

/// The most tokens of an input, where nothing is said.
const LENGTH: usize = 256;

/// The fewest: a question and some code.
const SHORTEST: usize = 16;

/// What `train generator` is told.
#[derive(Args, Clone, Debug)]
pub struct GeneratorTraining {
    /// Exams to learn from: folders that `examen build` wrote, with names, captions or questions.
    #[arg(long, value_name = "DIR", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,

    /// What it starts from.
    #[command(flatten)]
    pub start: StartSettings,

    /// The layers of the decoder; with LSTMs, of each encoder too.
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub decoder_layers: usize,

    /// The most words that are written without being copied.
    #[arg(long, value_name = "N", default_value_t = 8192)]
    pub words: usize,

    /// Words that occur less often in the training split are copied, or not written at all.
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub min_count: u64,

    /// The sequences of words that are followed at once when something is written.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub beam: usize,

    /// Copy no words of the input: what no vocabulary has is not written then.
    #[arg(long)]
    pub no_copy: bool,

    /// How it is trained.
    #[command(flatten)]
    pub train: TrainSettings,
}

/// Trains a generator of names, captions and answers.
pub fn train_generator(
    kind: GeneratorKind,
    settings: &GeneratorTraining,
    stop: &AtomicBool,
    context: &Context<'_>,
) -> crate::Result<TrainSummary> {
    let flags = &settings.train.with_length(LENGTH);
    flags.placement()?;
    if flags.length() < SHORTEST || settings.decoder_layers == 0 || settings.beam == 0 {
        refuse!("wanted a --max-length of {SHORTEST} at least, and --decoder-layers and --beam above 0");
    }
    if let Some(folder) = settings.start.from.as_ref().filter(|_| kind != GeneratorKind::Generator) {
        refuse!(
            "{}: only a generator starts from an encoder; the other kinds start from random weights",
            folder.display()
        );
    }
    let with_encoder = |encoder: CodeConfig, words: usize| {
        let mut config = GeneratorConfig::new(encoder, words, settings.decoder_layers);
        if kind.is_recurrent() {
            config.encoder.num_hidden_layers = settings.decoder_layers;
        }
        GeneratorConfig { kind, no_copy: settings.no_copy, beam_width: settings.beam, ..config }
    };
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
    if settings.no_copy && words.is_empty() {
        refuse!(
            "no word occurs --min-count {} times, and none is copied: nothing could be written",
            settings.min_count
        );
    }
    let Start { config: encoder, tokenizer, parameters: started } = settings.start.start(
        CodeHead::States,
        flags,
        || Ok(texts),
        |config| {
            *config = with_encoder(config.clone(), words.len()).encoder;
            config.max_position_embeddings = flags.length();
        },
    )?;
    let config = with_encoder(encoder, words.len());
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
            "task": task_name(&task.folder),
            "examples": training.len(),
            "empty": empty,
            "unknown_words": unknown,
            "validation": evaluated.len(),
        }));
        sets.push(training);
        validation.push((task.kind, evaluated));
    }
    let costs = |set: &Vec<GeneratorInput>| set.iter().map(|input| input.cost() as u32).collect();
    let learnt = ExampleSets::filled(sets.iter().map(costs).collect())?;
    let mut vocabulary = tokenizer.to_json().into_bytes();
    vocabulary.extend(serde_json::to_vec(&words)?);
    let objective = GeneratorObjective { config: config.clone(), sets, validation };
    let training = Training {
        objective: &objective,
        files: ModelFiles::new(vocabulary, &config, group_generator_parameters, |parameters, storage| {
            write_generator(&config, &tokenizer, &words, parameters, storage)
        })?,
        parameters,
        rates: Rates::fine_tuning(settings.start.from.is_some()),
        extent: learnt.extent(),
        data: json!({ "tasks": described, "tokens": learnt.tokens, "from": settings.start.from }),
        mixture: learnt.mixture(),
    };
    training.run(flags, stop, context)
}

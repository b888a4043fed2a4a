//! `train code2vec` and `train code2seq`.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::Args;
use examen_data::grouped;
use examen_models::{
    ContextTables, NamerConfig, NamerKind, NamerVocabulary, group_namer_parameters, initial_namer_parameters,
    write_namer,
};
use examen_training::Mixture;
use serde_json::json;

use super::model_folder::{ModelFiles, TrainSummary, Training};
use super::named_functions::NamedFunctions;
use super::namer_objective::NamerObjective;
use super::settings::{Rates, TrainSettings};
use crate::context::Context;
use crate::error::refuse;

/// The path contexts of a function that a network is shown at once, as in the papers.
const CONTEXTS: usize = 200;

/// What a namer is made of and learns from.
#[derive(Args, Clone, Debug)]
pub struct NamerTraining {
    /// Exams to learn from, folders that `examen build names` wrote, or files of the original extractors (.c2v, .c2s); those with
    /// `.val.` in their names are for validation.
    #[arg(long, value_name = "PATH", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,

    /// The width of the vector of a token, a path or a node.
    #[arg(long, value_name = "N", default_value_t = 128)]
    pub width: usize,

    /// The most tokens of the vocabulary, or their parts.
    #[arg(long, value_name = "N", default_value_t = 190_000)]
    pub words: usize,

    /// The most paths of the vocabulary, or their nodes.
    #[arg(long, value_name = "N", default_value_t = 911_417)]
    pub paths: usize,

    /// The most names of the vocabulary, or their parts.
    #[arg(long, value_name = "N", default_value_t = 261_245)]
    pub names: usize,

    /// Names, or their parts, that occur less often are unknown.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub min_count: u64,

    /// The sequences of parts that code2seq follows when it writes a name.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub beam: usize,

    /// How it is trained.
    #[command(flatten)]
    pub train: TrainSettings,
}

/// Trains a network that names functions by their paths.
pub fn train_namer(
    kind: NamerKind,
    settings: &NamerTraining,
    stop: &AtomicBool,
    context: &Context<'_>,
) -> crate::Result<TrainSummary> {
    let flags = &settings.train.with_length(CONTEXTS);
    flags.placement()?;
    let NamerTraining { data, width, words, paths, names, min_count, beam, .. } = settings;
    if *width < 2 || !width.is_multiple_of(2) || *beam == 0 || flags.length() == 0 {
        refuse!("wanted an even --width, a --beam and a --max-length above 0");
    }
    let NamedFunctions { texts, training, validation, counts, without_paths } =
        NamedFunctions::read(kind, data, flags.seed, context)?;
    let all_names = training.iter().map(|function| function.name.as_str());
    let vocabulary = NamerVocabulary::of(kind, &texts, all_names, [*words, *paths, *names], *min_count);
    let mut config = NamerConfig::new(kind, &vocabulary);
    (config.width, config.contexts, config.beam_width) = (*width, flags.length(), *beam);
    let mut tables = ContextTables::default();
    let numbers = tables.add(&config, &vocabulary, &texts);
    drop(texts);
    let (mut unknown_names, mut functions) = (0u64, Vec::with_capacity(training.len()));
    for function in training {
        let mut encoded = numbers.encode(&function.contexts);
        encoded.name = vocabulary.name(&config, &function.name);
        if encoded.name.is_empty() {
            unknown_names += 1;
            continue;
        }
        encoded.places = Vec::new();
        functions.push(encoded);
    }
    let held_out = validation.into_iter().zip(0..).map(|((name, contexts), place)| {
        let encoded = tables.encode(&config, &vocabulary, &contexts);
        (name, encoded.sampled(config.contexts, place))
    });
    let held_out: Vec<_> = held_out.collect();
    for (source, [training, validation]) in &counts {
        let [training, validation] = [training, validation].map(|count| grouped(*count));
        context.remark(format!("{source}: {training} training functions, {validation} of validation"));
    }
    context.remark(format!(
        "{} functions to learn from; left out are {} without path contexts and {} with a name outside the vocabulary",
        grouped(functions.len() as u64),
        grouped(without_paths),
        grouped(unknown_names)
    ));
    context.remark(format!(
        "{} words, {} paths, {} names in the vocabularies",
        grouped(vocabulary.words.len() as u64),
        grouped(vocabulary.paths.len() as u64),
        grouped(vocabulary.names.len() as u64)
    ));
    if functions.is_empty() {
        refuse!("there is no training function with path contexts and a name below the paths given");
    }
    let lengths: Vec<u32> = functions.iter().map(|it| it.contexts.len().min(config.contexts) as u32).collect();
    let used: u64 = lengths.iter().map(|&length| u64::from(length)).sum();
    let count = functions.len();
    let mixture = Mixture::single(lengths);
    let objective = NamerObjective {
        config: config.clone(),
        vocabulary: vocabulary.clone(),
        tables,
        training: functions,
        validation: held_out,
    };
    let training = Training {
        objective: &objective,
        mixture,
        files: ModelFiles::new(
            serde_json::to_vec(&vocabulary)?,
            &config,
            group_namer_parameters,
            |parameters, storage| write_namer(&config, &vocabulary, parameters, storage),
        )?,
        parameters: initial_namer_parameters(&config, flags.seed),
        rates: Rates::fine_tuning(false),
        extent: format!("{count} functions of {used} contexts"),
        data: json!({
            "functions": counts,
            "without_paths": without_paths,
            "unknown_names": unknown_names,
            "contexts": used,
        }),
    };
    training.run(flags, stop, context)
}

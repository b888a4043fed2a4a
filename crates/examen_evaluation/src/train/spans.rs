//! `train spans`: a span predictor for the queries suite.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use examen_corpus::Split;
use examen_models::{CodeHead, CodeNetwork, ModelError};
use examen_tensor::Parameters;
use examen_training::{Mixture, Phase};
use serde_json::json;

use super::model_folder::{ModelFiles, TrainSummary, Training};
use super::settings::{LENGTH, Rates, Size, TrainSettings};
use super::span_examples::{SpanExample, SpanExamples, queries_of, span_task};
use super::span_objective::SpanObjective;
use super::start::{Start, StartFrom};
use crate::context::Context;
use crate::error::refuse;

/// The fraction of the training behind which extra examples become rarer, and their weight then.
const LAST_PHASE: f64 = 0.6;
const LAST_WEIGHT: f64 = 0.3;

/// What `train spans` is told.
#[derive(Clone, Debug)]
pub struct SpanTraining {
    /// The exams to learn from: training and validation splits of `queries/ideal`.
    pub data: PathBuf,
    /// Further exams whose training split is learnt from: mutated files, extra negatives.
    pub extra: Vec<PathBuf>,
    /// A pre-trained encoder.
    pub from: Option<PathBuf>,
    /// The size of the encoder, where none is given.
    pub size: Size,
    /// The most tokens of the vocabulary, where no encoder is given.
    pub vocabulary: usize,
    /// Whether the network is told how often a word occurs.
    pub occurrences: bool,
    /// Whether all queries are answered by one pass.
    pub one_pass: bool,
    /// How it is trained.
    pub train: TrainSettings,
}

/// Trains a span predictor.
pub fn train_spans(settings: &SpanTraining, stop: &AtomicBool, context: &Context<'_>) -> crate::Result<TrainSummary> {
    let flags = &settings.train.with_length(LENGTH);
    let placement = flags.placement()?;
    let task = span_task(&settings.data)?;
    let queries = queries_of(&task, Split::Train)?;
    if queries.is_empty() {
        refuse!("{}: no training example", settings.data.display());
    }
    let from = StartFrom { folder: settings.from.as_deref(), size: settings.size, vocabulary: settings.vocabulary };
    let Start { config, tokenizer, parameters } = from.start(
        CodeHead::Spans,
        flags,
        || shown_texts(&task),
        |config| {
            config.queries = queries;
            config.has_occurrences = settings.occurrences;
            config.is_one_pass = settings.one_pass;
            config.decision = None;
            config.max_position_embeddings = config.max_position_embeddings.max(flags.length());
        },
    )?;
    let read =
        |task: &examen_data::TaskFolder, split| SpanExamples::read(task, split, &tokenizer, &config, flags.length());
    let mut sets = Vec::new();
    let mut counts = Vec::new();
    for folder in std::iter::once(Ok(task.clone())).chain(settings.extra.iter().map(|path| span_task(path))) {
        let folder = folder?;
        let SpanExamples { mut examples, misaligned, unknown_query } = read(&folder, Split::Train)?;
        let all = examples.len() + misaligned + unknown_query;
        examples.retain(|example| !example.is_cut);
        context.remark(format!(
            "{}: {} of {all} examples; {misaligned} have a span that begins or ends inside a token",
            folder.path().display(),
            examples.len()
        ));
        counts.push(json!({
            "examples": all, "used": examples.len(), "misaligned": misaligned, "unknown_query": unknown_query,
        }));
        sets.push(examples);
    }
    let SpanExamples { examples: validation, misaligned, unknown_query } = read(&task, Split::Validation)?;
    let tokens: usize = sets.iter().flatten().map(|example| example.ids.len()).sum();
    let lengths = |examples: &Vec<SpanExample>| examples.iter().map(|example| example.ids.len() as u32).collect();
    let weights = |extra: f64| std::iter::once(1.0).chain(sets.iter().skip(1).map(|_| extra)).collect();
    let phases =
        vec![Phase { from: 0.0, weights: weights(1.0) }, Phase { from: LAST_PHASE, weights: weights(LAST_WEIGHT) }];
    let mixture = Mixture::new(sets.iter().map(lengths).collect(), phases);
    let extent = format!("{} examples of {tokens} tokens", sets.iter().map(Vec::len).sum::<usize>());
    let data = json!({
        "task": task.manifest().task, "training": counts, "tokens": tokens,
        "validation": { "examples": validation.len(), "misaligned": misaligned, "unknown_query": unknown_query },
        "from": settings.from,
    });
    let objective = SpanObjective {
        rotary: CodeNetwork::rotary(&config, flags.length())?.placed(placement).map_err(ModelError::from)?,
        config: config.clone(),
        sets,
        validation,
        batch_tokens: flags.batch_tokens,
    };
    let training = Training {
        objective: &objective,
        mixture: &mixture,
        files: ModelFiles::of_code(&config, &tokenizer)?,
        parameters: Parameters::new(parameters, placement).map_err(ModelError::from)?,
        rates: Rates::fine_tuning(settings.from.is_some()),
        extent,
        data,
    };
    training.run(flags, stop, context)
}

/// The code that training examples show, once each.
fn shown_texts(task: &examen_data::TaskFolder) -> crate::Result<Vec<String>> {
    #[derive(serde::Deserialize)]
    struct Row {
        blocks: Vec<Block>,
    }
    #[derive(serde::Deserialize)]
    struct Block {
        content: String,
    }
    let mut texts = std::collections::BTreeSet::new();
    for row in task.rows_with::<Row>(Split::Train, &["blocks"])? {
        texts.extend(row?.blocks.into_iter().map(|block| block.content));
    }
    Ok(texts.into_iter().collect())
}

//! `train spans`: a span predictor for the queries suite.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::Args;
use examen_corpus::Split;
use examen_models::CodeHead;
use examen_training::Phase;
use serde_json::json;

use super::exam_sets::ExampleSets;
use super::model_folder::{TrainSummary, Training};
use super::settings::{LENGTH, Rates, TrainSettings};
use super::span_examples::{SpanExample, SpanExamples, queries_of, span_task};
use super::span_objective::SpanObjective;
use super::start::{Start, StartSettings, code_files, placed_rotary};
use crate::context::Context;
use crate::error::EvaluationError;

/// The fraction of the training behind which extra examples become rarer, and their weight then.
const LAST_PHASE: f64 = 0.6;
const LAST_WEIGHT: f64 = 0.3;

/// What `train spans` is told.
#[derive(Args, Clone, Debug)]
pub struct SpanTraining {
    /// Exams to learn from: a folder that `examen build queries` wrote.
    #[arg(long, value_name = "DIR")]
    pub data: PathBuf,

    /// Further exams whose training split is learnt from, less in the last part of the training.
    #[arg(long, value_name = "DIR", num_args = 1..)]
    pub extra: Vec<PathBuf>,

    /// What it starts from.
    #[command(flatten)]
    pub start: StartSettings,

    /// Tell the network whether a word is the only, the first, a further or the last occurrence in its input.
    #[arg(long)]
    pub occurrences: bool,

    /// Answer all queries by one pass: the network sees code alone and has scores of a token for each query, so that the 52
    /// queries cost little more than one.
    #[arg(long)]
    pub one_pass: bool,

    /// How it is trained.
    #[command(flatten)]
    pub train: TrainSettings,
}

/// Trains a span predictor.
pub fn train_spans(settings: &SpanTraining, stop: &AtomicBool, context: &Context<'_>) -> crate::Result<TrainSummary> {
    let flags = &settings.train.with_length(LENGTH);
    flags.placement()?;
    let task = span_task(&settings.data)?;
    let queries = queries_of(&task, Split::Train)?;
    if queries.is_empty() {
        let place = settings.data.display();
        return Err(EvaluationError::NoTrainingExample(format!("{place}: no training example")));
    }
    let Start { config, tokenizer, parameters } = settings.start.start(
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
    let lengths = |examples: &Vec<SpanExample>| examples.iter().map(|example| example.ids.len() as u32).collect();
    let weights = |extra: f64| std::iter::once(1.0).chain(sets.iter().skip(1).map(|_| extra)).collect();
    let phases =
        vec![Phase { from: 0.0, weights: weights(1.0) }, Phase { from: LAST_PHASE, weights: weights(LAST_WEIGHT) }];
    let learnt = ExampleSets::new(sets.iter().map(lengths).collect());
    let data = json!({
        "task": task.manifest().task, "training": counts, "tokens": learnt.tokens,
        "validation": { "examples": validation.len(), "misaligned": misaligned, "unknown_query": unknown_query },
        "from": settings.start.from,
    });
    let objective = SpanObjective {
        rotary: placed_rotary(&config, flags)?,
        config: config.clone(),
        sets,
        validation,
        batch_tokens: flags.batch_tokens,
    };
    let training = Training {
        objective: &objective,
        files: code_files(&config, &tokenizer)?,
        parameters,
        rates: Rates::fine_tuning(settings.start.from.is_some()),
        extent: learnt.extent(),
        data,
        mixture: learnt.mixture_of(phases),
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

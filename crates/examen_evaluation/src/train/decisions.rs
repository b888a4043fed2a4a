//! `train pairs` and `train relevance`: classifiers of captions beside functions, and of blocks beside queries.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use examen_corpus::Split;
use examen_models::{CodeHead, Decision, DecisionTokens};
use serde_json::json;

use super::decision_examples::{DecisionSet, decision_tasks, training_texts};
use super::decision_objective::DecisionObjective;
use super::exam_sets::{ExampleSets, task_name};
use super::model_folder::{TrainSummary, Training};
use super::settings::{LENGTH, Rates, TrainSettings};
use super::span_examples::queries_of;
use super::start::{Start, StartSettings, code_files, placed_rotary};
use crate::context::Context;
use crate::error::refuse;

/// What relevant blocks weigh together beside all others: the published weight of 2 at three irrelevant blocks for each.
const RELEVANT: f32 = 2.0 / 3.0;

/// The fewest tokens of a sequence: a header and some code.
const SHORTEST: usize = 16;

/// What `train pairs` and `train relevance` are told.
#[derive(Clone, Debug)]
pub struct DecisionTraining {
    /// Exams to learn from: training and validation splits of all their tasks that ask for the decision.
    pub data: Vec<PathBuf>,
    /// What it starts from.
    pub start: StartSettings,
    /// How it is trained.
    pub train: TrainSettings,
}

/// Trains a classifier of pairs of caption and function.
///
/// Half of the captions of other functions are drawn anew in every step, from the training split of the same task.
pub fn train_pairs(
    settings: &DecisionTraining,
    stop: &AtomicBool,
    context: &Context<'_>,
) -> crate::Result<TrainSummary> {
    train(Decision::Match, settings, stop, context)
}

/// Trains a classifier of blocks that are relevant to a query.
pub fn train_relevance(
    settings: &DecisionTraining,
    stop: &AtomicBool,
    context: &Context<'_>,
) -> crate::Result<TrainSummary> {
    train(Decision::Relevance, settings, stop, context)
}

fn train(
    decision: Decision,
    settings: &DecisionTraining,
    stop: &AtomicBool,
    context: &Context<'_>,
) -> crate::Result<TrainSummary> {
    let flags = &settings.train.with_length(LENGTH);
    flags.placement()?;
    if flags.length() < SHORTEST {
        refuse!("--max-length {}: a decision needs sequences of at least {SHORTEST} tokens", flags.length());
    }
    let tasks = decision_tasks(decision, &settings.data)?;
    let mut queries = BTreeSet::new();
    if decision == Decision::Relevance {
        for task in &tasks {
            queries.extend(queries_of(task, Split::Train)?);
        }
    }
    let texts = || training_texts(decision, &tasks);
    let Start { config, tokenizer, parameters } = settings.start.start(CodeHead::Decision, flags, texts, |config| {
        config.queries = queries.into_iter().collect();
        config.decision = Some(decision);
        config.is_one_pass = false;
        // Which words a caption shares with the code; a block has no second text.
        config.has_occurrences = decision == Decision::Match;
        // What it was trained on is what it is asked later: longer code is cut.
        config.max_position_embeddings = flags.length();
    })?;
    let tokens = DecisionTokens { tokenizer: &tokenizer, length: flags.length() };
    let (mut sets, mut validation, mut counts) = (Vec::new(), Vec::new(), Vec::new());
    for task in &tasks {
        let training = DecisionSet::training(decision, task, &config, tokens)?;
        let evaluated = DecisionSet::validation(decision, task, &config, tokens)?;
        let positive = training.examples.iter().filter(|example| example.is_so).count();
        let of_class = [positive, training.examples.len() - positive, evaluated.examples.len()];
        let [yes, no, held_out] = of_class;
        context.remark(format!(
            "{}: {} training examples, of which {yes} are true; {held_out} of validation",
            task.path().display(),
            yes + no
        ));
        counts.push(json!({ "task": task_name(task), "true": yes, "false": no, "validation": held_out }));
        sets.push(training);
        validation.push(evaluated);
    }
    let learnt = ExampleSets::filled(sets.iter().map(DecisionSet::lengths).collect())?;
    let objective = DecisionObjective {
        decision,
        rotary: placed_rotary(&config, flags)?,
        config: config.clone(),
        tokenizer: tokenizer.clone(),
        weights: weights(decision, &sets),
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
        data: json!({ "tasks": counts, "tokens": learnt.tokens, "from": settings.start.from }),
        mixture: learnt.mixture(),
    };
    training.run(flags, stop, context)
}

/// The weights of examples whose truth is no and yes. Pairs are balanced; how many blocks are relevant depends on the corpus.
fn weights(decision: Decision, sets: &[DecisionSet]) -> [f32; 2] {
    let examples = || sets.iter().flat_map(|set| &set.examples);
    let yes = examples().filter(|example| example.is_so).count();
    let no = examples().count() - yes;
    if decision == Decision::Match || yes == 0 || no == 0 {
        [1.0, 1.0]
    } else {
        [1.0, RELEVANT * no as f32 / yes as f32]
    }
}

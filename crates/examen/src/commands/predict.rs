//! `examen predict`: a model answers examples.

use std::path::PathBuf;

use clap::Args;
use examen_evaluation::predict::{ModelOptions, ModelSpec, PredictSettings, PredictionCounts, Sources, predict};

use crate::source_flags::ReadingFlags;
use examen_evaluation::{Context, SplitChoice};

/// Let a model answer the examples of a data set.
///
/// Tasks of queries are for two models. `no-answer` points at nothing and finds nothing relevant: a baseline. `engine` is the query
/// engine itself, the reference. It does not look at the labels: it reads the code again from `--from`, finds each example's
/// file by the hash of its content, asks the example's query of the whole file and points at what lies in the blocks that the
/// example shows. Of perturbed examples it is asked about the file as it was. Without `--from` it answers where rows show whole
/// files. It says nothing about windows of tokens or the relevance of blocks; those predictions have the status `skipped` and a
/// reason.
///
/// Tasks that ask for a class are for three baselines, which know nothing of code and show what a task gives away.
/// `bag-of-tokens` is a logistic regression on which tokens a text holds and how often, `length-only` goes by the number of
/// tokens, `majority` always gives the most frequent class. Each is trained on a task's training split, tuned on its
/// validation split, and trained once more on the control labels.
///
/// Tasks that ask for the name of a function are for `path-neighbours`: it names a function after those of the training split
/// that have the most path contexts in common with it, rare ones first.
///
/// Rewritten examples (`examen build robustness`) are answered by models that were trained on the examples of the suite that
/// they come from, which has to be beside them. Tasks that are not for a model are left out, and named. Checkpoints and models
/// behind an address cannot predict yet.
#[derive(Args)]
#[command(after_help = "Examples:
  examen predict --model no-answer --data exams --out baseline.parquet
  examen predict --model engine --data exams --from src/ --out engine.parquet
  examen predict --model engine --data exams/queries/file --out engine.jsonl
  examen predict --model bag-of-tokens --data exams/probes --out bag.parquet
  examen predict --model path-neighbours --data exams/robustness --out names.parquet")]
pub(crate) struct PredictCommand {
    /// A built-in model (see `examen list models`), the directory of a checkpoint, `hub:OWNER/NAME`, or an http(s) address.
    #[arg(long, value_name = "MODEL")]
    model: ModelSpec,

    /// Task folder, or a folder above several, that `examen build` wrote.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,

    /// File for the predictions: JSONL when its name ends in .jsonl, Parquet otherwise.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Files, folders, archives and tables that the examples were made from, for the engine.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    from: Vec<PathBuf>,

    /// The examples that are answered.
    #[arg(long, value_enum, default_value_t)]
    split: SplitChoice,

    /// The seed of training: decides the order in which `bag-of-tokens` sees its examples.
    #[arg(long, value_name = "N", default_value_t = 0, env = "EXAMEN_SEED")]
    seed: u64,

    #[command(flatten)]
    reading: ReadingFlags,
}

impl PredictCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        let sources = (!self.from.is_empty()).then(|| Sources { paths: self.from, options: self.reading.options() });
        let settings = PredictSettings {
            model: self.model,
            options: ModelOptions { seed: self.seed, sources },
            data: self.data,
            splits: self.split.splits().to_vec(),
            out: self.out,
        };
        let PredictionCounts { answered, skipped, failed } = predict(&settings, context)?.counts;
        context.remark(format!("{answered} examples answered, {skipped} skipped, {failed} failed"));
        Ok(())
    }
}

//! `examen predict`: a model sits the exams.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{Args, ValueEnum};
use examen_corpus::Plan;
use examen_data::{JsonlWriter, Prediction, PredictionStatus, PredictionWriter, TaskFolder, find_task_folders};
use examen_syntax::Language;

use crate::Context;
use crate::marking::{NO_ANSWER, SplitChoice};
use crate::sitting::{NoReply, Paper, Reply, ask_about_files, ask_about_rows, no_answer};
use crate::source_flags::ReadingFlags;

/// Let a model answer the examples of a data set.
///
/// `no-answer` points at nothing and finds nothing relevant: the floor that every model should be above. `engine` is the
/// query engine itself. It does not look at the labels: it reads the code again from `--from`, finds each example's file by
/// the hash of its content, asks the example's query of the whole file and points at what lies in the blocks that the
/// example shows. Of perturbed examples it is asked about the file as it was. Without `--from` it answers where rows show
/// whole files. It says nothing about windows of tokens or the relevance of blocks; those predictions have the status
/// `skipped` and a reason.
#[derive(Args)]
#[command(after_help = "Examples:
  examen predict --model no-answer --data exams --out floor.parquet
  examen predict --model engine --data exams --from src/ --out engine.parquet
  examen predict --model engine --data exams/queries/file --out engine.jsonl")]
pub(crate) struct PredictCommand {
    /// What answers.
    #[arg(long, value_enum)]
    model: Model,

    /// Task folder, or a folder above several, that `examen build` wrote.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,

    /// File for the predictions: JSONL when its name ends in .jsonl, Parquet otherwise.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Files, folders, archives and tables that the examples were made from.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    from: Vec<PathBuf>,

    /// The examples that are answered.
    #[arg(long, value_enum, default_value_t)]
    split: SplitChoice,

    #[command(flatten)]
    reading: ReadingFlags,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Model {
    /// Points at nothing.
    NoAnswer,
    /// The query engine.
    Engine,
}

impl Model {
    const fn name(self) -> &'static str {
        match self {
            Self::NoAnswer => NO_ANSWER,
            Self::Engine => "engine",
        }
    }
}

/// Lets the engine answer where rows show whole files, from these rows alone.
pub(crate) fn predict_from_rows(data: &Path, out: &Path, split: SplitChoice, context: &Context) -> anyhow::Result<()> {
    sit(Model::Engine, data, out, split, context, |paper, folders| {
        ask_about_rows(paper, folders, split.splits(), context)
    })
}

fn sit(
    model: Model,
    data: &Path,
    out: &Path,
    split: SplitChoice,
    context: &Context,
    ask: impl FnOnce(&Paper, &[TaskFolder]) -> anyhow::Result<Vec<Reply>>,
) -> anyhow::Result<()> {
    let folders = find_task_folders(data)?;
    let mut paper = Paper::default();
    for folder in &folders {
        let is_known = paper.add(folder, split.splits())?;
        if !is_known && !context.is_quiet {
            let manifest = folder.manifest();
            anstream::eprintln!("{}/{}: left out, its columns are of no known exam", manifest.suite, manifest.task);
        }
    }
    if paper.questions.is_empty() {
        bail!("there is no {} example below {}", split.name(), data.display());
    }
    let replies = ask(&paper, &folders)?;
    let counts = write(out, model.name(), paper, replies)?;
    if !context.is_quiet {
        let [answered, skipped, failed] = counts;
        anstream::eprintln!("{answered} examples answered, {skipped} skipped, {failed} failed");
    }
    Ok(())
}

impl PredictCommand {
    pub(crate) fn run(self, context: &Context) -> anyhow::Result<()> {
        sit(self.model, &self.data, &self.out, self.split, context, |paper, folders| {
            self.replies(paper, folders, context)
        })
    }

    fn replies(&self, paper: &Paper, folders: &[TaskFolder], context: &Context) -> anyhow::Result<Vec<Reply>> {
        match self.model {
            Model::NoAnswer => Ok(paper.questions.iter().map(|question| Ok(no_answer(question))).collect()),
            Model::Engine if self.from.is_empty() => ask_about_rows(paper, folders, self.split.splits(), context),
            Model::Engine => {
                let mut options = self.reading.options();
                options.languages = vec![Language::Python];
                options.language = Some(Language::Python);
                let plan = Plan::new(&self.from, &options)?;
                ask_about_files(paper, &plan, options, context)
            }
        }
    }
}

/// Writes one prediction for each question and counts those answered, skipped and failed.
fn write(out: &Path, model: &str, paper: Paper, replies: Vec<Reply>) -> anyhow::Result<[u64; 3]> {
    let mut counts = [0; 3];
    let predictions = paper.questions.into_iter().zip(replies).map(|(question, reply)| {
        let (output, status, reason) = match reply {
            Ok(output) => (output, PredictionStatus::Ok, None),
            Err(NoReply::Skipped(reason)) => (serde_json::Value::Null, PredictionStatus::Skipped, Some(reason)),
            Err(NoReply::Failed(reason)) => (serde_json::Value::Null, PredictionStatus::Error, Some(reason)),
        };
        counts[status as usize] += 1;
        Prediction { example_id: question.id, model: model.to_owned(), output, truncated: false, status, reason }
    });
    if out.extension().is_some_and(|extension| extension == "jsonl") {
        let mut writer = JsonlWriter::create(out)?;
        for prediction in predictions {
            writer.push(&prediction)?;
        }
        writer.finish()?;
    } else {
        let mut writer = PredictionWriter::create(out)?;
        for prediction in predictions {
            writer.push(prediction)?;
        }
        writer.finish()?;
    }
    Ok(counts)
}

//! `examen predict`: a model sits the exams.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{Args, ValueEnum};
use examen_corpus::Plan;
use examen_data::{TaskFolder, find_task_folders};
use examen_models::{Method, PathNeighbours};
use examen_syntax::Language;

use crate::Context;
use crate::source_flags::ReadingFlags;
use examen_evaluation::predict::{
    Paper, PredictionFile, Reply, Training, ask_about_files, ask_about_rows, no_answer, sit_classifiers, sit_namer,
};
use examen_evaluation::score::{NO_ANSWER, SplitChoice, TaskKind};

/// Let a model answer the examples of a data set.
///
/// Tasks of queries are for two models. `no-answer` points at nothing and finds nothing relevant: the floor that every model
/// should be above. `engine` is the query engine itself. It does not look at the labels: it reads the code again from
/// `--from`, finds each example's file by the hash of its content, asks the example's query of the whole file and points at
/// what lies in the blocks that the example shows. Of perturbed examples it is asked about the file as it was. Without
/// `--from` it answers where rows show whole files. It says nothing about windows of tokens or the relevance of blocks; those
/// predictions have the status `skipped` and a reason.
///
/// Tasks that ask for a class are for three others, which know nothing of code and tell what a task gives away.
/// `bag-of-tokens` is a logistic regression on which tokens a text holds and how often, `length-only` goes by the number of
/// tokens, `majority` always gives the most frequent class. Each is trained on a task's training split, tuned on its
/// validation split, and trained once more on the labels of the control task, which were dealt at random.
///
/// Tasks that ask for the name of a function are for `path-neighbours`: it names a function after those of the training split
/// that have the most path contexts in common with it, rare ones first.
///
/// Rewritten examples (`examen build robustness`) are answered by models that were taught by the examples of the suite that
/// they come from, which has to be beside them. Tasks that are not for a model are left out, and named.
#[derive(Args)]
#[command(after_help = "Examples:
  examen predict --model no-answer --data exams --out floor.parquet
  examen predict --model engine --data exams --from src/ --out engine.parquet
  examen predict --model engine --data exams/queries/file --out engine.jsonl
  examen predict --model bag-of-tokens --data exams/probes --out bag.parquet
  examen predict --model path-neighbours --data exams/robustness --out names.parquet")]
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

    /// Files, folders, archives and tables that the examples were made from, for the engine.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    from: Vec<PathBuf>,

    /// The examples that are answered.
    #[arg(long, value_enum, default_value_t)]
    split: SplitChoice,

    /// Decides the order in which `bag-of-tokens` meets its training examples.
    #[arg(long, value_name = "N", default_value_t = 0, env = "EXAMEN_SEED")]
    seed: u64,

    #[command(flatten)]
    reading: ReadingFlags,
}

/// A model that is part of the program.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Model {
    /// Points at nothing.
    NoAnswer,
    /// The query engine.
    Engine,
    /// Logistic regression on the numbers of tokens.
    BagOfTokens,
    /// The most frequent class among texts of nearly the same length.
    LengthOnly,
    /// The most frequent class.
    Majority,
    /// The name of the functions with the most path contexts in common.
    PathNeighbours,
}

impl Model {
    const fn name(self) -> &'static str {
        match (self, self.method()) {
            (_, Some(method)) => method.name(),
            (Self::Engine, None) => "engine",
            (Self::PathNeighbours, None) => PathNeighbours::NAME,
            (_, None) => NO_ANSWER,
        }
    }

    const fn of(method: Method) -> Self {
        match method {
            Method::BagOfTokens => Self::BagOfTokens,
            Method::LengthOnly => Self::LengthOnly,
            Method::Majority => Self::Majority,
        }
    }

    /// How it learns, if it is one of those that choose classes.
    const fn method(self) -> Option<Method> {
        match self {
            Self::NoAnswer | Self::Engine | Self::PathNeighbours => None,
            Self::BagOfTokens => Some(Method::BagOfTokens),
            Self::LengthOnly => Some(Method::LengthOnly),
            Self::Majority => Some(Method::Majority),
        }
    }

    /// Why a task is not for this model, if it is not.
    const fn refusal(self, kind: Option<TaskKind>) -> Option<&'static str> {
        let is_namer = matches!(self, Self::PathNeighbours);
        match (kind, self.method()) {
            (None, _) => Some("of no known exam"),
            (Some(TaskKind::Names), _) if is_namer => None,
            (Some(TaskKind::Names), _) => Some("asking for a name, which this model does not give"),
            (Some(_), None) if is_namer => Some("asking for no name"),
            (Some(TaskKind::Labels), None) => Some("asking for a class, which this model does not choose"),
            (Some(TaskKind::Spans { .. } | TaskKind::Windows | TaskKind::Relevance), Some(_)) => {
                Some("asking for no class")
            }
            (Some(_), _) => None,
        }
    }
}

/// A task with what it asks for.
type Task = (TaskFolder, TaskKind);

/// Lets the engine answer where rows show whole files, from these rows alone.
pub(crate) fn predict_from_rows(
    data: &Path,
    out: &Path,
    split: SplitChoice,
    context: &Context<'_>,
) -> anyhow::Result<()> {
    let tasks = tasks_for(Model::Engine, data, context)?;
    let mut file = PredictionFile::create(out, Model::Engine.name())?;
    sit_paper(&tasks, split, &mut file, |paper| Ok(ask_about_rows(paper, &tasks, split.splits(), context)?))?;
    finish(file, data, split, context)
}

/// Trains a model that chooses classes at each task by itself, and lets it answer.
pub(crate) fn predict_classes(
    method: Method,
    data: &Path,
    out: &Path,
    split: SplitChoice,
    seed: u64,
    context: &Context<'_>,
) -> anyhow::Result<()> {
    let tasks = tasks_for(Model::of(method), data, context)?;
    let folders: Vec<&TaskFolder> = tasks.iter().map(|(folder, _)| folder).collect();
    let mut file = PredictionFile::create(out, method.name())?;
    sit_classifiers(Training { method, seed }, &folders, split.splits(), &mut file, context)?;
    finish(file, data, split, context)
}

/// Trains a namer at each task by itself, and lets it answer.
pub(crate) fn predict_names(data: &Path, out: &Path, split: SplitChoice, context: &Context<'_>) -> anyhow::Result<()> {
    let tasks = tasks_for(Model::PathNeighbours, data, context)?;
    let folders: Vec<&TaskFolder> = tasks.iter().map(|(folder, _)| folder).collect();
    let mut file = PredictionFile::create(out, PathNeighbours::NAME)?;
    sit_namer(&folders, split.splits(), &mut file, context)?;
    finish(file, data, split, context)
}

impl PredictCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<()> {
        if let Some(method) = self.model.method() {
            return predict_classes(method, &self.data, &self.out, self.split, self.seed, context);
        }
        if self.model == Model::PathNeighbours {
            return predict_names(&self.data, &self.out, self.split, context);
        }
        let tasks = tasks_for(self.model, &self.data, context)?;
        let mut file = PredictionFile::create(&self.out, self.model.name())?;
        sit_paper(&tasks, self.split, &mut file, |paper| self.replies(paper, &tasks, context))?;
        finish(file, &self.data, self.split, context)
    }

    fn replies(&self, paper: &Paper, tasks: &[Task], context: &Context<'_>) -> anyhow::Result<Vec<Reply>> {
        if self.model == Model::NoAnswer {
            return Ok(paper.questions.iter().map(|question| Ok(no_answer(question))).collect());
        }
        if self.from.is_empty() {
            return Ok(ask_about_rows(paper, tasks, self.split.splits(), context)?);
        }
        let mut options = self.reading.options();
        options.languages = vec![Language::Python];
        options.language = Some(Language::Python);
        let plan = Plan::new(&self.from, &options)?;
        Ok(ask_about_files(paper, &plan, options, context)?)
    }
}

/// The tasks below a folder that a model sits, with their kinds; the user is told of the others.
fn tasks_for(model: Model, data: &Path, context: &Context<'_>) -> anyhow::Result<Vec<Task>> {
    let mut tasks = Vec::new();
    let mut left_out: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for folder in find_task_folders(data)? {
        let kind = TaskKind::of(&folder)?;
        match (kind, model.refusal(kind)) {
            (Some(kind), None) => tasks.push((folder, kind)),
            (_, refusal) => {
                let name = format!("{}/{}", folder.manifest().suite, folder.manifest().task);
                left_out.entry(refusal.unwrap_or_default()).or_default().push(name);
            }
        }
    }
    for (reason, names) in &left_out {
        context.remark(format!("left out, {reason}: {}", names.join(", ")));
    }
    Ok(tasks)
}

/// Puts the questions of all tasks to a model at once.
fn sit_paper(
    tasks: &[Task],
    split: SplitChoice,
    file: &mut PredictionFile,
    ask: impl FnOnce(&Paper) -> anyhow::Result<Vec<Reply>>,
) -> anyhow::Result<()> {
    let mut paper = Paper::default();
    for (folder, kind) in tasks {
        paper.add(folder, *kind, split.splits())?;
    }
    if paper.questions.is_empty() {
        return Ok(());
    }
    let replies = ask(&paper)?;
    for (question, reply) in paper.questions.into_iter().zip(replies) {
        file.push(question.id, reply)?;
    }
    Ok(())
}

/// Completes the file and tells the counts; a file without a prediction is an error and is not left behind.
fn finish(file: PredictionFile, data: &Path, split: SplitChoice, context: &Context<'_>) -> anyhow::Result<()> {
    if file.is_empty() {
        bail!("there is no {} example for this model below {}", split.name(), data.display());
    }
    let [answered, skipped, failed] = file.finish()?;
    context.remark(format!("{answered} examples answered, {skipped} skipped, {failed} failed"));
    Ok(())
}

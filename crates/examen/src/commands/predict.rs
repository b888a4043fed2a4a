//! `examen predict`: a model answers examples.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::Args;
#[cfg(feature = "endpoints")]
use examen_data::grouped;
use examen_evaluation::predict::prompts::{PromptSettings, SpanForm};
use examen_evaluation::predict::{
    CommandModel, CommandSettings, LoadedModel, LongInput, ModelOptions, ModelSpec, PredictionPaths, Procedure,
    Sources, predict_with, two_step,
};
#[cfg(feature = "endpoints")]
use examen_evaluation::predict::{EndpointModel, Estimate};
use examen_models::{Device, Placement, Precision};

#[cfg(feature = "endpoints")]
use crate::endpoint_flags::EndpointFlags;
use crate::source_flags::ReadingFlags;
use crate::status::Status;
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
/// they come from, which has to be beside them. Tasks that are not for a model are left out, and named. Checkpoints cannot predict
/// yet, but for directories that `examen train` wrote: a span predictor answers tasks that ask for spans, a classifier of pairs
/// `match` and `choose` of the captions suite, one of relevance the task `relevance` of the queries suite.
///
/// A language model behind an OpenAI-compatible address (vLLM, llama.cpp's server, Ollama, hosted ones) answers all tasks but windows
/// of tokens. What the server can do is tried first. Replies are kept, so that an interrupted run goes on where it was and a
/// second run sends nothing; `--dry-run` says what a run would take. A key comes from `EXAMEN_API_KEY`. How it went is written
/// beside the predictions, to `FILE.run.json`.
///
/// With --model-command, a program of your own answers all tasks. It reads the lines that `examen prompts` writes from its standard
/// input, a batch at a time (`batch_left` says how many lines of the batch follow), and writes a line `{"example_id": "…",
/// "output": {…}}` for each to its standard output, in any order within the batch; it has to flush them. It is started once, and
/// again after a crash. An example without an answer is asked once more, by itself, and has the status `error` then.
#[derive(Args)]
#[command(after_help = "Examples:
  examen predict --model no-answer --data exams --out baseline.parquet
  examen predict --model engine --data exams --from src/ --out engine.parquet
  examen predict --model engine --data exams/queries/file --out engine.jsonl
  examen predict --model bag-of-tokens --data exams/probes --out bag.parquet
  examen predict --model path-neighbours --data exams/robustness --out names.parquet
  examen predict --model pairs --data exams/captions --out pairs.parquet
  examen predict --model spans --relevance relevance --data exams/queries/file --out two-step.parquet
  examen predict --model http://localhost:8000/v1 --data exams --limit 100 --out llm.parquet
  examen predict --model-command 'python3 mine.py' --model-name mine --data exams --out mine.parquet")]
pub(crate) struct PredictCommand {
    /// A built-in model (see `examen list models`), the directory of a checkpoint, `hub:OWNER/NAME`, or an http(s) address.
    #[arg(long, value_name = "MODEL", required_unless_present = "model_command")]
    model: Option<ModelSpec>,

    /// A program that answers, as a command for the shell.
    #[arg(long, value_name = "COMMAND", conflicts_with = "model")]
    model_command: Option<String>,

    #[command(flatten)]
    program: ProgramFlags,

    #[cfg(feature = "endpoints")]
    #[command(flatten)]
    endpoint: EndpointFlags,

    /// Task folder, or a folder above several, that `examen build` wrote.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,

    /// File for the predictions: JSONL when its name ends in .jsonl, Parquet otherwise.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,

    /// File for what code2vec, code2seq and generators say beside their answers, a line of JSON for each example: the best names or texts with their probabilities; the paths
    /// that made a namer say so, with attention and place in the code; the vector of the function.
    #[arg(long, value_name = "FILE")]
    details: Option<PathBuf>,

    /// Files, folders, archives and tables that the examples were made from, for the engine.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    from: Vec<PathBuf>,

    /// The examples that are answered.
    #[arg(long, value_enum, default_value_t)]
    split: SplitChoice,

    /// The seed of training: decides the order in which `bag-of-tokens` sees its examples; and of the samples of language models.
    #[arg(long, value_name = "N", default_value_t = 0, env = "EXAMEN_SEED")]
    seed: u64,

    /// Answer whole files in two steps: a model that `examen train relevance` wrote chooses blocks, and `--model` is shown those alone.
    #[arg(long, value_name = "DIR", conflicts_with = "model_command")]
    relevance: Option<ModelSpec>,

    /// What computes a model that `examen train` made: cpu, or cuda in a build with the feature `torch`.
    #[arg(long, value_name = "DEVICE", default_value = "cpu")]
    device: Device,

    /// The type of its numbers: f32, or bf16 in a build with the feature `torch`.
    #[arg(long, value_name = "TYPE", default_value = "f32")]
    precision: Precision,

    #[command(flatten)]
    long: LongInputFlags,

    #[command(flatten)]
    reading: ReadingFlags,
}

/// Of use with a span predictor that `examen train spans` wrote.
#[derive(Args)]
#[command(next_help_heading = "How a span predictor reads long code")]
struct LongInputFlags {
    /// What becomes of code that is too long to be read at once.
    #[arg(long, value_enum, default_value_t)]
    procedure: Procedure,

    /// Tokens that are read at once [default: as many as the model was made for].
    #[arg(long, value_name = "N", value_parser = at_least_three)]
    max_length: Option<usize>,

    /// Tokens from the begin of a window to the begin of the next [default: half a window].
    #[arg(long, value_name = "N", value_parser = at_least_three)]
    stride: Option<usize>,
}

/// Reads a number of tokens. The first two are the class and the query.
fn at_least_three(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number > 2 => Ok(number),
        _ => Err("wanted a number from 3 up".to_owned()),
    }
}

/// Of use with a program only, but for the name. That they conflict with `--model` has to be said: clap wants nothing that conflicts with a given flag.
#[derive(Args)]
#[command(next_help_heading = "How a program is asked")]
struct ProgramFlags {
    /// The name in predictions of a program [default: its command] or of a model behind an address [default: its own].
    #[arg(long, value_name = "NAME")]
    model_name: Option<String>,

    /// The most examples that it is asked at once.
    #[arg(long, value_name = "N", requires = "model_command", conflicts_with = "model", default_value = "16")]
    batch_size: NonZeroUsize,

    /// The seconds that it has for a batch; then it is ended and started again.
    #[arg(long, value_name = "SECONDS", requires = "model_command", conflicts_with = "model", default_value_t = 60.0)]
    time_limit: f64,

    /// Number the lines of code that it is shown, and ask for spans by lines and columns.
    #[arg(long, requires = "model_command", conflicts_with = "model")]
    line_numbers: bool,
}

impl ProgramFlags {
    fn model(self, command: String) -> anyhow::Result<LoadedModel> {
        let Ok(time_limit) = Duration::try_from_secs_f64(self.time_limit) else {
            bail!("--time-limit {}: wanted a number of seconds", self.time_limit);
        };
        let name = self.model_name.unwrap_or_else(|| command.clone());
        let spans = if self.line_numbers { SpanForm::Places } else { SpanForm::Texts };
        let prompts = PromptSettings { spans, ..PromptSettings::default() };
        let settings = CommandSettings { command, name, batch_size: self.batch_size.get(), time_limit, prompts };
        Ok(CommandModel::new(settings).into())
    }
}

impl PredictCommand {
    pub(crate) fn run(self, context: &Context<'_>) -> anyhow::Result<Status> {
        #[cfg(feature = "endpoints")]
        if let (None, Some(ModelSpec::Url(address))) = (&self.model_command, &self.model) {
            if self.relevance.is_some() {
                bail!("--relevance: a model behind an address is asked about whole examples");
            }
            let address = address.clone();
            return self.run_endpoint(&address, context);
        }
        if self.model_command.is_none() && self.program.model_name.is_some() {
            bail!("--model-name: is for a program or a model behind an address; this model has its own name");
        }
        let sources = (!self.from.is_empty()).then(|| Sources { paths: self.from, options: self.reading.options() });
        let placement = Placement::new(self.device, self.precision)?;
        let reading =
            LongInput { procedure: self.long.procedure, max_length: self.long.max_length, stride: self.long.stride };
        let options = ModelOptions { seed: self.seed, sources, placement, reading };
        let model = match (self.model_command, self.model) {
            (Some(command), _) => self.program.model(command)?,
            (None, Some(model)) => model.load(&options)?,
            (None, None) => bail!("--model or --model-command has to be given"),
        };
        let model = match self.relevance {
            Some(relevance) => two_step(relevance.load(&options)?, model)?,
            None => model,
        };
        let paths = PredictionPaths { out: &self.out, details: self.details.as_deref() };
        let summary = predict_with(model, &self.data, self.split.splits(), paths, context)?;
        context.remark(summary.counts.to_string());
        if summary.counts.answered == 0 {
            bail!("the model answered none of the examples; the reasons are in {}", self.out.display());
        }
        Ok(Status::Done)
    }

    /// Asks a language model behind an address.
    #[cfg(feature = "endpoints")]
    fn run_endpoint(self, address: &str, context: &Context<'_>) -> anyhow::Result<Status> {
        let is_dry_run = self.endpoint.is_dry_run();
        let least_answered = self.endpoint.least_answered();
        let plan = self.endpoint.plan(address, self.program.model_name, self.seed)?;
        if is_dry_run {
            let model = EndpointModel::unconnected(plan.endpoint, plan.model)?;
            let Estimate { requests, kept, prompt_tokens, most_reply_tokens, most_cost } =
                model.estimate(&self.data, self.split.splits())?;
            let cost = most_cost.map(|cost| format!(", at most {cost:.4}")).unwrap_or_default();
            context.remark(format!(
                "{} requests, {} of them kept; about {} tokens of prompts, at most {} of replies{cost}",
                grouped(requests),
                grouped(kept),
                grouped(prompt_tokens),
                grouped(most_reply_tokens)
            ));
            return Ok(Status::Done);
        }
        let model = EndpointModel::connect(plan.endpoint, plan.model, context)?.into();
        let summary = predict_with(model, &self.data, self.split.splits(), self.out.as_path().into(), context)?;
        context.remark(summary.counts.to_string());
        if summary.reasons.contains_key("budget") {
            context.remark("the rest would go beyond --max-cost or --max-total-tokens");
            return Ok(Status::CheckFailed);
        }
        if summary.counts.answered == 0 {
            bail!("the model answered none of the examples; the reasons are in {}", self.out.display());
        }
        let counts = summary.counts;
        let all = counts.answered + counts.skipped + counts.failed;
        if (counts.answered as f64) < least_answered * all as f64 {
            context.remark("fewer examples have an answer than --fail-below-answered wants");
            return Ok(Status::CheckFailed);
        }
        Ok(Status::Done)
    }
}

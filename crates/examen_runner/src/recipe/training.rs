//! Trainings: which model learns from which exams, and how.

use clap::{Args, Command, FromArgMatches, ValueEnum};
use examen_evaluation::train::{NamerTraining, Size, TrainSettings};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use crate::choice::Choice;
use crate::error::{Result, RunError};
use crate::settings::{Settings, command_of, schema_of, sentence};

/// A model that is trained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TrainingRecipe {
    /// Its name, by which exams and other trainings name it; its folder is `models/NAME`.
    pub name: String,
    /// What is trained.
    pub kind: Choice<TrainingKind>,
    /// The exams that it learns from, by their names; an encoder learns from the code.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub data: Vec<String>,
    /// What it starts from: the name of another training, or a directory; random weights without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// It is trained once for each seed; once, with the seed of the recipe, where there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeds: Vec<u64>,
    /// The flags of `examen train KIND`, with `_` for `-`.
    #[serde(default, skip_serializing_if = "Settings::is_empty")]
    #[schemars(schema_with = "training_schema")]
    pub settings: Settings,
}

/// What is trained: the verbs of `examen train`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TrainingKind {
    /// A namer that writes names part by part.
    #[value(name = "code2seq")]
    Code2seq,
    /// A namer that chooses among known names.
    #[value(name = "code2vec")]
    Code2vec,
    /// A generator of LSTMs with an encoder for the question and one for the code.
    DualEncoder,
    /// An encoder, on the code.
    Encoder,
    /// A generator of names, captions and answers.
    Generator,
    /// A classifier of captions and functions.
    Pairs,
    /// A classifier of blocks and queries.
    Relevance,
    /// A generator of LSTMs.
    #[value(name = "seq2seq")]
    Seq2seq,
    /// A generator of LSTMs and a graph network.
    Sns,
    /// A span predictor.
    Spans,
    /// A generator with relative positions.
    Transformer,
}

/// The flags of a training on an encoder beside those of the loop.
#[derive(Args, Clone, Debug)]
pub struct NetworkSettings {
    /// The size of the encoder, where none is given to start from.
    #[arg(long, value_enum, default_value_t)]
    pub size: Size,
    /// The most tokens of the vocabulary, where no encoder is given.
    #[arg(long, default_value_t = 8192)]
    pub vocabulary: usize,
}

/// What a span predictor has beside them.
#[derive(Args, Clone, Debug)]
pub struct SpanSettings {
    /// Spans: tell the network how often a word occurs.
    #[arg(long)]
    pub occurrences: bool,
    /// Spans: answer all queries by one pass.
    #[arg(long)]
    pub one_pass: bool,
}

/// What a generator has beside them.
#[derive(Args, Clone, Debug)]
pub struct GeneratorSettings {
    /// The layers of the decoder; with LSTMs, of each encoder too.
    #[arg(long, default_value_t = 2)]
    pub decoder_layers: usize,
    /// The most words that are written without being copied.
    #[arg(long, default_value_t = 8192)]
    pub words: usize,
    /// Words that occur less often in the training split are copied, or not written at all.
    #[arg(long, default_value_t = 2)]
    pub min_count: u64,
    /// The sequences of words that are followed at once when something is written.
    #[arg(long, default_value_t = 4)]
    pub beam: usize,
    /// Copy no words of the input.
    #[arg(long)]
    pub no_copy: bool,
}

impl TrainingKind {
    /// The flags that settings of this kind may be.
    pub(super) fn command(self) -> Command {
        let command = command_of::<TrainSettings>("train");
        match self {
            Self::Code2seq | Self::Code2vec => command_of::<NamerTraining>("train"),
            Self::Encoder | Self::Pairs | Self::Relevance => NetworkSettings::augment_args(command),
            Self::Generator | Self::DualEncoder | Self::Seq2seq | Self::Sns | Self::Transformer => {
                GeneratorSettings::augment_args(NetworkSettings::augment_args(command))
            }
            Self::Spans => SpanSettings::augment_args(NetworkSettings::augment_args(command)),
        }
    }

    /// Whether it can start from an encoder.
    pub(super) const fn has_start(self) -> bool {
        matches!(self, Self::Generator | Self::Pairs | Self::Relevance | Self::Spans)
    }
}

impl TrainingRecipe {
    /// The folders of its models, with their seeds.
    pub(crate) fn models(&self, seed: u64) -> Vec<(String, u64)> {
        match self.seeds.as_slice() {
            [] => vec![(self.name.clone(), seed)],
            [only] => vec![(self.name.clone(), *only)],
            several => several.iter().map(|seed| (format!("{}-{seed}", self.name), *seed)).collect(),
        }
    }

    /// The settings of its loop.
    pub(crate) fn train_settings(&self) -> Result<TrainSettings> {
        self.parsed(without_place(command_of::<TrainSettings>("settings")))
    }

    /// The settings of a namer.
    pub(crate) fn namer_settings(&self) -> Result<NamerTraining> {
        let command = without_place(command_of::<NamerTraining>("settings"));
        self.parsed(command.mut_arg("data", |flag| flag.required(false)))
    }

    /// The settings that are flags of a struct.
    pub(crate) fn own_settings<A: Args + FromArgMatches>(&self) -> Result<A> {
        self.parsed(command_of::<A>("settings"))
    }

    /// Tries all settings.
    pub(crate) fn check_settings(&self) -> Result<()> {
        match self.kind.0 {
            TrainingKind::Code2seq | TrainingKind::Code2vec => self.namer_settings().map(drop)?,
            TrainingKind::Encoder | TrainingKind::Pairs | TrainingKind::Relevance => {}
            TrainingKind::DualEncoder
            | TrainingKind::Generator
            | TrainingKind::Seq2seq
            | TrainingKind::Sns
            | TrainingKind::Transformer => self.own_settings::<GeneratorSettings>().map(drop)?,
            TrainingKind::Spans => self.own_settings::<SpanSettings>().map(drop)?,
        }
        self.own_settings::<NetworkSettings>()?;
        self.train_settings().map(drop)
    }

    /// The settings that a command knows, as it reads them.
    fn parsed<A: FromArgMatches>(&self, command: Command) -> Result<A> {
        let told = |message: String| RunError::request(format!("training {}: {message}", self.name));
        let own = self.settings.of_command(&command);
        let matches = own.matches(command).map_err(told)?;
        A::from_arg_matches(&matches).map_err(|error| told(sentence(&error)))
    }
}

/// Flags of a loop whose folder and seed are the recipe's, whatever the environment says.
fn without_place(command: Command) -> Command {
    let command = command.mut_arg("out", |flag| flag.required(false).default_value("models"));
    command.mut_arg("seed", |flag| flag.env(None::<&str>))
}

fn training_schema(_: &mut SchemaGenerator) -> Schema {
    let commands = TrainingKind::value_variants().iter().map(|kind| kind.command());
    schema_of(commands, "The flags of `examen train KIND`, with `_` for `-`.")
}

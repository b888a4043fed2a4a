//! How a language model is asked.

use super::connection::{ConnectionSettings, Likelihoods};
use crate::predict::prompts::{ControlTokens, Describe, PromptSettings, SpanForm};

/// A language model and how it is asked.
#[derive(Clone, Debug)]
pub struct EndpointModelSettings {
    /// The name in predictions; that of the model by default.
    pub name: Option<String>,
    /// How it is asked, whatever it is asked about.
    pub connection: ConnectionSettings,
    /// How classes are asked for.
    pub method: Method,
    /// How spans are asked for.
    pub form: SpanAnswers,
    /// How much a model is told of a query.
    pub describe: Describe,
    /// The treatment of texts in code that servers take for tokens of their own.
    pub control_tokens: ControlTokens,
    /// Samples of each example.
    pub samples: u32,
    /// How often the originals of rewritten examples are asked.
    pub repeat_originals: u32,
    /// The temperature; by default 0 for one sample and 0.8 for several.
    pub temperature: Option<f64>,
    /// The seed of samples and shots.
    pub seed: u64,
    /// Examples with their answers that are shown first.
    pub shots: usize,
    /// How these are chosen.
    pub shots_by: ShotsBy,
    /// The most examples of a task.
    pub limit: Option<usize>,
}

/// How spans are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum SpanAnswers {
    /// By line, text and occurrence, which lead to places.
    #[default]
    Quotes,
    /// By their texts alone, to stand beside values of others who compare texts.
    Texts,
}

/// How classes are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Method {
    /// In words, read from the text of the reply.
    #[default]
    Ask,
    /// By the likelihood of the first token.
    Likelihood,
    /// By the likelihood of each option behind the prompt, for servers that repeat prompts (completions with `echo`).
    Echo,
}

impl Method {
    /// The word in run files.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Likelihood => "first-token",
            Self::Echo => "echo",
        }
    }

    pub(super) const fn likelihoods(self) -> Likelihoods {
        Likelihoods { first_tokens: matches!(self, Self::Likelihood), echo: matches!(self, Self::Echo) }
    }
}

/// The interface by which a model is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Api {
    /// Messages of a chat, which the server puts into the template of the model.
    #[default]
    Chat,
    /// One text that is continued, for models without a template.
    Completions,
}

/// The form of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum AnswerFormat {
    /// A JSON schema where the server is proved to follow it, words otherwise.
    #[default]
    Auto,
    /// A JSON schema, or no run.
    Schema,
    /// Words.
    Text,
}

/// How examples to show are chosen from the training split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ShotsBy {
    /// At random by the seed, the same for all examples of a query or task.
    #[default]
    Fixed,
    /// The most similar by BM25.
    Similar,
}

impl EndpointModelSettings {
    /// The name of a model with what differs from the usual way to ask it.
    pub(super) fn usual_name(&self, model: &str) -> String {
        let shots = if self.shots > 0 { format!("+{}shot", self.shots) } else { String::new() };
        let method = if self.method == Method::Ask { String::new() } else { format!("+{}", self.method.name()) };
        let form = if self.form == SpanAnswers::Texts { "+texts" } else { "" };
        let describe = match self.describe {
            Describe::Example => String::new(),
            other => format!("+{}", other.name()),
        };
        let api = if self.connection.api == Api::Completions { "+completions" } else { "" };
        format!("{model}{shots}{method}{form}{describe}{api}")
    }

    /// How prompts are written.
    pub(super) fn prompts(&self) -> PromptSettings {
        let spans = if self.form == SpanAnswers::Texts { SpanForm::Texts } else { SpanForm::Quotes };
        PromptSettings { spans, asks_for_option: self.method != Method::Ask, describe: self.describe }
    }

    pub(super) fn temperature(&self) -> f64 {
        self.temperature.unwrap_or(if self.samples > 1 { 0.8 } else { 0.0 })
    }
}

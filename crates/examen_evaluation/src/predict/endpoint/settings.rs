//! How a language model is asked.

use examen_models::endpoints::Prices;

/// A language model and how it is asked.
#[derive(Clone, Debug)]
pub struct EndpointModelSettings {
    /// The name in predictions; that of the model by default.
    pub name: Option<String>,
    /// The model by the endpoint's name, where there are several.
    pub endpoint_model: Option<String>,
    /// Whether only kept replies are used.
    pub is_offline: bool,
    /// How classes are asked for.
    pub method: Method,
    /// The form of answers.
    pub answer_format: AnswerFormat,
    /// Whether the system text is a message of its own.
    pub has_system_role: bool,
    /// Samples of each example.
    pub samples: u32,
    /// How often the originals of rewritten examples are asked.
    pub repeat_originals: u32,
    /// The temperature; by default 0 for one sample and 0.8 for several.
    pub temperature: Option<f64>,
    /// The seed of samples and shots.
    pub seed: u64,
    /// The most tokens of an answer; by kind of answer by default.
    pub max_tokens: Option<u32>,
    /// Further tokens for reasoning.
    pub reasoning_tokens: Option<u32>,
    /// Tokens of prompt and reply together, where the server does not tell.
    pub context: Option<u64>,
    /// Examples with their answers that are shown first.
    pub shots: usize,
    /// How these are chosen.
    pub shots_by: ShotsBy,
    /// The most examples of a task.
    pub limit: Option<usize>,
    /// Prices, for what a run has cost.
    pub prices: Prices,
}

/// How classes are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Method {
    /// In words, read from the text of the reply.
    #[default]
    Ask,
    /// By the likelihood of the first token.
    Likelihood,
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
        let method = if self.method == Method::Likelihood { "+first-token" } else { "" };
        format!("{model}{shots}{method}")
    }

    pub(super) fn temperature(&self) -> f64 {
        self.temperature.unwrap_or(if self.samples > 1 { 0.8 } else { 0.0 })
    }
}

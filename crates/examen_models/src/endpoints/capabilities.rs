//! The proved capabilities of an endpoint.

use serde::{Deserialize, Serialize};

use super::reply::Tokens;

/// The capabilities of an endpoint, by trial. All requests of a run are made by them, so that all examples are asked alike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Capabilities {
    /// The model by the name that requests have to give.
    pub model: String,
    /// The field for the most tokens of a reply: `max_tokens` or `max_completion_tokens`.
    pub limit_field: String,
    /// Fields that the server rejects, and for which it has its own values: `temperature`, `top_p`, `seed`.
    pub left_out: Vec<String>,
    /// Whether a JSON schema is followed.
    pub has_schema: bool,
    /// Whether the model reasons before it answers.
    pub has_reasoning: bool,
    /// Whether the most likely first tokens are told; nothing if nobody asked.
    pub has_first_tokens: Option<bool>,
    /// Whether prompts are repeated with the likelihoods of their tokens; nothing if nobody asked.
    #[serde(default)]
    pub has_echo: Option<bool>,
    /// Tokens of prompt and reply together, where the server tells.
    pub context: Option<u64>,
    /// Bytes of code for a token.
    pub bytes_per_token: Option<f64>,
}

impl Capabilities {
    /// The capabilities that are assumed before anything is tried.
    pub fn untried(model: &str) -> Self {
        Self {
            model: model.to_owned(),
            limit_field: "max_tokens".to_owned(),
            left_out: Vec::new(),
            has_schema: false,
            has_reasoning: false,
            has_first_tokens: None,
            has_echo: None,
            context: None,
            bytes_per_token: None,
        }
    }

    /// The tokens of a prompt and a reply, where the server does not count them.
    pub(super) fn estimate(&self, prompt_bytes: usize, reply: &str) -> Tokens {
        let (prompt, completion) = (self.estimated_tokens(prompt_bytes), self.estimated_tokens(reply.len()));
        Tokens { prompt, completion, ..Tokens::default() }
    }

    /// The tokens of a text, rather too many than too few.
    pub fn estimated_tokens(&self, bytes: usize) -> u64 {
        #[expect(clippy::cast_sign_loss, reason = "a length divided by a positive number")]
        let tokens = (bytes as f64 / self.bytes_per_token.unwrap_or(3.0).max(0.5) * 1.15).ceil() as u64;
        tokens
    }
}

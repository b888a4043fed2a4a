//! A reply in the form of the chat interface.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Request;
use super::echo::Echo;
use super::stream::{assembled, is_stream};

/// Tokens of a request and its reply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tokens {
    /// Of the prompt.
    pub prompt: u64,
    /// Of the reply, with those of its reasoning.
    pub completion: u64,
    /// Of the reasoning, where a server counts it.
    pub reasoning: u64,
    /// Of the prompt, those that the server had in its cache.
    pub cached: u64,
}

/// The reply of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// The text; empty where there is none.
    pub content: String,
    /// Why it ended.
    pub finish_reason: Option<String>,
    /// Whether the model or the server refused.
    pub is_refused: bool,
    /// Whether there is reasoning beside or inside the text.
    pub has_reasoning: bool,
    /// The model by the server's name.
    pub model: Option<String>,
    /// The server's name for its configuration.
    pub fingerprint: Option<String>,
    /// The tokens, where the server counts them.
    pub tokens: Option<Tokens>,
    /// The most likely first tokens with the logarithms of their probabilities.
    pub first_tokens: Vec<(String, f64)>,
    /// The tokens of a prompt that was repeated.
    pub echo: Option<Echo>,
}

/// A body that holds no reply.
pub(super) enum Fault {
    /// It is no JSON, or has no choice.
    Broken(&'static str),
    /// It is an error in the dress of a success: its code, if it has one, and all of it.
    Error(Option<u16>, String),
}

impl Reply {
    /// Reads a body with the status 200.
    pub(super) fn read(body: &[u8]) -> Result<Self, Fault> {
        let value: Value = match serde_json::from_slice(body) {
            Ok(value) => value,
            Err(_) if is_stream(body) => assembled(body)?,
            Err(_) => return Err(Fault::Broken("the body is no JSON")),
        };
        if let Some(error) = value.get("error").filter(|error| !error.is_null()) {
            let code = error.get("code").or_else(|| value.get("status")).and_then(Value::as_u64);
            return Err(Fault::Error(code.and_then(|code| u16::try_from(code).ok()), error.to_string()));
        }
        let Some(choice) = value.get("choices").and_then(|choices| choices.get(0)) else {
            return Err(Fault::Broken("there is no choice"));
        };
        let message = choice.get("message").unwrap_or(&Value::Null);
        // The interface of completions has a text in place of a message.
        let content = message.get("content").or_else(|| choice.get("text"));
        let content = text_of(content.unwrap_or(&Value::Null));
        let text = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
        let has_text = |name: &str| text(message, name).is_some_and(|text| !text.is_empty());
        let finish_reason = text(choice, "finish_reason");
        Ok(Self {
            is_refused: has_text("refusal") || finish_reason.as_deref() == Some("content_filter"),
            has_reasoning: has_text("reasoning_content") || has_text("reasoning") || content.contains("<think>"),
            model: text(&value, "model"),
            fingerprint: text(&value, "system_fingerprint"),
            tokens: value.get("usage").and_then(tokens_of),
            first_tokens: first_tokens(choice),
            echo: Echo::read(choice),
            content,
            finish_reason,
        })
    }

    /// The logarithm of the probability of what stands behind the prompt of a request, or a reason why it is not known.
    pub fn likelihood_behind(&self, request: &Request) -> Result<f64, String> {
        match (&self.echo, &request.echoed) {
            (Some(echo), Some(echoed)) => echo.behind(echoed.prompt.chars().count()),
            _ => Err("broken-reply: no likelihoods of the prompt".to_owned()),
        }
    }

    /// Whether the reply was cut at the limit.
    pub fn is_cut(&self) -> bool {
        self.finish_reason.as_deref() == Some("length")
    }

    /// Whether the reply is whole and worth keeping. What is refused or empty may be otherwise the next time.
    pub(super) fn is_kept(&self) -> bool {
        let has_text = !self.content.trim().is_empty();
        let ends =
            matches!(self.finish_reason.as_deref(), Some("stop" | "eos_token" | "tool_calls") | None) && has_text;
        !self.is_refused && (ends || self.is_cut())
    }
}

/// A text, or the texts of its parts.
fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let is_text = |part: &&Value| part.get("type").is_none_or(|kind| kind == "text");
            parts.iter().filter(is_text).filter_map(|part| part.get("text")?.as_str()).collect()
        }
        _ => String::new(),
    }
}

fn tokens_of(usage: &Value) -> Option<Tokens> {
    let at = |names: &[&str]| names.iter().try_fold(usage, |value, name| value.get(name)).and_then(Value::as_u64);
    Some(Tokens {
        prompt: at(&["prompt_tokens"])?,
        completion: at(&["completion_tokens"]).unwrap_or(0),
        reasoning: at(&["completion_tokens_details", "reasoning_tokens"]).unwrap_or(0),
        cached: at(&["prompt_tokens_details", "cached_tokens"]).unwrap_or(0),
    })
}

fn first_tokens(choice: &Value) -> Vec<(String, f64)> {
    let first = choice.get("logprobs").and_then(|it| it.get("content")).and_then(|it| it.get(0));
    let top = first.and_then(|it| it.get("top_logprobs")).and_then(Value::as_array);
    let token = |it: &Value| Some((it.get("token")?.as_str()?.to_owned(), it.get("logprob")?.as_f64()?));
    top.into_iter().flatten().filter_map(token).collect()
}

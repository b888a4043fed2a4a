//! The body of a request.

use serde_json::{Map, Value, json};

use super::Capabilities;

/// A request to a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The messages, as a list of objects with `role` and `content`.
    pub messages: Value,
    /// The most tokens of the reply.
    pub max_tokens: u32,
    /// The temperature of sampling.
    pub temperature: f64,
    /// The seed of sampling.
    pub seed: u64,
    /// The JSON schema of the reply, which is sent where the server follows it.
    pub schema: Option<Value>,
    /// How many of the most likely first tokens to tell.
    pub first_tokens: Option<u32>,
    /// Which sample of the same prompt this is.
    pub sample: u32,
    /// A text to be repeated with the likelihoods of its tokens, in place of messages.
    pub echoed: Option<Echoed>,
    /// A text to be continued, in place of messages: for models without a template of chats.
    pub prompt: Option<String>,
}

/// A prompt with something behind it whose likelihood is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Echoed {
    /// The prompt.
    pub prompt: String,
    /// The text behind it.
    pub behind: String,
}

/// Where a text that is continued ends: a model that only continues goes on with another question.
const END_OF_ANSWER: &str = "\n\n";

/// Fields that only we set.
const OURS: [&str; 15] = [
    "model",
    "messages",
    "temperature",
    "top_p",
    "seed",
    "max_tokens",
    "max_completion_tokens",
    "stream",
    "stream_options",
    "n",
    "prompt",
    "stop",
    "echo",
    "logprobs",
    "response_format",
];

impl Request {
    /// A request that is asked once, at temperature 0.
    pub fn new(messages: Value, max_tokens: u32) -> Self {
        Self {
            messages,
            max_tokens,
            temperature: 0.0,
            seed: 0,
            schema: None,
            first_tokens: None,
            sample: 0,
            echoed: None,
            prompt: None,
        }
    }

    /// A request for the likelihood of what stands behind a prompt.
    pub fn echo(prompt: &str, behind: &str) -> Self {
        let echoed = Echoed { prompt: prompt.to_owned(), behind: behind.to_owned() };
        Self { echoed: Some(echoed), ..Self::new(Value::Null, 1) }
    }

    /// A request that continues a text.
    pub fn completion(prompt: &str, max_tokens: u32) -> Self {
        Self { prompt: Some(prompt.to_owned()), ..Self::new(Value::Null, max_tokens) }
    }

    /// Whether it has messages.
    pub(super) fn is_chat(&self) -> bool {
        self.echoed.is_none() && self.prompt.is_none()
    }

    /// The path below the address that takes it.
    pub(super) fn path(&self) -> &'static str {
        if self.is_chat() { "/chat/completions" } else { "/completions" }
    }

    /// The bytes of the prompt: of all its messages, if it has some.
    pub fn text_bytes(&self) -> usize {
        if let Some(Echoed { prompt, behind }) = &self.echoed {
            return prompt.len() + behind.len();
        }
        if let Some(prompt) = &self.prompt {
            return prompt.len();
        }
        let texts = self.messages.as_array().into_iter().flatten();
        texts.filter_map(|message| message.get("content")?.as_str()).map(str::len).sum()
    }

    /// The body as it is sent.
    pub fn body(&self, capabilities: &Capabilities, extra: &Map<String, Value>) -> Value {
        let temperature = if self.temperature == 0.0 { json!(0) } else { json!(self.temperature) };
        let mut body = Map::new();
        body.insert("model".to_owned(), json!(capabilities.model));
        if let Some(Echoed { prompt, behind }) = &self.echoed {
            body.insert("prompt".to_owned(), json!(format!("{prompt}{behind}")));
            body.extend([("echo".to_owned(), json!(true)), ("logprobs".to_owned(), json!(1))]);
            body.insert("max_tokens".to_owned(), json!(self.max_tokens));
        } else if let Some(prompt) = &self.prompt {
            body.insert("prompt".to_owned(), json!(prompt));
            body.insert(capabilities.limit_field.clone(), json!(self.max_tokens));
            body.insert("stop".to_owned(), json!([END_OF_ANSWER]));
        } else {
            body.insert("messages".to_owned(), self.messages.clone());
            body.insert(capabilities.limit_field.clone(), json!(self.max_tokens));
        }
        body.insert("stream".to_owned(), json!(false));
        for (name, value) in [("temperature", temperature), ("top_p", json!(1)), ("seed", json!(self.seed))] {
            if !capabilities.left_out.iter().any(|left_out| left_out == name) {
                body.insert(name.to_owned(), value);
            }
        }
        if let Some(schema) = self.schema.as_ref().filter(|_| capabilities.has_schema) {
            let schema = json!({ "name": "answer", "strict": true, "schema": schema });
            body.insert("response_format".to_owned(), json!({ "type": "json_schema", "json_schema": schema }));
        }
        if let Some(count) = self.first_tokens {
            body.insert("logprobs".to_owned(), json!(true));
            body.insert("top_logprobs".to_owned(), json!(count));
        }
        body.extend(extra.iter().map(|(name, value)| (name.clone(), value.clone())));
        Value::Object(body)
    }

    /// The first field of an extra body that is ours to set.
    pub fn forbidden(extra: &Map<String, Value>) -> Option<&str> {
        extra.keys().map(String::as_str).find(|name| OURS.contains(name))
    }
}

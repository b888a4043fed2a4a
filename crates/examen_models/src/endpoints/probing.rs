//! Trials of an endpoint before a run: no capability is believed.

use serde_json::{Value, json};

use super::ask::Exchanged;
use super::failure::{Judged, judge};
use super::waits::backoff;
use super::{Capabilities, Endpoint, EndpointError, Reply, Request};

/// The capabilities that have to be tried.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is tried by itself")]
pub struct ProbeSettings {
    /// The model, if it is known.
    pub model: Option<String>,
    /// Whether a JSON schema is of use.
    pub wants_schema: bool,
    /// Whether the likelihood of first tokens is needed.
    pub wants_first_tokens: bool,
    /// Whether the likelihood of the tokens of a prompt is needed.
    pub wants_echo: bool,
    /// Whether the system text goes into a message of its own.
    pub has_system_role: bool,
    /// Whether texts are continued, by the interface of completions, in place of messages.
    pub is_completion: bool,
    /// Tokens of prompt and reply together, if that is known.
    pub context: Option<u64>,
}

/// Code of which a server counts the tokens.
const CODE: &str = "def read_lines(path, limit=None):\n    result = []\n    with open(path) as file:\n        for number, line \
                    in enumerate(file):\n            if limit is not None and number >= limit:\n                break\n            \
                    result.append(line.rstrip())\n    return result\n\n\n";

/// How often an endpoint is asked of which nothing has come yet: an address may be wrong.
const FIRST_ATTEMPTS: u32 = 3;

/// Fields that hosted models of reasoning reject.
const OPTIONAL: [&str; 3] = ["temperature", "top_p", "seed"];

impl Endpoint {
    /// Tries what the endpoint can do, and keeps the outcome for runs without a network.
    pub fn probe(&self, settings: &ProbeSettings) -> Result<Capabilities, EndpointError> {
        let (model, context) = self.served_model(settings.model.as_deref())?;
        let mut found = Capabilities::untried(&model);
        found.context = settings.context.or(context).or_else(|| self.context_of_props());
        let plain = self.plain_reply(&mut found, settings)?;
        found.has_reasoning = plain.has_reasoning;
        if settings.wants_schema {
            let reply = self.schema_reply(&found, settings)?;
            // A schema that ends the reasoning would be another model.
            let keeps_reasoning = |reply: &Reply| reply.has_reasoning || !found.has_reasoning;
            found.has_schema = reply.is_some_and(|reply| follows_schema(&reply.content) && keeps_reasoning(&reply));
        }
        if settings.wants_first_tokens {
            found.has_first_tokens = Some(self.has_first_tokens(&found, settings)?);
        }
        if settings.wants_echo {
            found.has_echo = Some(self.has_echo(&found)?);
        }
        found.bytes_per_token = self.bytes_per_token(&found, settings)?;
        self.cache.keep_capabilities(settings.model.as_deref(), settings.is_completion, &found)?;
        Ok(found)
    }

    /// The model to name, and the context that the server says it has.
    fn served_model(&self, wanted: Option<&str>) -> Result<(String, Option<u64>), EndpointError> {
        let url = self.settings.address.at("/models");
        let models = match self.exchange_json(&url)? {
            Some(models) => models,
            None if wanted.is_some() => Value::Null,
            None => return Err(self.no_model("no list of models")),
        };
        let list: Vec<&Value> = models.get("data").and_then(Value::as_array).into_iter().flatten().collect();
        let id = |model: &Value| model.get("id").and_then(Value::as_str).map(str::to_owned);
        let context = |model: &Value| model.get("max_model_len").and_then(Value::as_u64);
        let Some(wanted) = wanted else {
            if let [only] = list[..] {
                return Ok((id(only).ok_or_else(|| self.no_model("a model without a name"))?, context(only)));
            }
            let names: Vec<String> = list.iter().filter_map(|model| id(model)).take(12).collect();
            let served = if names.is_empty() { "no model".to_owned() } else { names.join(", ") };
            return Err(self.no_model(&self.scrubbed(&served)));
        };
        let named = list.iter().find(|model| id(model).as_deref() == Some(wanted));
        Ok((wanted.to_owned(), named.and_then(|model| context(model))))
    }

    fn no_model(&self, served: &str) -> EndpointError {
        EndpointError::NoModel { url: self.settings.address.text().to_owned(), served: served.to_owned() }
    }

    /// The context that llama.cpp's server tells beside the interface.
    fn context_of_props(&self) -> Option<u64> {
        let raw = self.transport.get(&self.settings.address.beside("/props")).ok()?;
        let props: Value = serde_json::from_slice(&raw.body).ok()?;
        props.get("default_generation_settings")?.get("n_ctx")?.as_u64()
    }

    /// JSON at an address; nothing if there is none.
    fn exchange_json(&self, url: &str) -> Result<Option<Value>, EndpointError> {
        let mut last = String::new();
        for attempt in 1..=FIRST_ATTEMPTS {
            let got = self.transport.get(url);
            match &got {
                Ok(raw) if raw.status == 200 => return Ok(serde_json::from_slice(&raw.body).ok()),
                Ok(raw) if matches!(raw.status, 404 | 405 | 501) => return Ok(None),
                _ => {}
            }
            match judge(got.as_ref(), url, self.settings.has_secrets(), |text| self.scrubbed(text)) {
                Judged::Stop(error) => return Err(error),
                Judged::Again { message, wait, .. } => {
                    last = message;
                    if attempt < FIRST_ATTEMPTS {
                        self.settings.clock.sleep(wait.unwrap_or_else(|| backoff(url, attempt)));
                    }
                }
                _ => {}
            }
        }
        let (url, why) = (url.to_owned(), "it cannot be asked for its models".to_owned());
        Err(EndpointError::Stalled { url, why, message: last })
    }

    /// A short reply; fields that the server rejects are renamed or left out, here and for the whole run.
    fn plain_reply(&self, found: &mut Capabilities, settings: &ProbeSettings) -> Result<Reply, EndpointError> {
        loop {
            let request = hello(settings, "Say hello.", 16);
            let message = match self.tried(&request, found)? {
                Ok(reply) => return Ok(reply),
                Err(message) => message,
            };
            let url = || self.settings.address.text().to_owned();
            let optional = OPTIONAL
                .iter()
                .find(|name| message.contains(**name) && !found.left_out.iter().any(|left_out| left_out == **name));
            if message.contains("max_completion_tokens") && found.limit_field == "max_tokens" {
                "max_completion_tokens".clone_into(&mut found.limit_field);
            } else if let Some(name) = optional {
                found.left_out.push((*name).to_owned());
            } else if settings.has_system_role && message.to_lowercase().contains("system") {
                return Err(EndpointError::SystemRole { url: url(), message });
            } else {
                return Err(EndpointError::Rejected { url: url(), message });
            }
        }
    }

    /// The reply to a request of a probe, or why it was rejected.
    fn tried(&self, request: &Request, found: &Capabilities) -> Result<Result<Reply, String>, EndpointError> {
        let url = self.settings.address.at(request.path());
        let bytes = request.text_bytes();
        let tokens = found.estimated_tokens(bytes) + u64::from(request.max_tokens);
        match self.exchange(&url, &self.body(request, found), "probe", tokens)? {
            Exchanged::Reply { reply, latency, .. } => {
                self.counters().add_reply(&reply, false, latency, found.estimate(bytes, &reply.content));
                Ok(Ok(*reply))
            }
            Exchanged::Rejected(message) | Exchanged::TooLong(message) => Ok(Err(message)),
            // Some servers fail over a template that knows no system role.
            Exchanged::Failed(message) if message.to_lowercase().contains("system role") => Ok(Err(message)),
            Exchanged::Failed(message) => {
                Err(EndpointError::Stalled { url, why: "it does not reply to a probe".to_owned(), message })
            }
        }
    }

    fn schema_reply(&self, found: &Capabilities, settings: &ProbeSettings) -> Result<Option<Reply>, EndpointError> {
        let number = json!({
            "type": "object",
            "properties": { "n": { "type": "integer" } },
            "required": ["n"],
            "additionalProperties": false,
        });
        let limit = if found.has_reasoning { 1024 } else { 32 };
        let request = Request { schema: Some(number), ..hello(settings, "Say hello.", limit) };
        let trying = Capabilities { has_schema: true, ..found.clone() };
        Ok(self.tried(&request, &trying)?.ok())
    }

    fn has_first_tokens(&self, found: &Capabilities, settings: &ProbeSettings) -> Result<bool, EndpointError> {
        const WANTED: u32 = 20;
        let request = Request { first_tokens: Some(WANTED), ..hello(settings, "Say hello.", 1) };
        let Ok(reply) = self.tried(&request, found)? else { return Ok(false) };
        let top = &reply.first_tokens;
        let sum: f64 = top.iter().map(|(_, logarithm)| logarithm.exp()).sum();
        Ok(top.len() == WANTED as usize && top.iter().all(|it| it.1.is_finite()) && sum <= 1.001 && sum > 0.0)
    }

    /// Whether prompts come back whole with likelihoods that depend on what they say.
    fn has_echo(&self, found: &Capabilities) -> Result<bool, EndpointError> {
        let prompt = "def add(left, right):\n    return left";
        let mut sums = Vec::new();
        for behind in [" + right", " elephant"] {
            let request = Request::echo(prompt, behind);
            let reply = match self.tried(&request, found) {
                Ok(Ok(reply)) => reply,
                // Many servers have no such interface.
                Ok(Err(_)) | Err(EndpointError::NotThere { .. }) => return Ok(false),
                Err(error) => return Err(error),
            };
            let text = format!("{prompt}{behind}");
            let is_whole = reply.content.starts_with(&text)
                && reply.echo.as_ref().zip(reply.tokens).is_some_and(|(echo, it)| echo.is_whole(&text, it.prompt));
            match reply.likelihood_behind(&request) {
                Ok(sum) if is_whole => sums.push(sum),
                _ => return Ok(false),
            }
        }
        Ok(sums[0] < 0.0 && (sums[0] - sums[1]).abs() > 1e-6)
    }

    fn bytes_per_token(&self, found: &Capabilities, settings: &ProbeSettings) -> Result<Option<f64>, EndpointError> {
        let mut counted = Vec::new();
        for times in [2, 4] {
            let text = CODE.repeat(times);
            let Ok(reply) = self.tried(&hello(settings, &text, 1), found)? else { return Ok(None) };
            let Some(tokens) = reply.tokens else { return Ok(None) };
            counted.push((text.len() as f64, tokens.prompt as f64));
        }
        // The difference is code alone: what the template adds is in both.
        let tokens = counted[1].1 - counted[0].1;
        Ok((tokens > 1.0).then(|| (counted[1].0 - counted[0].0) / tokens))
    }
}

fn hello(settings: &ProbeSettings, text: &str, max_tokens: u32) -> Request {
    const SYSTEM: &str = "You answer briefly.";
    if settings.is_completion {
        return Request::completion(&format!("{SYSTEM}\n\n{text}\n\nAnswer:"), max_tokens);
    }
    let user = json!({ "role": "user", "content": text });
    let messages =
        if settings.has_system_role { json!([{ "role": "system", "content": SYSTEM }, user]) } else { json!([user]) };
    Request::new(messages, max_tokens)
}

/// Only a server that follows the schema says hello like this.
fn follows_schema(content: &str) -> bool {
    let content = content.rsplit("</think>").next().unwrap_or_default();
    let value: Option<Value> = serde_json::from_str(content.trim()).ok();
    value.and_then(|value| value.get("n")?.as_i64()).is_some()
}

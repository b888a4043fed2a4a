//! Flags that say how a language model behind an endpoint is asked.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use clap::builder::FalseyValueParser;
use examen_evaluation::predict::prompts::{ControlTokens, Describe};
use examen_evaluation::predict::{
    AnswerFormat, Api, ConnectionSettings, EndpointModelSettings, Method, ShotsBy, SpanAnswers,
};
use examen_models::endpoints::{
    Address, Budget, Clock, EndpointError, EndpointSettings, Pace, Prices, Request, Secret,
};
use serde_json::{Map, Value};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The most requests at a time that are of use with a thread for each.
const MOST_CONCURRENCY: u32 = 1024;
/// The time that one request may take with all its attempts.
const PATIENCE: Duration = Duration::from_mins(30);
/// The status of a program that was interrupted twice.
const INTERRUPTED: i32 = 130;

/// How any model behind an address is asked, whatever it is asked about.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags are what a user may say")]
#[command(next_help_heading = "How a model behind an address is asked")]
pub(crate) struct ConnectionFlags {
    /// The model by the endpoint's name, where it has several.
    #[arg(long, value_name = "NAME", env = "EXAMEN_ENDPOINT_MODEL")]
    endpoint_model: Option<String>,

    /// The most requests at a time.
    #[arg(long, value_name = "N", default_value_t = 64, env = "EXAMEN_CONCURRENCY",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_CONCURRENCY)))]
    concurrency: u32,

    /// The most requests that are sent in a minute.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    requests_per_minute: Option<u32>,

    /// The most tokens in a minute: those of prompts, and the most that their replies may have.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    tokens_per_minute: Option<u32>,

    /// Ask for JSON by a schema that the server is proved to follow, or in words.
    #[arg(long, value_enum, default_value_t)]
    answer_format: AnswerFormat,

    /// Where the system text stands; some templates know no system role.
    #[arg(long, value_name = "ROLE", default_value = "system", value_parser = ["system", "user"])]
    system_role: String,

    /// The most tokens of an answer [default: 1024 for spans, 256 for texts, 64 for others].
    #[arg(long, value_name = "N")]
    max_tokens: Option<u32>,

    /// Further tokens for reasoning [default: 8192 for a model that reasons].
    #[arg(long, value_name = "N")]
    reasoning_tokens: Option<u32>,

    /// Tokens of prompt and reply together, where the server does not tell; longer examples are skipped.
    #[arg(long, value_name = "N")]
    context: Option<u64>,

    /// A JSON file with further fields of each request.
    #[arg(long, value_name = "FILE")]
    extra_body: Option<PathBuf>,

    /// The seconds that an attempt may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    timeout: u64,

    /// Let replies come in pieces, for gateways that cut silent connections.
    #[arg(long)]
    stream: bool,

    /// The most times that a request is sent again, whatever failed [default: by the kind of failure].
    #[arg(long, value_name = "N")]
    retries: Option<u32>,

    /// The variable that holds the key, which is sent to the endpoint.
    #[arg(long, value_name = "VARIABLE", default_value = "EXAMEN_API_KEY")]
    api_key_env: String,

    /// A further header of each request, with the variable that holds its value; may be repeated.
    #[arg(long, value_name = "NAME=VARIABLE", value_parser = header)]
    header: Vec<(String, String)>,

    /// A PEM file with the certificates that are trusted.
    #[arg(long, value_name = "FILE")]
    ca_file: Option<PathBuf>,

    /// Send the key without TLS to another machine.
    #[arg(long)]
    insecure_http: bool,

    /// A name for the weights, where a server changes them under one name.
    #[arg(long, value_name = "TEXT", default_value = "")]
    revision: String,

    /// Use kept replies only, and no network.
    #[arg(long, env = "EXAMEN_OFFLINE", value_parser = FalseyValueParser::new())]
    offline: bool,

    /// Keep replies for this run only.
    #[arg(long, conflicts_with = "offline")]
    no_cache: bool,

    /// The price of a million tokens of prompts.
    #[arg(long, value_name = "PRICE", default_value_t = 0.0)]
    price_in: f64,

    /// The price of a million tokens of replies.
    #[arg(long, value_name = "PRICE", default_value_t = 0.0)]
    price_out: f64,

    /// The price of a million tokens of prompts that the server had in its cache [default: --price-in].
    #[arg(long, value_name = "PRICE", requires = "price_in")]
    price_cached: Option<f64>,

    /// The most tokens of prompts and replies that a run may take; the rest is skipped, and the status is 1.
    #[arg(long, value_name = "N")]
    max_total_tokens: Option<u64>,

    /// The most that a run may cost; the rest is skipped, and the status is 1.
    #[arg(long, value_name = "COST", requires = "price_in", requires = "price_out")]
    max_cost: Option<f64>,
}

#[derive(Args)]
#[command(next_help_heading = "How a model behind an address is asked")]
pub(crate) struct EndpointFlags {
    #[command(flatten)]
    connection: ConnectionFlags,

    /// Predictions for each example, at temperature 0.8 if there are several.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    samples: u32,

    /// How often originals of rewritten examples are asked: what changes without a rewrite is noise.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=10))]
    repeat_originals: u32,

    /// The temperature of sampling [default: 0, or 0.8 for several samples].
    #[arg(long, value_name = "T")]
    temperature: Option<f64>,

    /// Ask for classes in words, or take the most likely first token, or the option that is most likely behind the prompt.
    #[arg(long, value_enum, default_value_t)]
    method: Method,

    /// Ask for spans by quotes, which have places, or by their texts alone, as CodeQueries' authors did.
    #[arg(long, value_enum, default_value_t)]
    form: SpanAnswers,

    /// How much a model is told of a query: its name, its description too, or a worked example too.
    #[arg(long, value_enum, default_value_t)]
    describe: Describe,

    /// Split texts of the code that servers take for tokens of their own by an invisible character, or keep them.
    #[arg(long, value_enum, default_value_t)]
    control_tokens: ControlTokens,

    /// Ask by messages of a chat or, for models without a template, by a text that is continued.
    #[arg(long, value_enum, default_value_t)]
    api: Api,

    /// Examples of the training split that are shown with their answers first.
    #[arg(long, value_name = "N", default_value_t = 0)]
    shots: usize,

    /// Choose them at random by the seed, or the most similar ones by BM25.
    #[arg(long, value_enum, default_value_t)]
    shots_by: ShotsBy,

    /// At most so many examples of each task: those with the smallest ids.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,

    /// End with status 1 if a smaller fraction of examples has an answer.
    #[arg(long, value_name = "FRACTION")]
    fail_below_answered: Option<f64>,

    /// Say what a run would take, and send nothing.
    #[arg(long)]
    dry_run: bool,
}

/// An endpoint, how a model behind it is asked, and a cache that ends with the run.
pub(crate) struct ConnectionPlan {
    pub(crate) endpoint: EndpointSettings,
    pub(crate) connection: ConnectionSettings,
    pub(crate) _cache: Option<tempfile::TempDir>,
}

/// The same for the examples of a data set.
pub(crate) struct EndpointPlan {
    pub(crate) endpoint: EndpointSettings,
    pub(crate) model: EndpointModelSettings,
    pub(crate) _cache: Option<tempfile::TempDir>,
}

impl ConnectionFlags {
    /// Reads the flags, for a model behind an address.
    pub(crate) fn plan(self, address: &str) -> anyhow::Result<ConnectionPlan> {
        let address = Address::parse(address)?;
        let key = std::env::var(&self.api_key_env).ok().and_then(|key| Secret::new(&key));
        let headers = secret_headers(&self.header)?;
        let has_secrets = key.is_some() || !headers.is_empty();
        if has_secrets && !address.is_tls() && !address.is_loopback() && !self.insecure_http {
            return Err(EndpointError::PlainKey { host: address.host().to_owned() }.into());
        }
        let temporary = if self.no_cache { Some(tempfile::tempdir()?) } else { None };
        let cache = match &temporary {
            Some(folder) => folder.path().to_owned(),
            None => {
                examen_models::endpoints::cache_folder().context("there is no folder for a cache; set EXAMEN_CACHE")?
            }
        };
        let prices = Prices { input: self.price_in, output: self.price_out, cached: self.price_cached };
        let endpoint = EndpointSettings {
            address,
            key,
            headers,
            cache,
            concurrency: self.concurrency as usize,
            pace: Pace { requests: self.requests_per_minute, tokens: self.tokens_per_minute },
            timeout: Duration::from_secs(self.timeout.max(1)),
            retries: self.retries,
            patience: PATIENCE,
            revision: self.revision,
            is_streaming: self.stream,
            extra_body: extra_body(self.extra_body)?,
            ca_file: self.ca_file,
            budget: Budget { prices, most: self.max_cost, most_tokens: self.max_total_tokens },
            clock: Clock::system(interruption()?),
        };
        let connection = ConnectionSettings {
            endpoint_model: self.endpoint_model,
            api: Api::Chat,
            is_offline: self.offline,
            answer_format: self.answer_format,
            has_system_role: self.system_role == "system",
            max_tokens: self.max_tokens,
            reasoning_tokens: self.reasoning_tokens,
            context: self.context,
            prices,
        };
        Ok(ConnectionPlan { endpoint, connection, _cache: temporary })
    }
}

/// A flag that a signal sets: the first ends the run when the requests under way have their replies, the second at once.
fn interruption() -> anyhow::Result<Arc<AtomicBool>> {
    let interruption = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&interruption))?;
        flag::register(signal, Arc::clone(&interruption))?;
    }
    Ok(interruption)
}

impl EndpointFlags {
    pub(crate) fn is_dry_run(&self) -> bool {
        self.dry_run
    }

    /// The least fraction of examples that have to have an answer.
    pub(crate) fn least_answered(&self) -> f64 {
        self.fail_below_answered.unwrap_or(0.0)
    }

    /// Reads the flags, for a model behind an address.
    pub(crate) fn plan(self, address: &str, name: Option<String>, seed: u64) -> anyhow::Result<EndpointPlan> {
        let ConnectionPlan { endpoint, mut connection, _cache: cache } = self.connection.plan(address)?;
        connection.api = self.api;
        let model = EndpointModelSettings {
            name,
            connection,
            method: self.method,
            form: self.form,
            describe: self.describe,
            control_tokens: self.control_tokens,
            samples: self.samples,
            repeat_originals: self.repeat_originals,
            temperature: self.temperature,
            seed,
            shots: self.shots,
            shots_by: self.shots_by,
            limit: self.limit,
        };
        Ok(EndpointPlan { endpoint, model, _cache: cache })
    }
}

/// Reads `NAME=VARIABLE`. The body, its length and where it goes are ours to say.
fn header(text: &str) -> Result<(String, String), String> {
    let (name, variable) = text.split_once('=').ok_or("wanted NAME=VARIABLE")?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if !is_name || ["host", "content-type", "content-length"].contains(&name.to_ascii_lowercase().as_str()) {
        return Err(format!("`{name}` is no header that can be set"));
    }
    Ok((name.to_owned(), variable.to_owned()))
}

/// Headers with the values that variables hold.
fn secret_headers(headers: &[(String, String)]) -> anyhow::Result<Vec<(String, Secret)>> {
    let with_value = |(name, variable): &(String, String)| {
        let value =
            std::env::var(variable).ok().filter(|value| value.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
        let value = value.and_then(|value| Secret::new(&value));
        Ok((name.clone(), value.with_context(|| format!("--header {name}: {variable} holds no value for a header"))?))
    };
    headers.iter().map(with_value).collect()
}

fn extra_body(path: Option<PathBuf>) -> anyhow::Result<Map<String, Value>> {
    let Some(path) = path else { return Ok(Map::new()) };
    let shown = path.display();
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {shown}"))?;
    let fields = serde_json::from_str(&text).with_context(|| format!("{shown} is no JSON object"))?;
    if let Some(name) = Request::forbidden(&fields) {
        bail!("{shown}: `{name}` is set by examen itself");
    }
    Ok(fields)
}

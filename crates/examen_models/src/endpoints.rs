//! Language models behind an OpenAI-compatible HTTP endpoint: vLLM, llama.cpp's server, Ollama, hosted ones.
//!
//! Requests go out as bodies of JSON, raw replies come into a cache whose keys are hashes of what was asked; whoever wants to know
//! what a model said reads the cache. So a run that was interrupted goes on, nothing is paid for twice, and replies can be read
//! again by a better reader. This module knows neither prompts nor answers: a request has messages, a reply has a text.
//!
//! Nothing that a server says decides where something is written; no redirect is followed; the key is in no message and no file.

mod address;
mod ask;
mod body;
mod budget;
mod cache;
mod capabilities;
mod clock;
mod echo;
mod error;
mod failure;
mod gate;
mod probing;
mod reply;
mod secret;
mod statistics;
mod stream;
mod transport;
mod waits;

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Map, Value};

pub use address::Address;
pub use ask::Asked;
pub use body::{Echoed, Request};
pub use budget::{Budget, Prices};
pub use cache::{Cache, KeptRequest};
pub use capabilities::Capabilities;
pub use clock::Clock;
pub use echo::Echo;
pub use error::EndpointError;
pub use gate::Pace;
pub use probing::ProbeSettings;
pub use reply::{Reply, Tokens};
pub use secret::Secret;
pub use statistics::Statistics;

use gate::Gate;
use statistics::Counters;
use transport::Transport;

/// How an endpoint is asked.
pub struct EndpointSettings {
    /// The address, as far as `/v1`.
    pub address: Address,
    /// The key that is sent as a bearer token.
    pub key: Option<Secret>,
    /// Further headers; one with the name `authorization` stands in place of the key.
    pub headers: Vec<(String, Secret)>,
    /// Where replies are kept.
    pub cache: PathBuf,
    /// The most requests at a time.
    pub concurrency: usize,
    /// The most that is sent in a minute.
    pub pace: Pace,
    /// The time that an attempt may take.
    pub timeout: Duration,
    /// The most attempts of any class of failure, below those of the class.
    pub retries: Option<u32>,
    /// The time that one request may take with all its attempts.
    pub patience: Duration,
    /// A name for the weights, where a server changes them under one name.
    pub revision: String,
    /// Whether replies come in pieces, for gateways that cut silent connections.
    pub is_streaming: bool,
    /// Fields that are merged into each body.
    pub extra_body: Map<String, Value>,
    /// A file with certificates in PEM that are trusted besides the usual ones.
    pub ca_file: Option<PathBuf>,
    /// The limits of cost and length.
    pub budget: Budget,
    /// The time.
    pub clock: Clock,
}

impl EndpointSettings {
    /// Whether requests have a key, or headers that may be one.
    fn has_secrets(&self) -> bool {
        self.key.is_some() || !self.headers.is_empty()
    }

    /// The headers of each request that nobody may see.
    fn secret_headers(&self) -> Vec<(String, Secret)> {
        let mut headers = self.headers.clone();
        let is_authorized = headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("authorization"));
        if let Some(key) = self.key.as_ref().filter(|_| !is_authorized) {
            headers.push(("authorization".to_owned(), key.bearer()));
        }
        headers
    }
}

/// Where replies are kept if nobody says otherwise: `EXAMEN_CACHE`, or `examen` in the user's cache folder.
pub fn cache_folder() -> Option<PathBuf> {
    let named = std::env::var_os("EXAMEN_CACHE").filter(|value| !value.is_empty()).map(PathBuf::from);
    named.or_else(|| Some(dirs::cache_dir()?.join("examen")))
}

/// A client of one endpoint.
pub struct Endpoint {
    settings: EndpointSettings,
    transport: Transport,
    cache: Cache,
    gate: Gate,
    counters: Mutex<Counters>,
}

impl Endpoint {
    /// A client that has asked nothing yet.
    pub fn new(settings: EndpointSettings) -> Result<Self, EndpointError> {
        let transport = Transport::new(&settings)?;
        let cache = Cache::new(&settings.cache, settings.address.text(), &settings.revision);
        let gate = Gate::new(settings.concurrency, settings.pace, settings.clock.clone());
        let counters = Mutex::new(Counters::new(&settings.clock));
        Ok(Self { settings, transport, cache, gate, counters })
    }

    /// The replies that are kept.
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    /// The address.
    pub fn address(&self) -> &Address {
        &self.settings.address
    }

    /// Counts of requests, tokens and times so far.
    pub fn statistics(&self) -> Statistics {
        self.counters().statistics(self.gate.history())
    }

    fn counters(&self) -> std::sync::MutexGuard<'_, Counters> {
        self.counters.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A text of the server or the system without the key, short and without control characters.
    fn scrubbed(&self, text: &str) -> String {
        secret::scrubbed(&self.without_secrets(text))
    }

    fn without_secrets(&self, text: &str) -> String {
        let EndpointSettings { key, headers, .. } = &self.settings;
        let secrets = key.iter().chain(headers.iter().map(|(_, value)| value));
        secrets.fold(text.to_owned(), |text, secret| secret.hidden_in(&text))
    }
}

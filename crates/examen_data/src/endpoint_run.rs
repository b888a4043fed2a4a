//! The run file: how the predictions of a language model came about.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::manifest::Tool;

/// The whole of `PREDICTIONS.run.json`. What depends on the hour of the run is here and not in the predictions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EndpointRun {
    /// Always `endpoint-run/1`.
    pub schema: String,
    /// The program that asked.
    pub tool: Tool,
    /// The address of the endpoint.
    pub url: String,
    /// The model as requests name it.
    pub model: String,
    /// The models that replies name.
    pub served_models: Vec<String>,
    /// What the server calls its configuration; several mean that it changed.
    pub system_fingerprints: Vec<String>,
    /// The version of the words in prompts.
    pub prompts_version: String,
    /// What the endpoint was proved to do.
    pub capabilities: serde_json::Value,
    /// Every setting as it was used.
    pub settings: serde_json::Value,
    /// Predictions by status.
    pub counts: RunCounts,
    /// Predictions without an answer by reason.
    pub reasons: BTreeMap<String, u64>,
    /// Replies that had to be repaired before they could be read, by what was wrong.
    pub repairs: BTreeMap<String, u64>,
    /// Spans that were found on another line than the model named.
    pub relocated: u64,
    /// Spans without a place.
    pub unlocated: u64,
    /// Examples whose code has texts that a server might take for tokens of its own.
    #[serde(default)]
    pub control_tokens: u64,
    /// The mean probability of all options together, where classes were asked by likelihood.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_mass: Option<f64>,
    /// Requests that were sent, each attempt counted.
    pub attempts: u64,
    /// Replies whose tokens are estimates, because the server did not count them.
    #[serde(default)]
    pub estimated: u64,
    /// Tokens of replies that were kept.
    pub tokens: RunTokens,
    /// Tokens of probes, and of replies that were not kept.
    pub discarded_tokens: RunTokens,
    /// The cost by the prices that were given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// Milliseconds until a reply: `p50`, `p95`, `max`.
    pub latency_ms: BTreeMap<String, u64>,
    /// The limits of requests at a time, one after the other.
    pub limit_history: Vec<u64>,
}

/// Predictions by status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RunCounts {
    /// With an answer.
    pub ok: u64,
    /// Not asked.
    pub skipped: u64,
    /// Asked without success.
    pub error: u64,
    /// Requests whose reply was in the cache.
    pub cached: u64,
}

/// Tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RunTokens {
    /// Of prompts.
    pub prompt: u64,
    /// Of replies.
    pub completion: u64,
    /// Of reasoning, which are among those of replies.
    pub reasoning: u64,
    /// Of prompts, those that the server had in a cache of its own.
    pub cached: u64,
}

impl EndpointRun {
    /// The version of the fields.
    pub const SCHEMA: &'static str = "endpoint-run/1";
}

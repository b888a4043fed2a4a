//! How the predictions of a language model came about: `FILE.run.json`.

use std::collections::{BTreeMap, BTreeSet};

use examen_data::{EndpointRun, RunCounts, RunTokens, Tool};
use examen_models::endpoints::Tokens;
use serde_json::json;

use super::EndpointModel;
use super::settings::{AnswerFormat, Api, ShotsBy, SpanAnswers};
use crate::predict::PredictionCounts;
use crate::predict::prompts::{PROMPTS_VERSION, ReadReply};

/// Below this, a model does not play along, and its choice says little.
const LOW_MASS: f64 = 0.5;

/// Counts of what was met while replies were read.
#[derive(Debug, Default)]
pub(super) struct ReadCounts {
    repairs: BTreeMap<String, u64>,
    relocated: u64,
    unlocated: u64,
    /// Examples whose code has texts that a server might take for tokens of its own.
    control_tokens: BTreeSet<String>,
    mass: (f64, u64),
}

impl ReadCounts {
    pub(super) fn add(&mut self, read: &ReadReply) {
        for repair in &read.repairs {
            *self.repairs.entry(repair.name().to_owned()).or_default() += 1;
        }
        self.relocated += u64::from(read.relocated);
        if let examen_data::Answer::Spans { unlocated, .. } = read.answer {
            self.unlocated += u64::from(unlocated);
        }
    }

    pub(super) fn add_control_tokens(&mut self, id: &str) {
        if !self.control_tokens.contains(id) {
            self.control_tokens.insert(id.to_owned());
        }
    }

    pub(super) fn add_mass(&mut self, mass: f64) {
        self.mass.0 += mass;
        self.mass.1 += 1;
    }

    fn mean_mass(&self) -> Option<f64> {
        (self.mass.1 > 0).then(|| self.mass.0 / self.mass.1 as f64)
    }

    pub(super) fn low_mass(&self) -> Option<String> {
        let mass = self.mean_mass().filter(|mass| *mass < LOW_MASS)?;
        Some(format!(
            "warning: the options have {mass:.2} of the probability of what could follow: the choice among them says little"
        ))
    }
}

impl EndpointModel {
    pub(super) fn record(&self, counts: PredictionCounts, reasons: &BTreeMap<String, u64>) -> EndpointRun {
        let seen = self.connection.endpoint.statistics();
        let capabilities = &self.connection.capabilities;
        let read = self.counts();
        let [p50, p95, max] = seen.latency_ms;
        let tokens = |tokens: Tokens| RunTokens {
            prompt: tokens.prompt,
            completion: tokens.completion,
            reasoning: tokens.reasoning,
            cached: tokens.cached,
        };
        let words = |word: &str| word.to_owned();
        EndpointRun {
            schema: words(EndpointRun::SCHEMA),
            tool: Tool { name: words("examen"), version: words(env!("CARGO_PKG_VERSION")) },
            url: self.connection.endpoint.address().text().to_owned(),
            model: capabilities.model.clone(),
            served_models: seen.served_models.into_iter().collect(),
            system_fingerprints: seen.fingerprints.into_iter().collect(),
            prompts_version: words(PROMPTS_VERSION),
            capabilities: json!(capabilities),
            settings: self.settings_as_used(),
            counts: RunCounts {
                ok: counts.answered,
                skipped: counts.skipped,
                error: counts.failed,
                cached: seen.cached,
            },
            reasons: reasons.clone(),
            repairs: read.repairs.clone(),
            relocated: read.relocated,
            unlocated: read.unlocated,
            control_tokens: read.control_tokens.len() as u64,
            mean_mass: read.mean_mass(),
            attempts: seen.attempts,
            estimated: seen.estimated,
            tokens: tokens(seen.tokens),
            discarded_tokens: tokens(seen.discarded_tokens),
            cost: self.connection.cost().1,
            latency_ms: BTreeMap::from([(words("p50"), p50), (words("p95"), p95), (words("max"), max)]),
            limit_history: seen.limit_history.into_iter().map(|limit| limit as u64).collect(),
        }
    }

    /// Every setting as it was used.
    fn settings_as_used(&self) -> serde_json::Value {
        let (settings, capabilities) = (&self.settings, &self.connection.capabilities);
        json!({
            "api": if settings.connection.api == Api::Chat { "chat" } else { "completions" },
            "method": settings.method.name(),
            "describe": settings.describe.name(),
            "control_tokens": settings.control_tokens.name(),
            "form": if settings.form == SpanAnswers::Quotes { "quotes" } else { "texts" },
            "answer_format": match settings.connection.answer_format {
                AnswerFormat::Auto if capabilities.has_schema => "schema",
                AnswerFormat::Schema => "schema",
                _ => "text",
            },
            "samples": settings.samples,
            "repeat_originals": settings.repeat_originals,
            "temperature": settings.temperature(),
            "top_p": 1,
            "other_sampling": "server default",
            "seed": settings.seed,
            "system_role": if settings.connection.has_system_role { "system" } else { "user" },
            "max_tokens": settings.connection.max_tokens,
            "reasoning_tokens": settings.connection.reasoning_tokens,
            "context": capabilities.context,
            "shots": settings.shots,
            "shots_by": if settings.shots_by == ShotsBy::Fixed { "fixed" } else { "similar" },
            "limit": settings.limit,
            "locate": "unique",
        })
    }
}

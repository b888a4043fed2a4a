//! A connection with an endpoint whose capabilities were tried.

use examen_models::endpoints::{
    Capabilities, Endpoint, EndpointError, EndpointSettings, Prices, ProbeSettings, Reply, Request, Tokens,
};

use super::settings::{AnswerFormat, Api};
use crate::context::Context;

/// Tokens for the reasoning of a model that reasons, if nobody says how many.
const REASONING_TOKENS: u32 = 8192;

/// How a language model is asked, whatever it is asked about.
#[derive(Clone, Debug)]
pub struct ConnectionSettings {
    /// The model by the endpoint's name, where there are several.
    pub endpoint_model: Option<String>,
    /// The interface.
    pub api: Api,
    /// Whether only kept replies are used.
    pub is_offline: bool,
    /// The form of answers.
    pub answer_format: AnswerFormat,
    /// Whether the system text is a message of its own.
    pub has_system_role: bool,
    /// The most tokens of an answer; by kind of answer by default.
    pub max_tokens: Option<u32>,
    /// Further tokens for reasoning.
    pub reasoning_tokens: Option<u32>,
    /// Tokens of prompt and reply together, where the server does not tell.
    pub context: Option<u64>,
    /// Prices, for what a run has cost.
    pub prices: Prices,
}

/// The likelihoods that a run needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Likelihoods {
    /// Of first tokens.
    pub(crate) first_tokens: bool,
    /// Of the tokens of a prompt.
    pub(crate) echo: bool,
}

/// An endpoint, and what it was proved to do.
pub(crate) struct Connection {
    pub(crate) endpoint: Endpoint,
    pub(crate) capabilities: Capabilities,
    settings: ConnectionSettings,
}

impl Connection {
    /// Tries what an endpoint can do; offline, takes what is known of it.
    pub(crate) fn open(
        endpoint: EndpointSettings,
        settings: &ConnectionSettings,
        wanted: Likelihoods,
        context: &Context<'_>,
    ) -> crate::Result<Self> {
        let endpoint = Endpoint::new(endpoint)?;
        let (model, is_completion) = (settings.endpoint_model.as_deref(), settings.api == Api::Completions);
        let capabilities = if settings.is_offline {
            endpoint.cache().capabilities(model, is_completion).ok_or_else(|| EndpointError::NothingKept {
                url: endpoint.address().text().to_owned(),
                cache: endpoint.cache().folder().to_owned(),
            })?
        } else {
            if !endpoint.address().is_loopback() {
                context.remark(format!("code will be sent to {}", endpoint.address().host()));
            }
            endpoint.probe(&ProbeSettings {
                model: settings.endpoint_model.clone(),
                wants_schema: settings.answer_format != AnswerFormat::Text,
                wants_first_tokens: wanted.first_tokens,
                wants_echo: wanted.echo,
                has_system_role: settings.has_system_role,
                is_completion,
                context: settings.context,
            })?
        };
        let connection = Self::with(endpoint, capabilities, settings);
        connection.check_schema()?;
        context.remark(connection.described());
        Ok(connection)
    }

    /// A connection over which nothing is asked.
    pub(crate) fn untried(endpoint: EndpointSettings, settings: &ConnectionSettings) -> crate::Result<Self> {
        let endpoint = Endpoint::new(endpoint)?;
        let kept = endpoint.cache().capabilities(settings.endpoint_model.as_deref(), settings.api == Api::Completions);
        let untried = || Capabilities::untried(settings.endpoint_model.as_deref().unwrap_or("unknown"));
        let capabilities = kept.unwrap_or_else(untried);
        Ok(Self::with(endpoint, capabilities, settings))
    }

    fn with(endpoint: Endpoint, mut capabilities: Capabilities, settings: &ConnectionSettings) -> Self {
        capabilities.has_schema &= settings.answer_format != AnswerFormat::Text;
        capabilities.context = settings.context.or(capabilities.context);
        Self { endpoint, capabilities, settings: settings.clone() }
    }

    /// An error that says what the endpoint was not proved to do.
    pub(crate) fn unproved(&self, what: &str) -> EndpointError {
        EndpointError::Unproved { url: self.endpoint.address().text().to_owned(), what: what.to_owned() }
    }

    fn check_schema(&self) -> Result<(), EndpointError> {
        if self.settings.answer_format == AnswerFormat::Schema && !self.capabilities.has_schema {
            return Err(self.unproved(
                "it does not follow a JSON schema, or only without its reasoning; `--answer-format text` asks in words",
            ));
        }
        Ok(())
    }

    fn described(&self) -> String {
        let found = &self.capabilities;
        let has = |is: bool, name: &str| if is { name.to_owned() } else { format!("no {name}") };
        let mut facts = vec![has(found.has_schema, "schema"), has(found.has_reasoning, "reasoning")];
        facts.extend(found.has_first_tokens.map(|is| has(is, "likelihood of first tokens")));
        facts.extend(found.has_echo.map(|is| has(is, "likelihood of prompts")));
        facts.push(found.context.map_or("context unknown".to_owned(), |context| format!("context {context}")));
        facts.extend(found.bytes_per_token.map(|bytes| format!("{bytes:.1} bytes per token")));
        facts.extend(found.left_out.iter().map(|name| format!("{name} is the server's")));
        format!("{} at {}: {}", found.model, self.endpoint.address().text(), facts.join(", "))
    }

    /// The most tokens of a reply, with those of its reasoning.
    pub(crate) fn max_tokens(&self, usual: u32) -> u32 {
        let reasoning = if self.capabilities.has_reasoning { REASONING_TOKENS } else { 0 };
        self.settings.max_tokens.unwrap_or(usual) + self.settings.reasoning_tokens.unwrap_or(reasoning)
    }

    /// The reply to a request, if it is kept.
    pub(crate) fn kept(&self, request: &Request) -> Option<Reply> {
        self.endpoint.kept(request, &self.capabilities)
    }

    /// The settings that it was opened with.
    pub(crate) fn settings(&self) -> &ConnectionSettings {
        &self.settings
    }

    /// All tokens so far, and what they cost.
    pub(crate) fn cost(&self) -> (Tokens, Option<f64>) {
        let seen = self.endpoint.statistics();
        let mut all = seen.tokens;
        all.add(seen.discarded_tokens);
        let prices = self.settings.prices;
        (all, (prices.input + prices.output > 0.0).then(|| prices.of(all)))
    }

    /// The requests, tokens and cost so far, in a sentence.
    pub(crate) fn spent(&self) -> String {
        let seen = self.endpoint.statistics();
        let (tokens, cost) = self.cost();
        let cost = cost.map(|cost| format!(", cost {cost:.4}")).unwrap_or_default();
        format!(
            "{} requests sent, {} replies from the cache; {} tokens of prompts, {} of replies{cost}",
            seen.attempts, seen.cached, tokens.prompt, tokens.completion
        )
    }
}

//! Asking the hub, and what its answers mean.

use std::io::Read;
use std::time::Duration;

use ureq::config::RedirectAuthHeaders;
use ureq::{Agent, Body};

use super::{HubError, HubOptions};

/// No description of a model is longer.
const MAX_ANSWER: u64 = 16 << 20;

/// How long a server may be silent.
const PATIENCE: Duration = Duration::from_mins(1);

/// A client of one hub.
pub(super) struct Client<'o> {
    agent: Agent,
    token: Option<&'o str>,
}

/// An answer with a body.
pub(super) struct Answer {
    /// Whether it begins at the byte that was asked for, not at the first.
    pub(super) is_rest: bool,
    pub(super) body: Body,
}

impl<'o> Client<'o> {
    pub(super) fn new(options: &'o HubOptions<'_>) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_connect(Some(PATIENCE))
            .timeout_recv_response(Some(PATIENCE))
            .timeout_per_read(Some(PATIENCE))
            // Large files lie with others, who are not to see the token.
            .redirect_auth_headers(RedirectAuthHeaders::SameHost)
            .user_agent(concat!("examen/", env!("CARGO_PKG_VERSION")))
            .build();
        Self { agent: config.into(), token: options.token.as_deref() }
    }

    /// All of a short answer.
    pub(super) fn short(&self, url: &str) -> Result<Vec<u8>, HubError> {
        let mut bytes = Vec::new();
        let mut reader = self.from(url, 0)?.body.into_reader().take(MAX_ANSWER + 1);
        reader.read_to_end(&mut bytes).map_err(|error| unreachable(url, error))?;
        if bytes.len() as u64 > MAX_ANSWER {
            return Err(HubError::TooLong { file: url.to_owned(), announced: MAX_ANSWER });
        }
        Ok(bytes)
    }

    /// The contents of an address, from a byte on, if the server does that: else from the first.
    pub(super) fn from(&self, url: &str, start: u64) -> Result<Answer, HubError> {
        let answer = self.ask(url, start)?;
        let status = answer.status().as_u16();
        let header = |name: &str| answer.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let wrong_rest =
            |range: Option<String>| !range.is_some_and(|range| range.starts_with(&format!("bytes {start}-")));
        let url = url.to_owned();
        Err(match status {
            200 => return Ok(Answer { is_rest: false, body: answer.into_body() }),
            // Nothing is left to be sent, or something else than what was asked for: from the beginning, then.
            416 | 206 if start > 0 && (status == 416 || wrong_rest(header("content-range"))) => {
                return self.from(&url, 0);
            }
            206 if start > 0 => return Ok(Answer { is_rest: true, body: answer.into_body() }),
            401 => HubError::Unauthorised { url, has_token: self.token.is_some() },
            403 => HubError::Forbidden { url },
            404 => HubError::NotFound { url },
            429 => HubError::TooManyRequests { url, wait: header("retry-after") },
            _ => HubError::Status { url, status },
        })
    }

    fn ask(&self, url: &str, start: u64) -> Result<ureq::http::Response<Body>, HubError> {
        let mut request = self.agent.get(url);
        if let Some(token) = self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if start > 0 {
            request = request.header("range", format!("bytes={start}-"));
        }
        request.call().map_err(|error| unreachable(url, error))
    }
}

#[expect(clippy::needless_pass_by_value, reason = "callers hand over errors that they need no more")]
pub(super) fn unreachable(url: &str, error: impl ToString) -> HubError {
    HubError::Unreachable { url: url.to_owned(), reason: error.to_string() }
}

//! The address of a server, and who may ask it.

use std::fmt;

use axum::http::{HeaderMap, Method, StatusCode, header};
use rand::TryRng;
use rand::rngs::SysRng;
use subtle::ConstantTimeEq;

use crate::error::{Result, ServerError};

/// Bytes of a token: nobody guesses 128 bits.
const TOKEN_BYTES: usize = 16;

/// The names by which a browser of this machine calls it. Any other name is that of a page elsewhere which had its own name resolved
/// to this machine.
const HOSTS: [&str; 2] = ["127.0.0.1", "localhost"];

/// A port with the token that every request has to know.
#[derive(Clone)]
pub(crate) struct Address {
    port: u16,
    token: String,
}

impl Address {
    /// An address with a token of random bytes.
    pub(crate) fn random(port: u16) -> Result<Self> {
        let mut bytes = [0; TOKEN_BYTES];
        SysRng.try_fill_bytes(&mut bytes).map_err(|error| ServerError::Random(error.to_string()))?;
        let token = format!("{:032x}", u128::from_be_bytes(bytes));
        Ok(Self { port, token })
    }

    /// Why a request is refused; nothing if it is not. All checks are of bytes that came with the request: nothing is looked up.
    pub(crate) fn refusal(
        &self,
        method: &Method,
        path: &str,
        headers: &HeaderMap,
    ) -> Option<(StatusCode, &'static str)> {
        let Some(host) = self.host(headers) else {
            return Some((StatusCode::FORBIDDEN, "this server answers to 127.0.0.1 and localhost with its own port"));
        };
        let token = path.strip_prefix('/').and_then(|rest| rest.split('/').next()).unwrap_or_default();
        // In constant time: how long the answer takes must not tell how much of a guess is right.
        if !bool::from(token.as_bytes().ct_eq(self.token.as_bytes())) {
            return Some((StatusCode::NOT_FOUND, "the address needs the token that `examen serve` printed"));
        }
        if method == Method::GET || method == Method::HEAD {
            return None;
        }
        // A page elsewhere can send requests, but cannot say that they come from here.
        let origin = headers.get(header::ORIGIN).and_then(|value| value.to_str().ok());
        let site = headers.get("sec-fetch-site").map(axum::http::HeaderValue::as_bytes);
        let is_ours = origin.is_some_and(|origin| origin.strip_prefix("http://") == Some(host));
        let is_same_origin = site.is_none_or(|site| site == b"same-origin");
        let is_json = headers.get(header::CONTENT_TYPE).is_some_and(|value| value.as_bytes() == b"application/json");
        if is_ours && is_same_origin && is_json {
            return None;
        }
        Some((StatusCode::FORBIDDEN, "only the pages of this server may change something"))
    }

    /// The host of a request, if it is one of ours.
    fn host<'h>(&self, headers: &'h HeaderMap) -> Option<&'h str> {
        let mut values = headers.get_all(header::HOST).iter();
        let (host, other) = (values.next()?.to_str().ok()?, values.next());
        let is_ours = HOSTS.iter().any(|name| {
            let port = host.strip_prefix(name).map(|rest| rest.strip_prefix(':').unwrap_or("80"));
            port.is_some_and(|port| port == self.port.to_string())
        });
        (is_ours && other.is_none()).then_some(host)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "http://127.0.0.1:{}/{}/", self.port, self.token)
    }
}

/// Without the token, which does not belong into messages.
impl fmt::Debug for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Address").field("port", &self.port).finish_non_exhaustive()
    }
}

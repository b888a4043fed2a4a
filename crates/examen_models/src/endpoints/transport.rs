//! One request over HTTP, and what came back. The only file that names the client.

use std::io::{ErrorKind, Read};
use std::net::SocketAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::tls::{PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Timeout};

use super::{EndpointError, EndpointSettings, Secret};

/// No reply is longer.
pub(super) const MOST_BYTES: u64 = 8 << 20;
const MOST_HEADER_BYTES: usize = 64 << 10;
/// Enough for most requests and replies at once; larger buffers would be the memory of a run with many connections.
const BUFFER: usize = 16 << 10;
const CONNECT: Duration = Duration::from_secs(10);

/// A connection to one endpoint.
pub(super) struct Transport {
    agent: Agent,
    /// Headers of each request, keys for the most part.
    headers: Vec<(String, Secret)>,
}

/// The reply of a server.
#[derive(Debug)]
pub(super) struct RawReply {
    pub(super) status: u16,
    pub(super) body: Vec<u8>,
    headers: Vec<(String, String)>,
}

/// Why there is no reply.
#[derive(Debug)]
pub(super) enum NoReply {
    /// No connection, or none long enough for a reply.
    Unreachable(String),
    /// Nothing came in time.
    TooSlow,
    /// The body broke off, or this is not HTTP.
    Broken(String),
    /// The body is too long.
    TooLarge,
    /// The certificate is not trusted.
    Certificate(String),
}

impl Transport {
    pub(super) fn new(settings: &EndpointSettings) -> Result<Self, EndpointError> {
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            // A key must not go where a server points.
            .max_redirects(0)
            .timeout_connect(Some(CONNECT))
            .timeout_global(Some(settings.timeout))
            .input_buffer_size(BUFFER)
            .output_buffer_size(BUFFER)
            .max_response_header_size(MOST_HEADER_BYTES)
            .max_idle_connections(settings.concurrency)
            .max_idle_connections_per_host(settings.concurrency)
            .user_agent(concat!("examen/", env!("CARGO_PKG_VERSION")));
        if settings.address.is_loopback() {
            config = config.proxy(None);
        }
        if let Some(path) = &settings.ca_file {
            config = config.tls_config(TlsConfig::builder().root_certs(certificates(path)?).build());
        }
        let agent = Agent::with_parts(config.build(), DefaultConnector::default(), KeptAddresses::default());
        Ok(Self { agent, headers: settings.secret_headers() })
    }

    /// Asks for an address.
    pub(super) fn get(&self, url: &str) -> Result<RawReply, NoReply> {
        let mut request = self.agent.get(url);
        for (name, value) in &self.headers {
            request = request.header(name, value.text());
        }
        read(request.call())
    }

    /// Posts JSON to an address.
    pub(super) fn post(&self, url: &str, body: &Value) -> Result<RawReply, NoReply> {
        let mut request = self.agent.post(url).header("content-type", "application/json");
        for (name, value) in &self.headers {
            request = request.header(name, value.text());
        }
        read(request.send(body.to_string().as_bytes()))
    }
}

/// How long the addresses of a host are taken to be the same.
const ADDRESSES_STAY: Duration = Duration::from_mins(1);

/// Looks the host up once a minute. The usual resolver starts a thread for each request, to have a time limit.
#[derive(Debug, Default)]
struct KeptAddresses {
    usual: DefaultResolver,
    found: Mutex<Option<(Instant, Uri, Vec<SocketAddr>)>>,
}

impl Resolver for KeptAddresses {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let is_same = |kept: &Uri| kept.scheme() == uri.scheme() && kept.authority() == uri.authority();
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((_, _, addresses)) = found.filter(|it| it.0.elapsed() < ADDRESSES_STAY && is_same(&it.1)) {
            let mut resolved = self.empty();
            for address in addresses {
                resolved.push(address);
            }
            return Ok(resolved);
        }
        let resolved = self.usual.resolve(uri, config, timeout)?;
        let found = Some((Instant::now(), uri.clone(), resolved.to_vec()));
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = found;
        Ok(resolved)
    }
}

/// The usual certificates and those of a file.
fn certificates(path: &std::path::Path) -> Result<RootCerts, EndpointError> {
    let wrong = |reason: String| EndpointError::File { path: path.to_owned(), reason };
    let pem = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
    let mut certificates = Vec::new();
    for item in parse_pem(&pem) {
        if let PemItem::Certificate(certificate) = item.map_err(|error| wrong(error.to_string()))? {
            certificates.push(certificate);
        }
    }
    if certificates.is_empty() {
        return Err(wrong("there is no certificate in PEM".to_owned()));
    }
    Ok(RootCerts::new_with_certs(&certificates))
}

fn read(answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Result<RawReply, NoReply> {
    let answer = answer.map_err(no_reply)?;
    let status = answer.status().as_u16();
    let header = |(name, value): (&ureq::http::HeaderName, &ureq::http::HeaderValue)| {
        Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
    };
    let headers = answer.headers().iter().filter_map(header).collect();
    let mut body = Vec::new();
    // The announced length is not trusted: what comes is read in pieces, and no more than is allowed.
    let mut reader = answer.into_body().into_reader().take(MOST_BYTES + 1);
    if let Err(error) = reader.read_to_end(&mut body) {
        let is_late = matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock)
            || error.get_ref().and_then(|it| it.downcast_ref()).is_some_and(|it| matches!(it, ureq::Error::Timeout(_)));
        return Err(if is_late { NoReply::TooSlow } else { NoReply::Broken(error.to_string()) });
    }
    if body.len() as u64 > MOST_BYTES {
        return Err(NoReply::TooLarge);
    }
    Ok(RawReply { status, body, headers })
}

fn no_reply(error: ureq::Error) -> NoReply {
    let text = error.to_string();
    match error {
        ureq::Error::Timeout(Timeout::Connect | Timeout::Resolve) => NoReply::Unreachable(text),
        ureq::Error::Timeout(_) => NoReply::TooSlow,
        ureq::Error::Protocol(_) | ureq::Error::Http(_) => NoReply::Broken(text),
        ureq::Error::Rustls(_) | ureq::Error::Io(_) if text.to_lowercase().contains("certificate") => {
            NoReply::Certificate(text)
        }
        ureq::Error::Io(error) if matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock) => {
            NoReply::TooSlow
        }
        _ => NoReply::Unreachable(text),
    }
}

impl RawReply {
    /// A header by its name in small letters.
    pub(super) fn header(&self, name: &str) -> Option<String> {
        self.headers.iter().find(|header| header.0 == name).map(|header| header.1.clone())
    }
}

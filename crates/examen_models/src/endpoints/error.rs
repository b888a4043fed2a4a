//! Why a run with an endpoint cannot go on.

use std::path::PathBuf;

use thiserror::Error;

/// Why a run with an endpoint cannot begin or go on. What came before is kept.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EndpointError {
    /// An address that cannot be asked.
    #[error("the address of the endpoint cannot be used: {reason}")]
    Address {
        /// The fault.
        reason: &'static str,
    },
    /// A key would be sent where others can read it.
    #[error("the key is not sent to {host} without TLS; use https:// or, in a network that you trust, --insecure-http")]
    PlainKey {
        /// The host.
        host: String,
    },
    /// Somebody ended the run.
    #[error("interrupted; the replies so far are kept, and the same command goes on from here")]
    Interrupted,
    /// A file cannot be read or written.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The message of the system.
        reason: String,
    },
    /// The endpoint does not say which model it has, or has several.
    #[error("{url} serves {served}; name one with --endpoint-model")]
    NoModel {
        /// The endpoint.
        url: String,
        /// The models that it names.
        served: String,
    },
    /// The endpoint wants another key, or none at all helps.
    #[error("{url}: not allowed ({status}); {hint}: {message}", hint = if *has_key { "the key is not accepted" } else { "EXAMEN_API_KEY may hold a key" })]
    NotAllowed {
        /// The endpoint.
        url: String,
        /// The status.
        status: u16,
        /// Whether a key was sent.
        has_key: bool,
        /// The message of the server.
        message: String,
    },
    /// The certificate of the server is not trusted.
    #[error("{url}: the certificate is not trusted; --ca-file names further ones: {message}")]
    Certificate {
        /// The endpoint.
        url: String,
        /// The fault.
        message: String,
    },
    /// There is no such endpoint.
    #[error("{url}: there is no such endpoint ({status}): {message}")]
    NotThere {
        /// The endpoint.
        url: String,
        /// The status.
        status: u16,
        /// The message of the server.
        message: String,
    },
    /// The server points elsewhere; a key must not follow.
    #[error("{url} redirects to {target} ({status}); redirects are not followed: name the final address")]
    Redirect {
        /// The endpoint.
        url: String,
        /// The status.
        status: u16,
        /// The host that it points at.
        target: String,
    },
    /// The account has no money left.
    #[error("{url}: the account is out of credit: {message}")]
    NoMoney {
        /// The endpoint.
        url: String,
        /// The message of the server.
        message: String,
    },
    /// The server asks to come back much later.
    #[error("{url} asks to wait {seconds} s; come back then, the replies so far are kept")]
    ComeBackLater {
        /// The endpoint.
        url: String,
        /// How long.
        seconds: u64,
    },
    /// The server rejects what it is sent.
    #[error("{url} rejects every request: {message}")]
    Rejected {
        /// The endpoint.
        url: String,
        /// The message of the server.
        message: String,
    },
    /// The template of the model knows no system role.
    #[error("{url}: the model takes no system message; ask it with --system-role user: {message}")]
    SystemRole {
        /// The endpoint.
        url: String,
        /// The message of the server.
        message: String,
    },
    /// The server cannot be reached, or says nothing.
    #[error("{url}: given up, {why}: {message}")]
    Stalled {
        /// The endpoint.
        url: String,
        /// The reason.
        why: String,
        /// The last failure.
        message: String,
    },
    /// The server cuts prompts in silence.
    #[error(
        "{url} cuts prompts: it counts {counted} tokens where {expected} or more were sent; raise the context of the server"
    )]
    CutPrompts {
        /// The endpoint.
        url: String,
        /// The count of the server.
        counted: u64,
        /// The expected count.
        expected: u64,
    },
    /// A way of asking needs what the endpoint was not proved to have.
    #[error("{url}: {what}")]
    Unproved {
        /// The endpoint.
        url: String,
        /// The missing capability, and what would do.
        what: String,
    },
    /// Nothing is known of the endpoint, and it may not be asked.
    #[error("{url}: offline, and nothing of this endpoint is kept in {}", cache.display())]
    NothingKept {
        /// The endpoint.
        url: String,
        /// The cache.
        cache: PathBuf,
    },
}

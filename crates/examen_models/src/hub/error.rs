//! Why a model cannot be had from the hub.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a model cannot be had from the hub.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HubError {
    /// A name that is no name of a model.
    #[error("`{given}` names no model of the hub: it has to be owner/name or owner/name@revision")]
    Name {
        /// The name.
        given: String,
    },
    /// There is no such model, revision or file.
    #[error("{url}: there is no such model, revision or file (404)")]
    NotFound {
        /// The model or file.
        url: String,
    },
    /// The hub wants to know who asks. It says so also of models that do not exist.
    #[error(
        "{url}: the model is private or does not exist (401); {}",
        if *has_token { "the token that was given is not accepted" } else { "HF_TOKEN may hold a token" }
    )]
    Unauthorised {
        /// The model or file.
        url: String,
        /// Whether a token was given.
        has_token: bool,
    },
    /// The hub knows who asks, and does not allow it.
    #[error("{url}: not allowed (403); the model's page on the hub may ask to accept conditions first")]
    Forbidden {
        /// The model or file.
        url: String,
    },
    /// Too much was asked for in a short time.
    #[error("{url}: the hub asks to wait (429){}", wait.as_ref().map_or(String::new(), |wait| format!("; retry after {wait}")))]
    TooManyRequests {
        /// The model or file.
        url: String,
        /// For how long, in the words of the hub.
        wait: Option<String>,
    },
    /// The hub answers something else that is no success.
    #[error("{url}: the hub answers with status {status}")]
    Status {
        /// The model or file.
        url: String,
        /// Its answer.
        status: u16,
    },
    /// No connection, or one that breaks again and again. What has come is kept, and continued the next time.
    #[error("{url}: cannot be reached: {reason}")]
    Unreachable {
        /// The model or file.
        url: String,
        /// The reason.
        reason: String,
    },
    /// The hub's description of a model is not what it should be.
    #[error("{url}: {reason}")]
    Listing {
        /// Where it is from.
        url: String,
        /// The reason.
        reason: String,
    },
    /// A model has not the files that an encoder needs.
    #[error("{model} has no {what}")]
    Incomplete {
        /// The model.
        model: String,
        /// The missing file.
        what: &'static str,
    },
    /// The name of a file that leads out of the model's folder.
    #[error("{model} has a file called {name:?}, which does not lie in its folder")]
    UnsafeName {
        /// The model.
        model: String,
        /// The name.
        name: String,
    },
    /// More bytes came than were announced.
    #[error("{file}: more than the {announced} bytes that the hub announced")]
    TooLong {
        /// The file.
        file: String,
        /// Its size, as announced.
        announced: u64,
    },
    /// The bytes that came are not those of the file. They have been deleted.
    #[error("{file}: the checksum is {found} in place of {expected}; what came has been deleted")]
    Checksum {
        /// The file.
        file: String,
        /// As announced.
        expected: String,
        /// Of the bytes that came.
        found: String,
    },
    /// The hub is not to be asked, and the cache does not have all of the model.
    #[error("{model} is not whole in the cache ({}), and there is no asking the hub offline", folder.display())]
    NotCached {
        /// The model with its revision.
        model: String,
        /// Where it would be.
        folder: PathBuf,
    },
    /// It is not known where to keep models.
    #[error("no folder to keep models in: EXAMEN_CACHE may name one")]
    NoCacheFolder,
    /// A file or folder of the cache cannot be read or written.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
}

impl HubError {
    /// An error of a file of the cache, for use with `map_err`.
    pub(super) fn file<E: ToString>(path: &Path) -> impl FnOnce(E) -> Self {
        move |error| Self::File { path: path.to_owned(), reason: error.to_string() }
    }
}

//! Checkpoints from the hub: `owner/name` in, a folder that [`Encoder::load`](crate::Encoder::load) reads out.
//!
//! Only what an encoder needs is loaded: its configuration, its tokenizer, and weights in one form. Files are continued where a
//! connection broke, are held against the checksums that the hub has of them, and appear whole. What is there once needs no
//! network any more. Nothing that a server says decides where something is written, or that more is written than announced.

mod cache;
mod checksum;
mod download;
mod error;
mod http;
mod listing;
mod name;
mod options;

use std::path::PathBuf;

pub use error::HubError;
pub use options::HubOptions;

use cache::Shelf;
use download::Download;
use http::Client;
use listing::{Listing, RemoteFile, is_index};
use name::ModelName;

/// How far a file has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress<'f> {
    /// The name of the file.
    pub file: &'f str,
    /// Bytes that are there, with those of earlier runs.
    pub done: u64,
    /// Bytes of the whole file.
    pub total: u64,
}

/// The folder of a model of the hub, loaded if the cache does not have it: `owner/name`, or `owner/name@revision` with a branch,
/// a tag or a commit.
pub fn fetch(model: &str, options: &HubOptions<'_>) -> Result<PathBuf, HubError> {
    let name = ModelName::parse(model)?;
    let shelf = Shelf::new(&options.cache, &name);
    let known = shelf.known(&name.revision);
    if let Some(folder) = known.as_ref().filter(|_| options.is_offline || name::is_commit(&name.revision)) {
        return Ok(folder.clone());
    }
    if options.is_offline {
        return Err(HubError::NotCached { model: name.full(), folder: shelf.folder().to_owned() });
    }
    let client = Client::new(options);
    let endpoint = options.endpoint.trim_end_matches('/');
    let url = format!("{endpoint}/api/models/{}/revision/{}?blobs=true", name.model(), name.encoded_revision());
    let answer = match (client.short(&url), known) {
        // The cache is better than nothing.
        (Err(HubError::Unreachable { .. }), Some(folder)) => return Ok(folder),
        (answer, _) => answer?,
    };
    let listing = Listing::read(name.full(), &url, &answer)?;
    let folder = shelf.at(&listing.commit);
    if !cache::is_whole(&folder) {
        cache::create_folder(&folder)?;
        let _lock = cache::lock(&folder)?;
        let load = |file: &RemoteFile| {
            let url = format!("{endpoint}/{}/resolve/{}/{}", name.model(), listing.commit, file.name);
            Download { client: &client, url, file, folder: &folder, progress: options.progress }.run()
        };
        let mut files = listing.first()?;
        files.iter().try_for_each(load)?;
        if let Some(index) = files.iter().find(|file| is_index(file)) {
            let path = folder.join(&index.name);
            let text = std::fs::read_to_string(&path).map_err(HubError::file(&path))?;
            let parts = listing.parts(&serde_json::from_str(&text).map_err(HubError::file(&path))?)?;
            parts.iter().try_for_each(load)?;
            files.extend(parts);
        }
        cache::finish(&folder, &name, &listing.commit, &files)?;
    }
    shelf.remember(&listing.commit)?;
    Ok(folder)
}

//! The listing of a model on the hub: its commit and its files; and which of these an encoder needs.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::HubError;
use super::checksum::Checksum;
use super::name::{is_commit, is_part};

/// The files beside the weights that an encoder reads, if they are there.
const BESIDE: [&str; 2] = ["added_tokens.json", "tokenizer_config.json"];

/// Tokenizers, the best first: each is one file or several that belong together.
const TOKENIZERS: [&[&str]; 4] =
    [&["tokenizer.json"], &["vocab.json", "merges.txt"], &["vocab.txt"], &["sentencepiece.bpe.model"]];

/// Weights, the best first, as encoders look for them.
const WEIGHTS: [&str; 4] =
    ["model.safetensors", "model.safetensors.index.json", "pytorch_model.bin", "pytorch_model.bin.index.json"];

/// A file of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RemoteFile {
    pub(super) name: String,
    pub(super) size: u64,
    pub(super) checksum: Checksum,
}

/// A model at a commit.
#[derive(Debug)]
pub(super) struct Listing {
    model: String,
    pub(super) commit: String,
    files: BTreeMap<String, RemoteFile>,
}

impl Listing {
    /// Reads the answer of `/api/models/MODEL/revision/REVISION?blobs=true`.
    pub(super) fn read(model: String, url: &str, answer: &[u8]) -> Result<Self, HubError> {
        let wrong = |reason: String| HubError::Listing { url: url.to_owned(), reason };
        let value: Value = serde_json::from_slice(answer).map_err(|error| wrong(error.to_string()))?;
        let commit = value.get("sha").and_then(Value::as_str).filter(|commit| is_commit(commit));
        let commit = commit.ok_or_else(|| wrong("no commit".to_owned()))?.to_owned();
        let siblings = value.get("siblings").and_then(Value::as_array);
        let siblings = siblings.ok_or_else(|| wrong("no list of files".to_owned()))?;
        let mut files = BTreeMap::new();
        for sibling in siblings {
            let name = sibling.get("rfilename").and_then(Value::as_str);
            let name = name.ok_or_else(|| wrong("a file without a name".to_owned()))?;
            // Nothing that an encoder needs lies in a folder or has an odd name: what has one is as good as not there.
            if is_part(name) {
                let file = remote_file(name, sibling);
                let file = file.ok_or_else(|| wrong(format!("no size or checksum of `{name}`")))?;
                files.insert(name.to_owned(), file);
            }
        }
        Ok(Self { model, commit, files })
    }

    /// The files to begin with: all, but for the parts that an index of weights names.
    pub(super) fn first(&self) -> Result<Vec<RemoteFile>, HubError> {
        let incomplete = |what| HubError::Incomplete { model: self.model.clone(), what };
        let is_there = |name: &str| self.files.contains_key(name);
        let weights = WEIGHTS.into_iter().find(|name| is_there(name));
        let weights = weights.ok_or_else(|| incomplete("weights: neither safetensors nor PyTorch's"))?;
        let tokenizer = TOKENIZERS.into_iter().find(|names| names.iter().all(|name| is_there(name)));
        let tokenizer = tokenizer.ok_or_else(|| incomplete("tokenizer of a known form"))?;
        if !is_there("config.json") {
            return Err(incomplete("config.json"));
        }
        // The weights come last: what is wrong with the rest is known before they are loaded.
        let names = ["config.json"].into_iter().chain(BESIDE).chain(tokenizer.iter().copied()).chain([weights]);
        Ok(names.filter_map(|name| self.files.get(name).cloned()).collect())
    }

    /// The parts that an index of weights names, in order.
    pub(super) fn parts(&self, index: &Value) -> Result<Vec<RemoteFile>, HubError> {
        let map = index.get("weight_map").and_then(Value::as_object);
        let names: BTreeSet<&str> = map.into_iter().flat_map(|map| map.values()).filter_map(Value::as_str).collect();
        if names.is_empty() {
            return Err(HubError::Incomplete { model: self.model.clone(), what: "weights in its index" });
        }
        let part = |name: &str| {
            if !is_part(name) {
                return Err(HubError::UnsafeName { model: self.model.clone(), name: name.to_owned() });
            }
            let missing = || HubError::Incomplete { model: self.model.clone(), what: "file that its index names" };
            self.files.get(name).cloned().ok_or_else(missing)
        };
        names.into_iter().map(part).collect()
    }
}

/// Whether a file names others.
pub(super) fn is_index(file: &RemoteFile) -> bool {
    WEIGHTS.contains(&file.name.as_str()) && file.name.ends_with(".index.json")
}

fn remote_file(name: &str, sibling: &Value) -> Option<RemoteFile> {
    // A large file is described by what stands in its place in git: that one's own checksum is of no use.
    let large = sibling.get("lfs").filter(|large| !large.is_null());
    let size = large.and_then(|large| large.get("size")).or_else(|| sibling.get("size"))?.as_u64()?;
    let checksum = match large {
        Some(large) => Checksum::new("sha256", large.get("sha256")?.as_str()?)?,
        None => Checksum::new("git_blob", sibling.get("blobId")?.as_str()?)?,
    };
    Some(RemoteFile { name: name.to_owned(), size, checksum })
}

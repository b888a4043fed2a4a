//! Replies that are kept: `CACHE/endpoints/HH/KEY.json`, where the key is a hash of what was asked.
//!
//! A file holds the request too, so that a reply is never taken for that to another, and a checksum. It is written under another name
//! and renamed, so that nothing needs a lock and a torn write does no harm. Only whole replies come here: no errors, no refusals.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Capabilities, EndpointError, Reply};

const VERSION: u32 = 1;

/// The texts between the parts of a file. The checksum is that of everything before it.
const REQUEST: &str = ",\"request\":";
const STATUS: &str = ",\"status\":200";
const CHECKSUM: &str = ",\"blake3\":\"";

/// A request as it is kept: its text is made once, because prompts are long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptRequest {
    text: String,
    /// The key of the reply.
    pub key: String,
}

/// The fields of a file that are read beside the request.
#[derive(Deserialize)]
struct Kept {
    reply: String,
}

/// The replies of one endpoint.
pub struct Cache {
    folder: PathBuf,
    url: String,
    revision: String,
    written: AtomicU64,
}

impl Cache {
    pub(super) fn new(cache: &Path, url: &str, revision: &str) -> Self {
        let folder = cache.join("endpoints");
        Self { folder, url: url.to_owned(), revision: revision.to_owned(), written: AtomicU64::new(0) }
    }

    /// Where replies are kept.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A request as it is kept, with its key: nothing but what is asked, of whom, and which sample.
    pub fn request(&self, body: &Value, sample: u32) -> KeptRequest {
        let mut text = String::from("{\"body\":");
        push_sorted(&mut text, body);
        let fields = [("revision", json!(self.revision)), ("sample", json!(sample)), ("url", json!(self.url))];
        for (name, value) in fields {
            text.extend([",\"", name, "\":", &value.to_string()]);
        }
        text.extend([",\"v\":", &VERSION.to_string(), "}"]);
        let key = blake3::hash(text.as_bytes()).to_hex().to_string();
        KeptRequest { text, key }
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(&key[..2]).join(format!("{key}.json"))
    }

    /// The reply to a request, if it is kept and whole.
    pub fn find(&self, request: &KeptRequest) -> Option<Reply> {
        let file = fs::read_to_string(self.path(&request.key)).ok()?;
        let (entry, checksum) = file.strip_suffix("\"}")?.rsplit_once(CHECKSUM)?;
        if blake3::hash(entry.as_bytes()).to_hex().as_str() != checksum {
            return None;
        }
        // A reply is never taken for that to another request.
        let kept = entry.strip_suffix(STATUS)?.strip_suffix(request.text.as_str())?.strip_suffix(REQUEST)?;
        let kept: Kept = serde_json::from_str(&format!("{kept}}}")).ok()?;
        Reply::read(kept.reply.as_bytes()).ok().filter(Reply::is_kept)
    }

    /// Keeps the raw reply to a request.
    pub(super) fn keep(&self, request: &KeptRequest, reply: &str, attempts: u32) -> Result<(), EndpointError> {
        let reply = Value::String(reply.to_owned());
        let mut entry = format!("{{\"attempts\":{attempts},\"reply\":{reply}");
        entry.extend([REQUEST, &request.text, STATUS]);
        let checksum = blake3::hash(entry.as_bytes()).to_hex();
        entry.extend([CHECKSUM, &checksum, "\"}"]);
        self.write(&self.path(&request.key), &entry)
    }

    /// The capabilities that were last proved for a model, by the interface of chats or by that of completions.
    pub fn capabilities(&self, model: Option<&str>, is_completion: bool) -> Option<Capabilities> {
        serde_json::from_slice(&fs::read(self.capabilities_path(model, is_completion)).ok()?).ok()
    }

    pub(super) fn keep_capabilities(
        &self,
        model: Option<&str>,
        is_completion: bool,
        found: &Capabilities,
    ) -> Result<(), EndpointError> {
        self.write(&self.capabilities_path(model, is_completion), &json!(found).to_string())
    }

    fn capabilities_path(&self, model: Option<&str>, is_completion: bool) -> PathBuf {
        let version = if is_completion { json!("1, completions") } else { json!(VERSION) };
        let key = hash(&json!({ "v": version, "url": self.url, "model": model, "revision": self.revision }));
        self.folder.join("capabilities").join(format!("{key}.json"))
    }

    /// Prompts hold the user's code: nobody else may read them.
    fn write(&self, path: &Path, text: &str) -> Result<(), EndpointError> {
        let wrong = |path: &Path| {
            let path = path.to_owned();
            move |error: std::io::Error| EndpointError::File { path, reason: error.to_string() }
        };
        let folder = path.parent().unwrap_or(&self.folder);
        create_private_folder(folder).map_err(wrong(folder))?;
        let number = self.written.fetch_add(1, Ordering::Relaxed);
        let unfinished = folder.join(format!(".{}.{number}.unfinished", std::process::id()));
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let written = options.open(&unfinished).and_then(|mut file| file.write_all(text.as_bytes()));
        written.and_then(|()| fs::rename(&unfinished, path)).map_err(|error| {
            let _ = fs::remove_file(&unfinished);
            wrong(path)(error)
        })
    }
}

fn create_private_folder(folder: &Path) -> std::io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// The hash of a value whose objects are sorted.
fn hash(value: &Value) -> String {
    let mut text = String::new();
    push_sorted(&mut text, value);
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// Writes a value as JSON whose objects are sorted by key.
fn push_sorted(text: &mut String, value: &Value) {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
            fields.sort_unstable_by_key(|(name, _)| *name);
            text.push('{');
            for (at, (name, value)) in fields.into_iter().enumerate() {
                text.push_str(if at == 0 { "" } else { "," });
                text.push_str(&Value::String(name.clone()).to_string());
                text.push(':');
                push_sorted(text, value);
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for (at, item) in items.iter().enumerate() {
                text.push_str(if at == 0 { "" } else { "," });
                push_sorted(text, item);
            }
            text.push(']');
        }
        // Strings, numbers and the like.
        scalar => text.push_str(&scalar.to_string()),
    }
}

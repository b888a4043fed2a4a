//! Replies that are kept: `CACHE/endpoints/HH/KEY.json`, where the key is a hash of what was asked.
//!
//! A file holds the request too, so that a reply is never taken for that to another, and a checksum. It is written under another name
//! and renamed, so that nothing needs a lock and a torn write does no harm. Only whole replies come here: no errors, no refusals.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Map, Value, json};

use super::{Capabilities, EndpointError, Reply};

const VERSION: u32 = 1;

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

    /// The key of a request: nothing but what is asked, of whom, and which sample.
    pub fn key(&self, body: &Value, sample: u32) -> String {
        hash(&self.request(body, sample))
    }

    fn request(&self, body: &Value, sample: u32) -> Value {
        let mut request =
            json!({ "v": VERSION, "url": self.url, "body": body, "sample": sample, "revision": self.revision });
        request.sort_all_objects();
        request
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(&key[..2]).join(format!("{key}.json"))
    }

    /// The reply to a request, if it is kept and whole.
    pub fn find(&self, body: &Value, sample: u32) -> Option<Reply> {
        let request = self.request(body, sample);
        let mut entry: Map<String, Value> = serde_json::from_slice(&fs::read(self.path(&hash(&request))).ok()?).ok()?;
        let checksum = entry.remove("blake3")?;
        if entry.get("request") != Some(&request) || checksum != hash(&Value::Object(entry.clone())) {
            return None;
        }
        Reply::read(entry.get("reply")?.as_str()?.as_bytes()).ok().filter(Reply::is_kept)
    }

    /// Keeps the raw reply to a request.
    pub(super) fn keep(&self, body: &Value, sample: u32, reply: &str, attempts: u32) -> Result<(), EndpointError> {
        let request = self.request(body, sample);
        let path = self.path(&hash(&request));
        let mut entry = json!({ "request": request, "reply": reply, "status": 200, "attempts": attempts });
        entry.sort_all_objects();
        let checksum = hash(&entry);
        entry["blake3"] = checksum.into();
        self.write(&path, &entry)
    }

    /// What the endpoint was last proved to do with a model.
    pub fn capabilities(&self, model: Option<&str>) -> Option<Capabilities> {
        serde_json::from_slice(&fs::read(self.capabilities_path(model)).ok()?).ok()
    }

    pub(super) fn keep_capabilities(&self, model: Option<&str>, found: &Capabilities) -> Result<(), EndpointError> {
        self.write(&self.capabilities_path(model), &json!(found))
    }

    fn capabilities_path(&self, model: Option<&str>) -> PathBuf {
        let key = hash(&json!({ "v": VERSION, "url": self.url, "model": model, "revision": self.revision }));
        self.folder.join("capabilities").join(format!("{key}.json"))
    }

    /// Prompts hold the user's code: nobody else may read them.
    fn write(&self, path: &Path, value: &Value) -> Result<(), EndpointError> {
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
        let written = options.open(&unfinished).and_then(|mut file| file.write_all(value.to_string().as_bytes()));
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
    let mut sorted = value.clone();
    sorted.sort_all_objects();
    blake3::hash(sorted.to_string().as_bytes()).to_hex().to_string()
}

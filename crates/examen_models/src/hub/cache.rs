//! Where models are kept: `CACHE/hub/OWNER/NAME/COMMIT/`, and beside it in `refs/` the commit that a revision last was.
//!
//! A folder is whole when it has a manifest: that is written last, when every file is there and has its checksum.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::HubError;
use super::listing::RemoteFile;
use super::name::{ModelName, is_commit, is_part};

const MANIFEST: &str = "manifest.json";

/// The place of one model.
#[derive(Debug)]
pub(super) struct Shelf {
    folder: PathBuf,
    reference: PathBuf,
}

impl Shelf {
    pub(super) fn new(cache: &Path, name: &ModelName) -> Self {
        let folder = cache.join("hub").join(&name.owner).join(&name.name);
        let reference = folder.join("refs").join(name.encoded_revision());
        Self { folder, reference }
    }

    /// The folder of a model at a commit.
    pub(super) fn at(&self, commit: &str) -> PathBuf {
        self.folder.join(commit)
    }

    /// The folder of a model at what its revision last was, if that is known and whole.
    pub(super) fn known(&self, revision: &str) -> Option<PathBuf> {
        let commit = if is_commit(revision) {
            revision.to_owned()
        } else {
            fs::read_to_string(&self.reference).ok().map(|text| text.trim().to_owned()).filter(|it| is_commit(it))?
        };
        Some(self.at(&commit)).filter(|folder| is_whole(folder))
    }

    /// Where models of this name are.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Keeps what commit the revision is.
    pub(super) fn remember(&self, commit: &str) -> Result<(), HubError> {
        create_folder(self.reference.parent().unwrap_or(&self.folder))?;
        write_whole(&self.reference, &format!("{commit}\n"))
    }
}

/// Whether all files of a folder are there, as far as their sizes tell: their checksums were right when the manifest was written.
pub(super) fn is_whole(folder: &Path) -> bool {
    let manifest = fs::read(folder.join(MANIFEST)).ok().and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
    let files = manifest.as_ref().and_then(|manifest| manifest.get("files")).and_then(Value::as_array);
    let is_there = |file: &Value| {
        let name = file.get("name").and_then(Value::as_str).filter(|name| is_part(name))?;
        Some(fs::metadata(folder.join(name)).ok()?.len() == file.get("size")?.as_u64()?)
    };
    files.is_some_and(|files| !files.is_empty() && files.iter().all(|file| is_there(file) == Some(true)))
}

/// Says of a folder that it is whole.
pub(super) fn finish(folder: &Path, name: &ModelName, commit: &str, files: &[RemoteFile]) -> Result<(), HubError> {
    let files: Vec<Value> = files
        .iter()
        .map(|file| {
            let (kind, digits) = file.checksum.parts();
            json!({ "name": file.name, "size": file.size, (kind): digits })
        })
        .collect();
    let manifest = json!({ "schema": "hub/1", "model": name.model(), "commit": commit, "files": files });
    write_whole(&folder.join(MANIFEST), &format!("{manifest:#}\n"))
}

/// Waits until nobody else loads into a folder, and keeps others waiting while what is returned lives.
pub(super) fn lock(folder: &Path) -> Result<File, HubError> {
    let path = folder.join(".lock");
    let file = File::create(&path).map_err(HubError::file(&path))?;
    file.lock().map_err(HubError::file(&path))?;
    Ok(file)
}

pub(super) fn create_folder(folder: &Path) -> Result<(), HubError> {
    fs::create_dir_all(folder).map_err(HubError::file(folder))
}

fn write_whole(path: &Path, text: &str) -> Result<(), HubError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let unfinished = path.with_file_name(format!(".{name}.{}.unfinished", std::process::id()));
    fs::write(&unfinished, text).map_err(HubError::file(&unfinished))?;
    fs::rename(&unfinished, path).map_err(HubError::file(path))
}

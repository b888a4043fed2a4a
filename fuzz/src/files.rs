//! Readers that want a file get one.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

thread_local! {
    // The folder is the same for all inputs, since its making would take longer than the reading.
    static FOLDER: Option<TempDir> = tempfile::tempdir().ok();
}

/// Writes the bytes into a file of this name and hands its path on.
pub(crate) fn with_file(name: &str, data: &[u8], check: impl FnOnce(&Path)) {
    FOLDER.with(|folder| {
        let folder = folder.as_ref().unwrap_or_else(|| panic!("no temporary folder"));
        let path = folder.path().join(name);
        fs::write(&path, data).unwrap_or_else(|error| panic!("{error}"));
        check(&path);
        fs::remove_file(&path).unwrap_or_else(|error| panic!("{error}"));
    });
}

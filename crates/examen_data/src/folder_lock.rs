//! One writer at a time for a folder of many files.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::atomic_file::{hidden_beside, open_locked};
use crate::error::Result;

/// The right to write the files of a folder, for as long as it lives.
///
/// Files have locks of their own; of two runs that write the same files one after the other, though, each could get some and be
/// refused others. The lock is a hidden file in the folder: `.folder.lock`. One that a killed run has left is taken over.
#[derive(Debug)]
pub struct FolderLock {
    path: PathBuf,
    _file: File,
}

impl FolderLock {
    /// Takes the folder, which is made where there is none; it is refused while another run has it.
    pub fn take(folder: &Path) -> Result<Self> {
        let path = hidden_beside(&folder.join("folder"), "lock")?;
        let file = open_locked(folder, &path)?;
        Ok(Self { path, _file: file })
    }

    /// Whether a file of a folder is its lock.
    pub fn is_lock(name: &std::ffi::OsStr) -> bool {
        name == ".folder.lock"
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // Removed while it is still held: whoever waits for it sees that it has no name any more. One that stays does no harm.
        let _ = std::fs::remove_file(&self.path);
    }
}

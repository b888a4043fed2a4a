//! The folder of a run: one run at a time works in it, and what a run that failed has made and left empty goes again.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use examen_data::why_no_folder;

use crate::error::{Result, RunError};

/// The folder of the records of finished stages.
pub(crate) const STAGES: &str = "stages";

/// The file whose lock a run holds. It stays, so that two runs never hold locks of two files of this name.
const LOCK: &str = ".lock";

/// The folder of a run, which nobody else works in as long as this lives.
pub(crate) struct RunFolder {
    path: PathBuf,
    made: Vec<PathBuf>,
    has_succeeded: bool,
    _lock: File,
}

impl RunFolder {
    /// Makes the folder and locks it; refuses it, before anything in it is touched, when another run works there.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let stages = path.join(STAGES);
        let made: Vec<PathBuf> = stages
            .ancestors()
            .take_while(|it| !it.as_os_str().is_empty() && !it.exists())
            .map(Path::to_owned)
            .collect();
        std::fs::create_dir_all(&stages).map_err(|error| {
            RunError::request(format!(
                "{}: cannot be the folder of a run: {}; name another by --out",
                path.display(),
                why_no_folder(&error)
            ))
        })?;
        let place = stages.join(LOCK);
        let lock = OpenOptions::new().write(true).create(true).truncate(false).open(&place);
        let lock = lock.map_err(RunError::file(&place))?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(RunError::Busy { folder: path.to_owned() }),
            // Some network file systems have no locks; there users have to see to it themselves.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        Ok(Self { path: path.to_owned(), made, has_succeeded: false, _lock: lock })
    }

    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps the folder, whatever is in it.
    pub(crate) fn keep(&mut self) {
        self.has_succeeded = true;
    }
}

impl Drop for RunFolder {
    fn drop(&mut self) {
        if self.has_succeeded || self.made.is_empty() {
            return;
        }
        // Only what is new and empty is removed; a folder that cannot be is left, and does no harm.
        let stages = self.path.join(STAGES);
        let is_empty = std::fs::read_dir(&stages).is_ok_and(|entries| entries.count() <= 1);
        if is_empty {
            let _ = std::fs::remove_file(stages.join(LOCK));
        }
        for folder in &self.made {
            let _ = std::fs::remove_dir(folder);
        }
    }
}

/// All files below some paths, which may be files themselves, sorted; hidden ones, which are unfinished, are left out.
pub(crate) fn files_below(root: &Path, paths: &[String]) -> Result<Vec<String>> {
    let mut files = Vec::new();
    let mut left: Vec<String> = paths.to_vec();
    while let Some(relative) = left.pop() {
        let path = root.join(&relative);
        if !path.is_dir() {
            files.extend(path.exists().then_some(relative));
            continue;
        }
        for entry in std::fs::read_dir(&path).map_err(RunError::file(&path))? {
            let name = entry.map_err(RunError::file(&path))?.file_name().to_string_lossy().into_owned();
            if !name.starts_with('.') {
                left.push(format!("{relative}/{name}"));
            }
        }
    }
    files.sort_unstable();
    Ok(files)
}

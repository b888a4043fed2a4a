//! The folder of a report: files under plain names, and a list of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use examen_data::{DataError, FolderLock, write_atomically, write_renamed};

use crate::error::{ReportError, Result};

/// The list of all files of a report, by which a later report in the same folder knows what it may remove.
const LIST: &str = "files.json";

/// The page that is written last: a folder that has it is complete.
pub(crate) const INDEX: &str = "index.html";

/// Whether a folder has a complete report.
pub fn is_report(folder: &Path) -> bool {
    folder.join(INDEX).is_file() && listed_files(folder).is_some()
}

/// The names of the files of a report by its list, those that stay in the folder; nothing where there is no list.
pub fn listed_files(folder: &Path) -> Option<Vec<String>> {
    let text = std::fs::read(folder.join(LIST)).ok()?;
    let names = serde_json::from_slice::<BTreeMap<String, u64>>(&text).ok()?.into_keys();
    Some(names.filter(|name| is_inside(name)).collect())
}

/// A folder in the making.
pub(crate) struct Folder {
    path: PathBuf,
    _lock: FolderLock,
    /// The files of the report that was there before.
    before: Vec<String>,
    /// The sizes of files that were written.
    written: BTreeMap<String, u64>,
}

impl Folder {
    /// Takes a folder: a new one, an empty one, or one with a report of ours.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        make(path)?;
        let list = path.join(LIST);
        let before = match examen_corpus::read_plain_file(&list) {
            // A list that was cut off names nothing, and is still ours.
            Ok(text) => {
                serde_json::from_slice::<BTreeMap<String, u64>>(&text).unwrap_or_default().into_keys().collect()
            }
            Err(_) if is_empty(path)? => Vec::new(),
            Err(_) => return Err(ReportError::NotAReport { path: path.to_owned() }),
        };
        let lock = FolderLock::take(path)?;
        if before.is_empty() {
            // So that a report that was interrupted is known for one.
            write_atomically(&list, b"{}\n")?;
        }
        // While files change there is no whole report.
        remove(&path.join(INDEX))?;
        Ok(Self { path: path.to_owned(), _lock: lock, before, written: BTreeMap::new() })
    }

    /// Writes a file; `name` is a path in the folder.
    pub(crate) fn write(&mut self, name: &str, content: &str) -> Result<()> {
        let path = self.path.join(name);
        if let Some(parent) = path.parent() {
            make(parent)?;
        }
        write_renamed(&path, content.as_bytes())?;
        self.written.insert(name.to_owned(), content.len() as u64);
        Ok(())
    }

    /// A name that no file has: with a number behind it, where it is taken.
    pub(crate) fn free_name(&self, folder: &str, name: &str, ending: &str) -> String {
        let mut free = name.to_owned();
        for number in 2.. {
            if !self.written.contains_key(&format!("{folder}/{free}.{ending}")) {
                break;
            }
            free = format!("{name}-{number}");
        }
        free
    }

    /// Removes what an earlier report had and this one has not, and writes the first page; returns the size of everything.
    pub(crate) fn finish(mut self, index: &str) -> Result<u64> {
        let is_ours = |name: &&String| !self.written.contains_key(*name) && is_inside(name);
        for name in self.before.iter().filter(is_ours) {
            remove(&self.path.join(name))?;
        }
        self.written.insert(INDEX.to_owned(), index.len() as u64);
        let list = serde_json::to_string_pretty(&self.written)?;
        self.write(LIST, &format!("{list}\n"))?;
        write_atomically(&self.path.join(INDEX), index.as_bytes())?;
        Ok(self.written.values().sum())
    }
}

/// Whether a name of a list, which anybody may have written, stays in the folder.
fn is_inside(name: &str) -> bool {
    Path::new(name).components().all(|part| matches!(part, std::path::Component::Normal(_)))
}

/// Whether there is nothing in a folder but what a report that was killed at once has left.
fn is_empty(path: &Path) -> Result<bool> {
    let partial = format!(".{LIST}.partial");
    for entry in std::fs::read_dir(path).map_err(file_error(path))? {
        let name = entry.map_err(file_error(path))?.file_name();
        if !FolderLock::is_lock(&name) && name != partial.as_str() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn make(path: &Path) -> Result<()> {
    std::fs::create_dir_all(path).map_err(|error| ReportError::Data(DataError::no_folder(path)(error)))
}

fn remove(path: &Path) -> Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(file_error(path)(error)),
        _ => Ok(()),
    }
}

fn file_error(path: &Path) -> impl FnOnce(std::io::Error) -> ReportError {
    let path = path.to_owned();
    move |source| ReportError::Data(DataError::Io { path, source })
}

//! Files of a folder, in order.

use std::path::{Path, PathBuf};

/// Returns what lies in a folder, sorted by path.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}

/// Returns the files of a folder and of the folders in it, sorted by path.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let below = |path: PathBuf| if path.is_dir() { files_below(&path) } else { vec![path] };
    files(folder).into_iter().flat_map(below).collect()
}

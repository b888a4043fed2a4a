//! Two folders with the same files in them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Checks that two folders have the same files with the same bytes.
pub(crate) fn assert_same(first: &Path, second: &Path) -> Result<(), String> {
    let (mut in_first, mut in_second) = (BTreeSet::new(), BTreeSet::new());
    add_files(first, Path::new(""), &mut in_first)?;
    add_files(second, Path::new(""), &mut in_second)?;
    let mut problems = Vec::new();
    for path in in_first.symmetric_difference(&in_second) {
        problems.push(format!("{} is in one folder only", path.display()));
    }
    for path in in_first.intersection(&in_second) {
        if read(&first.join(path))? != read(&second.join(path))? {
            problems.push(format!("{} differs", path.display()));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Adds the files below a folder of the root, by their paths from the root.
fn add_files(root: &Path, folder: &Path, files: &mut BTreeSet<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(root.join(folder)).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let entry = entry.map_err(|error| error.to_string())?;
        let path = folder.join(entry.file_name());
        if entry.path().is_dir() {
            add_files(root, &path, files)?;
        } else {
            files.insert(path);
        }
    }
    Ok(())
}

//! Two folders with the same files in them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The card of a suite, the list of a report, the state of a training.
const GROWING: [&str; 3] = ["README.md", "files.json", "last.safetensors"];

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

/// Checks that every visible file of the second folder that is in the first one as well has the same bytes; whether the others go is
/// seen when the work is done again. What is replaced as the
/// work goes on only has to be there.
pub(crate) fn assert_whole(first: &Path, second: &Path) -> Result<(), String> {
    let mut paths = BTreeSet::new();
    if second.is_dir() {
        add_files(second, Path::new(""), &mut paths)?;
    }
    let is_hidden = |path: &PathBuf| path.iter().any(|name| name.to_string_lossy().starts_with('.'));
    let mut problems = Vec::new();
    for path in paths.iter().filter(|path| !is_hidden(path)) {
        if first.join(path).is_file()
            && !(path.iter().count() <= 2 && GROWING.iter().any(|name| path.ends_with(name)))
            && read(&first.join(path))? != read(&second.join(path))?
        {
            problems.push(format!("{} is not whole", path.display()));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// The sizes of all files below a folder.
pub(crate) fn sizes(folder: &Path) -> Result<Vec<u64>, String> {
    let mut paths = BTreeSet::new();
    add_files(folder, Path::new(""), &mut paths)?;
    let size = |path: &PathBuf| {
        let path = folder.join(path);
        std::fs::metadata(&path).map(|found| found.len()).map_err(|error| format!("{}: {error}", path.display()))
    };
    paths.iter().map(size).collect()
}

/// The bytes of all files below a folder.
pub(crate) fn contents(folder: &Path) -> Result<Vec<Vec<u8>>, String> {
    let mut paths = BTreeSet::new();
    add_files(folder, Path::new(""), &mut paths)?;
    paths.iter().map(|path| read(&folder.join(path))).collect()
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

/// Copies a file or folder.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |path: &Path| {
        let path = path.display().to_string();
        move |error: std::io::Error| format!("{path}: {error}")
    };
    if from.is_dir() {
        std::fs::create_dir_all(to).map_err(failed(to))?;
        for entry in std::fs::read_dir(from).map_err(failed(from))? {
            let entry = entry.map_err(failed(from))?;
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    // The rights of the original do not matter.
    let mut source = std::fs::File::open(from).map_err(failed(from))?;
    let mut target = std::fs::File::create(to).map_err(failed(to))?;
    std::io::copy(&mut source, &mut target).map_err(failed(to)).map(|_| ())
}

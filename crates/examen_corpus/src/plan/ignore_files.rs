//! `.gitignore` files, read within limits: a walker that opens whatever has that name waits for a pipe, and holds a line of any
//! length.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::SkipReason;

const NAME: &str = ".gitignore";

/// What makes a folder the top of a working tree; rules above it do not hold in it.
const TREE_SIGNS: [&str; 2] = [".git", ".jj"];

/// The most bytes of ignore files that hold in one folder, those of the folders around it included: patterns become automata of
/// several hundred times their size.
const MAX_BYTES: u64 = 64 << 10;

/// The ignore files of the folders around a walk, which goes into a folder before it goes on.
pub(super) struct IgnoreFiles {
    /// The folders from the outermost to the one that the walk is in.
    folders: Vec<Folder>,
    /// Ignore files that were not read, or not to their end.
    refused: Vec<Refused>,
}

/// An ignore file that was not read to its end, and why.
pub(super) struct Refused {
    pub(super) path: PathBuf,
    pub(super) reason: SkipReason,
    pub(super) detail: String,
}

struct Folder {
    path: PathBuf,
    /// Whether a working tree begins here, and whether the folder lies in one.
    is_tree: bool,
    is_in_tree: bool,
    rules: Gitignore,
    /// Bytes of all rules that hold here.
    bytes: u64,
}

impl IgnoreFiles {
    /// Those that hold in a folder where a walk begins.
    pub(super) fn around(root: &Path) -> Self {
        let mut files = Self { folders: Vec::new(), refused: Vec::new() };
        let tree = root.ancestors().find(|folder| is_tree(folder));
        let mut folders: Vec<&Path> = match tree {
            Some(tree) => root.ancestors().take_while(|folder| folder.starts_with(tree)).collect(),
            None => vec![root],
        };
        folders.reverse();
        for folder in folders {
            files.enter(folder);
        }
        files
    }

    /// Whether the rules leave a path out. Paths come as a walk meets them.
    pub(super) fn leave_out(&mut self, path: &Path, is_folder: bool) -> bool {
        let Some(folder) = path.parent() else { return false };
        while self.folders.len() > 1 && self.folders.last().is_some_and(|last| !folder.starts_with(&last.path)) {
            self.folders.pop();
        }
        if self.folders.last().is_none_or(|last| last.path != folder) {
            self.enter(folder);
        }
        for folder in self.folders.iter().rev().take_while(|folder| folder.is_in_tree) {
            match folder.rules.matched(path, is_folder) {
                Match::Ignore(_) => return true,
                Match::Whitelist(_) => return false,
                Match::None if folder.is_tree => return false,
                Match::None => {}
            }
        }
        false
    }

    /// What could not be read.
    pub(super) fn into_refused(self) -> Vec<Refused> {
        self.refused
    }

    fn enter(&mut self, path: &Path) {
        let is_tree = is_tree(path);
        let around = self.folders.last().filter(|around| around.is_in_tree && !is_tree);
        let (is_in_tree, mut bytes) = (is_tree || around.is_some(), around.map_or(0, |around| around.bytes));
        let mut rules = Gitignore::empty();
        if is_in_tree {
            match read(&path.join(NAME), MAX_BYTES.saturating_sub(bytes)) {
                Ok((lines, is_whole)) => {
                    bytes += lines.len() as u64;
                    rules = compiled(path, &String::from_utf8_lossy(&lines));
                    if !is_whole {
                        let detail = format!("only the first {} bytes are obeyed", lines.len());
                        self.refused.push(Refused { path: path.join(NAME), reason: SkipReason::TooLarge, detail });
                    }
                }
                Err(Some(reason)) => {
                    self.refused.push(Refused { path: path.join(NAME), reason, detail: "not obeyed".to_owned() });
                }
                Err(None) => {}
            }
        }
        self.folders.push(Folder { path: path.to_owned(), is_tree, is_in_tree, rules, bytes });
    }
}

fn is_tree(folder: &Path) -> bool {
    TREE_SIGNS.iter().any(|sign| folder.join(sign).exists())
}

/// The lines of an ignore file that lie within `limit`, and whether these are all. No reason if there is no file.
fn read(path: &Path, limit: u64) -> Result<(Vec<u8>, bool), Option<SkipReason>> {
    let metadata = fs::symlink_metadata(path).map_err(|error| reason_of(&error))?;
    if metadata.is_symlink() {
        return Err(Some(SkipReason::Symlink));
    }
    if !metadata.is_file() {
        return Err(Some(SkipReason::NotARegularFile));
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(limit + 1).read_to_end(&mut bytes));
    read.map_err(|error| reason_of(&error))?;
    let is_whole = bytes.len() as u64 <= limit;
    if !is_whole {
        bytes.truncate(limit as usize);
        let end = memchr::memrchr(b'\n', &bytes).map_or(0, |at| at + 1);
        bytes.truncate(end);
    }
    Ok((bytes, is_whole))
}

fn reason_of(error: &io::Error) -> Option<SkipReason> {
    (error.kind() != io::ErrorKind::NotFound).then_some(SkipReason::Unreadable)
}

/// The rules of an ignore file; lines that are no patterns are passed over, as git does.
fn compiled(folder: &Path, text: &str) -> Gitignore {
    let mut builder = GitignoreBuilder::new(folder);
    for line in text.trim_start_matches('\u{feff}').lines() {
        let _ = builder.add_line(None, line);
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}

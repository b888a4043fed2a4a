//! Several files that may import each other.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use super::file::FileId;
use super::flow::Flow;
use super::model::Model;
use super::reverse::Reverse;
use super::ssa::Ssa;

/// The files of a program and where their modules are found.
#[derive(Debug)]
pub struct Program<'p> {
    models: &'p [Model<'p>],
    /// By file, its path in folders, the module name last: `a/b/__init__.py` is `["a", "b", "__init__"]`.
    paths: Vec<Vec<&'p str>>,
    files: FxHashMap<Vec<&'p str>, FileId>,
    /// Folders that hold files, at any depth.
    folders: FxHashSet<Vec<&'p str>>,
    /// What is the same whichever file is asked about: control flow, definitions and uses of files that were asked about
    /// lately; and indexes over all files.
    recent: Mutex<Recent>,
    pub(super) reverse: Reverse,
}

/// What is kept of files for those that import them, until it is of too much text.
#[derive(Debug, Default)]
struct Recent {
    facts: FxHashMap<FileId, FileFacts>,
    /// The oldest first.
    order: VecDeque<FileId>,
    bytes: usize,
}

/// Control flow, definitions and uses of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct FileFacts {
    pub(super) flow: Arc<OnceLock<Flow>>,
    pub(super) ssa: Arc<OnceLock<Ssa>>,
}

/// How much text there may be facts of: those of one byte take some ten.
const RECENT_BYTES: usize = 5 << 20;

impl<'p> Program<'p> {
    /// A program of these files; `paths` are theirs, relative to a common root, with `/` between folders.
    pub fn new(models: &'p [Model<'p>], paths: &[&'p str]) -> Self {
        let paths: Vec<Vec<&str>> = paths.iter().map(|path| segments(path)).collect();
        let mut files = FxHashMap::default();
        let mut folders = FxHashSet::default();
        for (at, path) in paths.iter().enumerate() {
            files.entry(path.clone()).or_insert(FileId(at as u32));
            for length in 0..path.len() {
                folders.insert(path[..length].to_vec());
            }
        }
        Self { recent: Mutex::default(), reverse: Reverse::default(), models, paths, files, folders }
    }

    /// The files.
    pub const fn models(&self) -> &'p [Model<'p>] {
        self.models
    }

    /// The facts of a file, which others share for a while and whoever holds them keeps.
    pub(super) fn facts(&self, file: FileId) -> FileFacts {
        // A panic elsewhere leaves facts that are whole or not there.
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(facts) = recent.facts.get(&file) {
            return facts.clone();
        }
        let bytes = |file: FileId| self.models.get(file.0 as usize).map_or(0, |model| model.source.len());
        while recent.bytes > RECENT_BYTES
            && let Some(oldest) = recent.order.pop_front()
        {
            recent.bytes -= bytes(oldest);
            recent.facts.remove(&oldest);
        }
        recent.bytes += bytes(file);
        recent.order.push_back(file);
        recent.facts.entry(file).or_default().clone()
    }

    /// The name of a file as a module: `a.b` for `a/b.py` and for `a/b/__init__.py`; empty for a file alone.
    pub fn module_name(&self, file: FileId) -> String {
        let path = self.paths.get(file.0 as usize).map_or(&[][..], Vec::as_slice);
        let path = path.strip_suffix(&["__init__"]).unwrap_or(path);
        path.join(".")
    }

    /// The file that an import of a dotted name in a file means; `level` counts leading dots.
    ///
    /// An absolute name is looked for beside the importing file first, then in the folders above it, so that both a
    /// script's neighbours and packages below a common root are found.
    pub fn import(&self, from: FileId, level: u32, dotted: &str) -> Option<FileId> {
        let folder = self.folder_of(from)?;
        let names = dotted.split('.').map(str::trim).filter(|name| !name.is_empty());
        if level > 0 {
            let base = folder.get(..folder.len().checked_sub(level as usize - 1)?)?;
            return self.module(base.iter().copied().chain(names).collect());
        }
        let first = dotted.split('.').next()?.trim();
        let base = (0..=folder.len()).rev().map(|length| &folder[..length]).find(|base| self.holds(base, first))?;
        self.module(base.iter().copied().chain(names).collect())
    }

    /// The module `name` inside the package that a file is the `__init__.py` of.
    pub fn submodule(&self, package: FileId, name: &str) -> Option<FileId> {
        let path = self.paths.get(package.0 as usize)?;
        let folder = path.strip_suffix(&["__init__"])?;
        self.module(folder.iter().copied().chain([name]).collect())
    }

    /// Whether a file is the `__init__.py` of a package.
    pub fn is_package(&self, file: FileId) -> bool {
        self.paths.get(file.0 as usize).is_some_and(|path| path.last() == Some(&"__init__"))
    }

    fn folder_of(&self, file: FileId) -> Option<&[&'p str]> {
        self.paths.get(file.0 as usize)?.split_last().map(|(_, folder)| folder)
    }

    fn holds(&self, folder: &[&str], name: &str) -> bool {
        let path: Vec<&str> = folder.iter().copied().chain([name]).collect();
        self.files.contains_key(path.as_slice()) || self.folders.contains(path.as_slice())
    }

    fn module(&self, mut path: Vec<&str>) -> Option<FileId> {
        path.push("__init__");
        if let Some(&file) = self.files.get(path.as_slice()) {
            return Some(file);
        }
        path.pop();
        self.files.get(path.as_slice()).copied()
    }
}

fn segments(path: &str) -> Vec<&str> {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    stem.split('/').filter(|segment| !segment.is_empty() && *segment != ".").collect()
}

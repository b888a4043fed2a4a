//! Paths that start at modules nothing is known about.

use rustc_hash::FxHashMap;

use crate::python::file::SemanticFile;
use crate::python::value::{ExternalPath, Value};

/// Longest path that is followed; more dots mean a chain of calls that says little.
const MAX_PATH_BYTES: usize = 120;

/// What a path leads to, as far as the way to it tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ExternalKind {
    /// A module that is not there.
    Module,
    /// Something of a module that is not there: no class for all that is known.
    Member,
    /// Anything behind that.
    Unknown,
}

/// The paths met so far.
#[derive(Debug, Default)]
pub(super) struct Externals {
    paths: Vec<(String, ExternalKind)>,
    numbers: FxHashMap<(String, ExternalKind), u32>,
}

impl SemanticFile<'_> {
    /// The text of a path: `flask.Flask().run` is the attribute of the result of a call of a member of `flask`.
    pub fn external_path(&self, path: ExternalPath) -> String {
        self.inference.externals.borrow().paths[path.0 as usize].0.clone()
    }

    /// Whether some value of a set is at that path.
    pub fn is_external(&self, value: Value, path: &str) -> bool {
        matches!(value, Value::External(at) if self.inference.externals.borrow().paths[at.0 as usize].0 == path)
    }

    /// Whether a value is a module that is not there.
    pub fn is_absent_module(&self, value: Value) -> bool {
        matches!(value, Value::External(path) if self.external_kind(path) == ExternalKind::Module)
    }

    /// Whether a value is a module that is not there, or something of one.
    pub(in crate::python) fn is_absent(&self, value: Value) -> bool {
        matches!(value, Value::External(path) if self.external_kind(path) != ExternalKind::Unknown)
    }

    pub(super) fn external_kind(&self, path: ExternalPath) -> ExternalKind {
        self.inference.externals.borrow().paths[path.0 as usize].1
    }

    pub(super) fn external(&self, path: &str, kind: ExternalKind) -> Option<Value> {
        if path.len() > MAX_PATH_BYTES {
            return None;
        }
        let mut externals = self.inference.externals.borrow_mut();
        let key = (path.to_owned(), kind);
        if let Some(&number) = externals.numbers.get(&key) {
            return Some(Value::External(ExternalPath(number)));
        }
        let number = externals.paths.len() as u32;
        externals.paths.push(key.clone());
        externals.numbers.insert(key, number);
        Some(Value::External(ExternalPath(number)))
    }
}

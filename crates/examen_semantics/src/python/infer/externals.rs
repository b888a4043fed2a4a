//! Paths that start at modules nothing is known about.

use rustc_hash::FxHashMap;

use crate::python::file::SemanticFile;
use crate::python::value::{ExternalPath, Value};

/// Longest path that is followed; more dots mean a chain of calls that says little.
const MAX_PATH_BYTES: usize = 120;

/// The paths met so far.
#[derive(Debug, Default)]
pub(super) struct Externals {
    paths: Vec<String>,
    numbers: FxHashMap<String, u32>,
}

impl SemanticFile<'_> {
    /// The text of a path: `flask.Flask().run` is the attribute of the result of a call of a member of `flask`.
    pub fn external_path(&self, path: ExternalPath) -> String {
        self.inference.externals.borrow().paths[path.0 as usize].clone()
    }

    /// Whether some value of a set is at that path.
    pub fn is_external(&self, value: Value, path: &str) -> bool {
        matches!(value, Value::External(at) if self.inference.externals.borrow().paths[at.0 as usize] == path)
    }

    pub(super) fn external(&self, path: &str) -> Option<Value> {
        if path.len() > MAX_PATH_BYTES {
            return None;
        }
        let mut externals = self.inference.externals.borrow_mut();
        if let Some(&number) = externals.numbers.get(path) {
            return Some(Value::External(ExternalPath(number)));
        }
        let number = externals.paths.len() as u32;
        externals.paths.push(path.to_owned());
        externals.numbers.insert(path.to_owned(), number);
        Some(Value::External(ExternalPath(number)))
    }
}

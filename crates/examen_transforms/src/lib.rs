//! Rewrites of functions that keep their meaning.
//!
//! One file per transformation and language, in `java/transforms/` and `python/transforms/`: when it may be made, its edits of
//! the text, why the meaning stays, what it refuses. What transformations share is in
//! `support/`. Edits leave everything outside them as it is. The crate knows functions and their text, no files and no
//! exams.

mod found;
mod function;
mod given_names;
mod java;
mod java_method;
mod python;
mod python_function;
mod transform;

use std::sync::LazyLock;

pub use found::{Found, Refusal, Site};
pub use function::{Function, functions, functions_of};
pub use java_method::JavaMethod;
pub use python_function::PythonFunction;
pub use transform::{Finder, Strength, Transform};

/// All transformations, sorted by code; Java before Python.
pub static TRANSFORMS: LazyLock<Vec<&'static Transform>> = LazyLock::new(|| {
    let mut transforms = [java::transforms::TRANSFORMS, python::transforms::TRANSFORMS].concat();
    // Stable, so that Java stays before Python.
    transforms.sort_by_key(|transform| transform.code);
    transforms
});

//! Transformations of Python functions.

mod support;
pub(crate) mod transforms;

//! Transformations of Java methods and constructors.

mod support;
pub(crate) mod transforms;

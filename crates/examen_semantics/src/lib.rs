//! The meaning of a program, as far as it can be inferred without running it: names and scopes, control flow, definitions
//! and uses, classes, values, calls.
//!
//! Place in the flow: trees come in from `examen_syntax`, facts go out to the queries and the transformations. Nothing here
//! fails: what is not known is left out. This crate must not know files or exams.
//!
//! Entry points:
//!
//! - [`python::SemanticFile`]: one Python file, with all that queries ask, worked out when first asked;
//! - [`python::Program`]: the files that a file's imports lead to;
//! - [`java::MethodModel`]: what a rewriter must know of one Java method.

pub mod java;
pub mod python;

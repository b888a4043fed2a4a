//! Text, spans, tokens and trees of Python and Java.
//!
//! First room of the flow: bytes come in, values and diagnostics go out. Nothing here fails: what cannot be
//! decoded, tokenised or parsed is described by a [`Diagnostic`] beside the value. This is the only crate that names
//! a parser, and it knows neither files nor exams.

pub mod concrete;
pub mod diagnostic;
pub mod edit;
pub mod java;
pub mod language;
pub mod line_index;
pub mod outline;
pub mod python;
mod qualified_names;
mod sitter;
pub mod span;
pub mod text;

pub use concrete::{ConcreteNode, ConcreteTree, concrete_tree};
pub use diagnostic::{Diagnostic, DiagnosticKind};
pub use edit::{Edit, EditError, Edits};
pub use language::Language;
pub use line_index::{LineIndex, Position};
pub use outline::{Outline, outline};
pub use qualified_names::QualifiedNames;
pub use span::Span;
pub use text::{Encoding, SourceText};

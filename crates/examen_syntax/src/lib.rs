//! Text, spans, tokens, trees and edits of Python and Java.
//!
//! Place in the flow: the first crate; bytes come in, values and diagnostics go out. Nothing here fails: what cannot be decoded,
//! tokenized or parsed is described by a [`Diagnostic`] beside the value. This is the only crate that names a parser. It must not
//! know files or exams.
//!
//! Entry points:
//!
//! - [`SourceText`]: decodes bytes; [`LineIndex`] gives lines and columns;
//! - [`python::parse`] and [`java::parse`], or [`ParsedFile`] for either: error-tolerant trees; [`LazyParsedFile`]: one for
//!   several who ask;
//! - [`functions()`]: the functions of a file, the one list that all others filter;
//! - [`concrete_tree`]: the grammar's own nodes, to imitate tools that look at these;
//! - [`Edits`]: changes of a text, and where they move its offsets.

pub mod concrete;
pub mod diagnostic;
pub mod edit;
pub mod functions;
pub mod java;
pub mod language;
mod lazy_parsed_file;
pub mod line_index;
pub mod outline;
mod parsed_file;
pub mod python;
mod sitter;
pub mod span;
pub mod text;

pub use concrete::{ConcreteNode, ConcreteTree, concrete_tree};
pub use diagnostic::{Diagnostic, DiagnosticKind};
pub use edit::{Edit, EditError, Edits};
pub use functions::{FunctionDefinition, FunctionKind, FunctionNode, functions};
pub use language::Language;
pub use lazy_parsed_file::LazyParsedFile;
pub use line_index::{LineIndex, Position};
pub use outline::{Outline, outline};
pub use parsed_file::{ParsedFile, Unread};
pub use span::Span;
pub use text::{Encoding, SourceText};

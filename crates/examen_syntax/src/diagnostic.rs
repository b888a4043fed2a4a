//! What went wrong where, beside a value that is there all the same.

use crate::Span;

/// One thing that decoding, tokenizing or parsing had to put up with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What it is about.
    pub kind: DiagnosticKind,
    /// Where.
    pub span: Span,
    /// One sentence without a full stop.
    pub message: String,
}

/// Kinds of diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DiagnosticKind {
    /// Bytes that the announced encoding does not allow.
    Decoding,
    /// Text that is no token, or an indentation that fits no block.
    Token,
    /// Tokens that are no program.
    Syntax,
    /// Nesting beyond the limit. A Python tree leaves out what lies deeper; a Java tree stays whole and must not be
    /// walked by recursion.
    TooDeep,
    /// The parser gave up within its work limit; the tree is empty.
    TooMuchWork,
}

impl Diagnostic {
    pub(crate) fn new(kind: DiagnosticKind, span: Span, message: impl Into<String>) -> Self {
        Self { kind, span, message: message.into() }
    }
}

//! What the tokenizer hands out.

use crate::{Diagnostic, Span};

/// The token types of `CPython`'s `tokenize` module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TokenKind {
    /// A word: identifiers and keywords alike.
    Name,
    /// An integer, float or imaginary literal.
    Number,
    /// A string, byte string or f-string with its prefix and quotes, over as many lines as it takes.
    String,
    /// An operator, bracket or other sign.
    Operator,
    /// A comment without its line end.
    Comment,
    /// The end of a logical line.
    Newline,
    /// The end of a line that ends no logical line: blank, only a comment, or inside brackets.
    Nl,
    /// The whitespace before the first statement of a deeper block.
    Indent,
    /// The end of a block; covers no text.
    Dedent,
    /// The end of the text; covers no text.
    EndMarker,
    /// Text that is no token.
    Error,
}

impl TokenKind {
    /// The name in `CPython`'s `token.tok_name`.
    pub const fn cpython_name(self) -> &'static str {
        match self {
            Self::Name => "NAME",
            Self::Number => "NUMBER",
            Self::String => "STRING",
            Self::Operator => "OP",
            Self::Comment => "COMMENT",
            Self::Newline => "NEWLINE",
            Self::Nl => "NL",
            Self::Indent => "INDENT",
            Self::Dedent => "DEDENT",
            Self::EndMarker => "ENDMARKER",
            Self::Error => "ERRORTOKEN",
        }
    }
}

/// One token of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its bytes.
    pub span: Span,
}

/// The tokens of one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    /// In the order of the text, an end marker last.
    pub tokens: Vec<Token>,
    /// What is no token, and what `CPython` would have refused to go past.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether `CPython`'s module would have raised somewhere.
    pub is_refused: bool,
}

/// Whether `word` is never a name in Python 3; `match`, `case`, `type` and `_` are keywords in some places only.
pub fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "False"
            | "None"
            | "True"
            | "and"
            | "as"
            | "assert"
            | "async"
            | "await"
            | "break"
            | "class"
            | "continue"
            | "def"
            | "del"
            | "elif"
            | "else"
            | "except"
            | "finally"
            | "for"
            | "from"
            | "global"
            | "if"
            | "import"
            | "in"
            | "is"
            | "lambda"
            | "nonlocal"
            | "not"
            | "or"
            | "pass"
            | "raise"
            | "return"
            | "try"
            | "while"
            | "with"
            | "yield"
    )
}

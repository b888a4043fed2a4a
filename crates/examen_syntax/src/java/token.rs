//! The vocabulary of the lexer.

use crate::{Diagnostic, Span};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TokenKind {
    /// One of the reserved words, the names of primitive types included.
    Keyword,
    /// A name; contextual keywords (`var`, `record`, `non-sealed`) and `_` are names here.
    Identifier,
    /// A whole number in any base.
    Integer,
    /// A floating-point number.
    Float,
    /// A character in single quotes.
    Character,
    /// A string in double quotes.
    String,
    /// A string in triple double quotes.
    TextBlock,
    /// `true` or `false`.
    Boolean,
    /// `null`.
    Null,
    /// An operator of JLS 3.12, `->` included.
    Operator,
    /// A separator of JLS 3.11: brackets, `;`, `,`, `.`, `...`, `@`, `::`.
    Separator,
    /// From `//` up to the end of the line, exclusive.
    LineComment,
    /// From `/*` to `*/`.
    BlockComment,
    /// From `/**` to `*/`.
    Javadoc,
    /// Text that is no token; a diagnostic says why.
    Error,
}

impl TokenKind {
    /// Whether the compiler skips the token.
    pub const fn is_comment(self) -> bool {
        matches!(self, Self::LineComment | Self::BlockComment | Self::Javadoc)
    }

    /// Whether the token stands for a value of its own.
    pub const fn is_literal(self) -> bool {
        matches!(
            self,
            Self::Integer | Self::Float | Self::Character | Self::String | Self::TextBlock | Self::Boolean | Self::Null
        )
    }
}

/// One token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands; never empty.
    pub span: Span,
}

impl Token {
    /// The token as it is written in `source`.
    pub fn text(self, source: &str) -> &str {
        self.span.text(source)
    }
}

/// The tokens of one text in its order, and what was wrong with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    /// All tokens, comments included; whitespace is the gaps between them.
    pub tokens: Vec<Token>,
    /// One for each [`TokenKind::Error`].
    pub diagnostics: Vec<Diagnostic>,
}

impl Tokens {
    /// The tokens that the compiler's parser sees: all but comments.
    pub fn significant(&self) -> impl Iterator<Item = Token> + '_ {
        self.tokens.iter().copied().filter(|token| !token.kind.is_comment())
    }
}

/// Whether `word` is one of the reserved words of JLS 3.9, other than `_`.
///
/// `_` was a name up to Java 8 and is one again, nearly, since Java 21. `true`, `false` and `null` are literals.
pub fn is_keyword(word: &str) -> bool {
    // Grouped by length: most names are told apart without looking at a letter.
    match word.len() {
        2 => matches!(word, "do" | "if"),
        3 => matches!(word, "for" | "int" | "new" | "try"),
        4 => matches!(word, "byte" | "case" | "char" | "else" | "enum" | "goto" | "long" | "this" | "void"),
        5 => matches!(
            word,
            "break" | "catch" | "class" | "const" | "final" | "float" | "short" | "super" | "throw" | "while"
        ),
        6 => {
            matches!(
                word,
                "assert" | "double" | "import" | "native" | "public" | "return" | "static" | "switch" | "throws"
            )
        }
        7 => matches!(word, "boolean" | "default" | "extends" | "finally" | "package" | "private"),
        8 => matches!(word, "abstract" | "continue" | "strictfp" | "volatile"),
        9 => matches!(word, "interface" | "protected" | "transient"),
        10 => matches!(word, "implements" | "instanceof"),
        12 => word == "synchronized",
        _ => false,
    }
}

/// Whether `word` is a keyword in some places and a name in all others (JLS 3.9).
pub fn is_contextual_keyword(word: &str) -> bool {
    matches!(
        word,
        "exports"
            | "module"
            | "non-sealed"
            | "open"
            | "opens"
            | "permits"
            | "provides"
            | "record"
            | "requires"
            | "sealed"
            | "to"
            | "transitive"
            | "uses"
            | "var"
            | "when"
            | "with"
            | "yield"
    )
}

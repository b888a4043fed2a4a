//! Methods as lines, and why some have none.

use examen_syntax::Span;

/// The longest line that is written. The originals would need far more memory for such a method than machines have.
pub(super) const MAX_LINE_BYTES: usize = 64 << 20;

/// The nodes that are looked at for a function of Python, whose statements all stand beside each other: those of a function of some
/// ten thousand others that are all too far apart.
pub(super) const MAX_STEPS: u64 = 1 << 26;

/// A method of Java, or a function of Python, with a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodLine<'l> {
    /// Its name where it is declared.
    pub name: Span,
    /// What it is called and its contexts, without a line end.
    pub line: Result<&'l str, LeftOut>,
    /// Where the ends of each context stand, if that was asked for.
    pub places: &'l [ContextPlaces],
}

/// Where the two ends of a context stand in the text; nothing for what the original parser knows no place of.
pub type ContextPlaces = [Option<Span>; 2];

/// Why a method has no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// There is nothing in it that the originals would write.
    Empty,
    /// The parser found something wrong in it.
    SyntaxError,
    /// It has more contexts than memory should hold, or too many pairs of leaves that may be one.
    TooLong,
}

//! What classifiers are shown, and what they learn from.

/// The input of a classifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input<'t> {
    /// Code, its tokens separated by whitespace.
    pub text: &'t str,
    /// The number of tokens by the lexer of its language; strings in the code may hold whitespace.
    pub token_count: u32,
}

/// An input with the label that is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Labelled<'t> {
    /// The input.
    pub input: Input<'t>,
    /// The class, by its name.
    pub label: &'t str,
}

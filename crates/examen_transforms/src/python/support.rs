//! Analyses of Python code that several transformations share, or that would crowd the file of one.

pub(crate) mod block_layout;
pub(crate) mod callers;
pub(crate) mod conditions;
pub(crate) mod nesting;
pub(crate) mod scopes;
pub(crate) mod shown_texts;

//! Tests of the crate as its users see it: fixtures, reference values and properties.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may end where it fails")]

mod code_tokens;
mod fixture;
mod labels;
mod sequence;
mod span_markers;
mod subwords;
mod texts;
mod tokenizer_json;

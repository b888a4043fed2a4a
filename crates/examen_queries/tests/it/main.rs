//! Tests of the queries as their users see them: fixtures in Markdown, the registry, its pages, and what damage does.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may end where it fails")]
#![allow(clippy::print_stdout, reason = "a test may say what it measured")]

mod damage;
mod fixture;
mod pages;
mod queries;
mod relevance;
mod span_markers;

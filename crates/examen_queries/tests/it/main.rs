//! Tests of the queries as their users see them: fixtures in Markdown, and the registry.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may end where it fails")]

mod fixture;
mod marks;
mod queries;

//! Tests of the crate as its users see it: Markdown fixtures, pages, properties.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may end where it fails")]

mod fixtures;
mod layout;
mod pages;
mod properties;

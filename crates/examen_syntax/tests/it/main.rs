//! Tests of the crate as its users see it: Markdown fixtures, properties, and the two front ends side by side.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may end where it fails")]

mod fixture;
mod python_front_ends;
mod python_hostile;
mod python_properties;
mod python_tokens;
mod python_trees;

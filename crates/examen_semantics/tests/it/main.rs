//! Tests of the crate as its users see it: Markdown fixtures, properties, and files made to be slow.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may end where it fails")]

mod fixture;
mod flow;
mod flow_hostile;
mod flow_properties;
mod java_model;

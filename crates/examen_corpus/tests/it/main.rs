//! Behaviour of the corpus reader. One binary, so that Arrow is linked once.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod archives;
mod build;
mod duplicates;
mod folders;
mod pipeline;
mod properties;
mod splits;
mod tables;

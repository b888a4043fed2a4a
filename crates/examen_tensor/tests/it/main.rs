//! The vocabulary held against references, by whichever engine is built.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod case;
mod edges;
mod learning;
mod operations;
mod packing;
mod training;

//! Classifiers of texts: what they can learn and what they cannot.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod corpus;
mod edges;
mod learning;

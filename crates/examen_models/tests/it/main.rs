//! Classifiers of texts, probes of features, encoders.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod checkpoints;
mod code_encoder;
mod corpus;
mod data_flow;
mod decisions;
mod edges;
mod encoders;
#[cfg(feature = "endpoints")]
mod endpoints;
#[cfg(feature = "hub")]
mod hub;
mod learning;
mod muon_steps;
mod probing;
mod probing_properties;
mod random_encoder;
mod training;

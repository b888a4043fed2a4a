//! Classifiers of texts, probes of features, encoders.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod beam_search;
mod checkpoints;
mod code_encoder;
mod corpus;
mod data_flow;
mod decisions;
mod edges;
mod encoders;
#[cfg(feature = "endpoints")]
mod endpoints;
mod finite_differences;
mod generator;
#[cfg(feature = "hub")]
mod hub;
mod learning;
mod muon_steps;
mod namers;
mod probing;
mod probing_properties;
mod random_encoder;
mod training;

//! Tests of the crate as its users see it: Markdown fixtures, the original extractors' values, properties, and texts made to
//! be slow.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may end where it fails")]

mod blocks;
mod data_flow;
mod documentation;
mod fixture;
mod measures;
mod measures_properties;
mod paths;

use proptest::test_runner::{Config, RngSeed};

/// The same cases in every run: a property that fails now and then belongs in a fuzz target.
fn property_config(cases: u32) -> Config {
    Config { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(17), ..Config::default() }
}

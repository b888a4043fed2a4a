//! Tests of the crate as its users see it: Markdown fixtures, properties, and the two front ends side by side.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may end where it fails")]

mod concrete;
mod fixture;
mod functions;
mod java;
mod python_front_ends;
mod python_hostile;
mod python_properties;
mod python_tokens;
mod python_trees;

use proptest::test_runner::{Config, RngSeed};

/// The same cases in every run: a property that fails now and then belongs in a fuzz target. `PROPTEST_RNG_SEED` and
/// `PROPTEST_CASES` look further.
fn property_config(cases: u32) -> Config {
    let seed = std::env::var("PROPTEST_RNG_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(17);
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(cases);
    Config { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(seed), ..Config::default() }
}

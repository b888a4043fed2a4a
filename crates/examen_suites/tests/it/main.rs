//! Tests of the suites as their users see them: fixtures, reference values and properties.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may end where it fails")]

mod augmentation;
mod captions;
mod hostile;
mod native;
mod patterns;
mod perturbation;
mod probe_pages;
mod probes;
mod published_probes;
mod robustness;
mod statistics;
mod texts;

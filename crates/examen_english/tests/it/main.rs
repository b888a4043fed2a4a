//! Tests of the English analyser.

#![expect(clippy::expect_used, reason = "a test that cannot go on has failed")]

mod conllu;
mod evaluation;
mod fixture;
mod hostile;
mod inflection;
mod model;
mod questions;
mod subjects;
mod text;
mod trainer;
mod trees;

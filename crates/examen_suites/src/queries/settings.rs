//! How the exams of the suite are made.

use clap::ValueEnum;
use examen_queries::Query;
use examen_queries::python::QUERIES;
use examen_semantics::python::Version;
use serde::{Deserialize, Serialize};

use super::edition::Edition;
use examen_tokenizers::Subwords;

/// Sub-tokens that the largest model of the paper takes in.
pub const LIMIT: usize = 1024;

/// Enough for as many negative as positive examples of each query in code where a third of the files have an answer to any.
const NEGATIVES_PER_FILE: f64 = 0.6;

/// Everything that decides what is made of a file.
pub struct Settings {
    /// Decides every choice.
    pub seed: u64,
    /// The clean rules, or those that the published data shows.
    pub edition: Edition,
    /// Which blocks count as relevant; by default each setting's own reading.
    pub relevance: Option<Reading>,
    /// The vocabulary of the tokens and labels, if they are wanted.
    pub subwords: Option<Subwords>,
    /// Sub-tokens that a prefix or a window holds.
    pub max_length: usize,
    /// The queries asked.
    pub queries: Vec<&'static Query>,
    /// Whose rules files are read by; by their syntax when there is none.
    pub python: Option<Version>,
    /// For how many queries a file serves as a negative example, on average.
    pub negatives_per_file: f64,
}

/// The two published readings of "relevant".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Reading {
    /// The blocks that are needed to see why an answer holds; examples of one result are made of these.
    Flagged,
    /// All blocks that the query's rule takes in; examples of whole files are made of these.
    Simplified,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 0,
            edition: Edition::Clean,
            relevance: None,
            subwords: None,
            max_length: LIMIT,
            queries: QUERIES.to_vec(),
            python: Some(Version::Python3),
            negatives_per_file: NEGATIVES_PER_FILE,
        }
    }
}

//! How the probing exams are made.

use serde::Serialize;

/// Whose definitions are followed where the paper and its published files differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Edition {
    /// The paper's text: one mutation, its bins, letters as they are written.
    #[default]
    Paper,
    /// What the published files show: many mutations, other bins, lower case, long methods.
    Published,
}

/// Everything that decides what is made of a file.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Decides every choice.
    pub seed: u64,
    /// Whose definitions are followed.
    pub edition: Edition,
}

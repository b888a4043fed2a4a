//! The examples that are meant, by their split.

use clap::ValueEnum;
use examen_corpus::Split;

/// A choice of splits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SplitChoice {
    /// The test split.
    #[default]
    Test,
    /// The validation split.
    Validation,
    /// The training split.
    Train,
    /// All splits.
    All,
}

impl SplitChoice {
    /// The splits.
    pub fn splits(self) -> &'static [Split] {
        match self {
            Self::Test => &[Split::Test],
            Self::Validation => &[Split::Validation],
            Self::Train => &[Split::Train],
            Self::All => &Split::ALL,
        }
    }

    /// The word for them.
    pub fn name(self) -> &'static str {
        match self {
            Self::Test => "test",
            Self::Validation => "validation",
            Self::Train => "train",
            Self::All => "all",
        }
    }
}

//! Training, validation and test, by project.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::CorpusError;

/// The part of a data set that a project belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Split {
    /// For training.
    Train,
    /// For choosing.
    Validation,
    /// For scoring.
    Test,
}

/// How much of a data set each split should get. Shares need not add up to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shares {
    /// Share of [`Split::Train`].
    pub train: f64,
    /// Share of [`Split::Validation`].
    pub validation: f64,
    /// Share of [`Split::Test`].
    pub test: f64,
}

impl Default for Shares {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Shares {
    /// Eight tenths for training, one each for validation and test.
    pub const DEFAULT: Self = Self { train: 0.8, validation: 0.1, test: 0.1 };

    /// Shares that make sense: none negative or not a number, not all zero.
    pub fn new(train: f64, validation: f64, test: f64) -> Result<Self, CorpusError> {
        let shares = [train, validation, test];
        if shares.iter().any(|share| !share.is_finite() || *share < 0.0) || shares.iter().sum::<f64>() <= 0.0 {
            return Err(CorpusError::Shares { train, validation, test });
        }
        Ok(Self { train, validation, test })
    }
}

impl Split {
    /// All of them, in the order in which they are used.
    pub const ALL: [Self; 3] = [Self::Train, Self::Validation, Self::Test];

    /// The split of a project: a hash of (seed, project) decides, so that a project is never in two splits, whatever
    /// else is in the corpus.
    pub fn of(project: &str, seed: u64, shares: Shares) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("examen 2026 split of projects");
        hasher.update(&seed.to_le_bytes());
        hasher.update(project.as_bytes());
        let mut bytes = [0; 8];
        hasher.finalize_xof().fill(&mut bytes);
        // 53 bits, which a float holds exactly.
        let place = (u64::from_le_bytes(bytes) >> 11) as f64 / (1_u64 << 53) as f64;
        let place = place * (shares.train + shares.validation + shares.test);
        if place < shares.train {
            Self::Train
        } else if place < shares.train + shares.validation {
            Self::Validation
        } else {
            Self::Test
        }
    }

    /// The split of a name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|split| split.name() == name)
    }

    /// The lower-case name, which is also the file's.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Train => "train",
            Self::Validation => "validation",
            Self::Test => "test",
        }
    }
}

impl fmt::Display for Split {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

//! Why a statistic cannot be computed.

use thiserror::Error;

/// Why there is no interval or test of a sample.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum StatisticsError {
    /// A row has more or fewer numbers than the others.
    #[error("row {row} has {found} numbers and not {wanted}")]
    Width {
        /// The row, from 0.
        row: usize,
        /// How many numbers it has.
        found: usize,
        /// How many it should have.
        wanted: usize,
    },
    /// A number is infinite or none.
    #[error("row {row} holds {value}, which cannot be counted with")]
    NotFinite {
        /// The row, from 0.
        row: usize,
        /// The number.
        value: f64,
    },
    /// There is too little to say how much values vary.
    #[error("there are {found}, and at least {wanted} are needed")]
    TooFew {
        /// How many there are: examples, clusters, runs or replicates.
        found: usize,
        /// How many there should be.
        wanted: usize,
    },
    /// Two samples are not of the same examples.
    #[error("the samples are not of the same examples")]
    NotPaired,
    /// The value has no value for some of the samples that were drawn.
    #[error("the value is not defined for {undefined} of {drawn} samples")]
    Undefined {
        /// For how many it is not defined.
        undefined: usize,
        /// Out of how many.
        drawn: usize,
    },
    /// Whatever examples are drawn, the value is the same: how sure it is cannot be told from them.
    #[error("the value is {value} whatever examples are drawn")]
    NoSpread {
        /// The value.
        value: f64,
    },
    /// All values of samples that were drawn lie on one side of the value, so that its bias cannot be corrected.
    #[error("all samples drawn lie on one side of the value {value}")]
    OneSided {
        /// The value.
        value: f64,
    },
    /// A class that the matrix does not have.
    #[error("there is no class {class} among {classes}")]
    NoSuchClass {
        /// The class, from 0.
        class: usize,
        /// How many there are.
        classes: usize,
    },
    /// A level or a p value that is none.
    #[error("{value} is not a probability that can be used here")]
    NotAProbability {
        /// What was given.
        value: f64,
    },
}

impl StatisticsError {
    /// Returns whether the value stands and only its interval cannot be told: nothing varies, or there is too little to
    /// draw from.
    pub const fn is_want_of_spread(&self) -> bool {
        matches!(self, Self::NoSpread { .. } | Self::TooFew { .. } | Self::OneSided { .. })
    }
}

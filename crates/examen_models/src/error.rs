//! Errors.

use std::path::{Path, PathBuf};

use examen_tensor::TensorError;
use examen_tokenizers::TokenizerError;
use thiserror::Error;

/// The reason why a model cannot be made, loaded or used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModelError {
    /// There is nothing to learn from.
    #[error("there is no example to train on")]
    NoTrainingExamples,
    /// A file of a checkpoint cannot be read, or is not what it should be.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A folder has no file of weights.
    #[error("{}: no weights: neither model.safetensors nor pytorch_model.bin, nor an index of either", path.display())]
    NoWeights {
        /// The folder.
        path: PathBuf,
    },
    /// The configuration asks for a network that is not known here.
    #[error("{}: the architecture `{model_type}` is not known", path.display())]
    UnknownArchitecture {
        /// The configuration.
        path: PathBuf,
        /// Its `model_type`.
        model_type: String,
    },
    /// A weight that the network needs is not there.
    #[error("{}: the weight `{name}` is missing", path.display())]
    MissingWeight {
        /// The checkpoint.
        path: PathBuf,
        /// The tensor.
        name: String,
    },
    /// A weight that belongs to no part of the network.
    #[error("{}: the weight `{name}` belongs to no part of the network", path.display())]
    SurplusWeight {
        /// The file.
        path: PathBuf,
        /// The tensor.
        name: String,
    },
    /// A weight has not the shape that the configuration asks for.
    #[error("{}: the weight `{name}` has the shape {found:?} in place of {expected:?}", path.display())]
    WeightShape {
        /// The file.
        path: PathBuf,
        /// The tensor.
        name: String,
        /// Its shape.
        found: Vec<usize>,
        /// The shape that follows from the configuration.
        expected: Vec<usize>,
    },
    /// The tokenizer cannot be loaded, or a text cannot be tokenized.
    #[error(transparent)]
    Tokenizer(#[from] TokenizerError),
    /// A sequence has an id that the vocabulary does not have.
    #[error("the token id {id} is not below {vocabulary}, the size of the vocabulary")]
    TokenId {
        /// The id.
        id: u32,
        /// How many there are.
        vocabulary: usize,
    },
    /// A sequence has no token, or more than the network takes.
    #[error("a sequence of {length} tokens; between 1 and {limit} are possible")]
    SequenceLength {
        /// Its length.
        length: usize,
        /// The most that is possible.
        limit: usize,
    },
    /// Texts are to be cut to a length that is not possible.
    #[error("texts cannot be cut to {length} tokens; between {least} and {most} are possible with this model")]
    LengthLimit {
        /// The length asked for.
        length: usize,
        /// One token more than the special ones.
        least: usize,
        /// The most that the network takes.
        most: usize,
    },
    /// A position is asked for that a sequence does not have.
    #[error("text {row} of the batch has no position {position:?} among its {length}")]
    Position {
        /// The place of the sequence in its batch.
        row: usize,
        /// The position, if one was given for this sequence.
        position: Option<usize>,
        /// How many the sequence has.
        length: usize,
    },
    /// A data-flow graph that does not fit its sequence or the network.
    #[error("data flow: {0}")]
    DataFlow(&'static str),
    /// There is nothing to choose settings by.
    #[error("there is no validation example to choose settings by")]
    NoValidationExamples,
    /// A label is not one of the task's classes.
    #[error("there is no class {class}: classes are 0 to {}", classes - 1)]
    NoSuchClass {
        /// The label.
        class: usize,
        /// How many classes there are.
        classes: usize,
    },
    /// Values are not whole rows.
    #[error("{values} values cannot be rows of {width}")]
    RaggedFeatures {
        /// How many values there are.
        values: usize,
        /// How many a row should have.
        width: usize,
    },
    /// A value is infinite or not a number.
    #[error("row {row}, column {column} of the features (both from 0) is no finite number")]
    FeatureNotFinite {
        /// The row, from 0.
        row: usize,
        /// The column, from 0.
        column: usize,
    },
    /// There are not as many rows of features as labels.
    #[error("there are {rows} rows of features for {labels} labels")]
    RowsWithoutLabels {
        /// Rows of features.
        rows: usize,
        /// Labels of all splits.
        labels: usize,
    },
    /// A network is asked for what its head does not predict.
    #[error("this network has another head than the one that is asked")]
    OtherHead,
    /// The tensor engine failed.
    #[error(transparent)]
    Tensor(#[from] TensorError),
}

impl ModelError {
    /// What is wrong with a file.
    #[expect(clippy::needless_pass_by_value, reason = "callers hand over errors and texts that they need no more")]
    pub(crate) fn file(path: &Path, reason: impl ToString) -> Self {
        Self::File { path: path.to_owned(), reason: reason.to_string() }
    }

    /// The same of a weight that lies in this file.
    pub(crate) fn in_file(self, file: &Path) -> Self {
        let path = file.to_owned();
        match self {
            Self::MissingWeight { name, .. } => Self::MissingWeight { path, name },
            Self::SurplusWeight { name, .. } => Self::SurplusWeight { path, name },
            Self::WeightShape { name, found, expected, .. } => Self::WeightShape { path, name, found, expected },
            other => other,
        }
    }
}

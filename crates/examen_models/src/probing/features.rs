//! The features of one layer for the examples of a task.

use std::ops::Range;

use crate::error::ModelError;

/// One layer's matrix: a row of features for each example, training examples first, then validation, then test.
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    width: usize,
    /// Row by row.
    values: Vec<f32>,
}

impl Features {
    /// Rows of `width` values, one after the other; all must be finite.
    pub fn new(width: usize, values: Vec<f32>) -> Result<Self, ModelError> {
        if width == 0 || !values.len().is_multiple_of(width) {
            return Err(ModelError::RaggedFeatures { values: values.len(), width });
        }
        match values.iter().position(|value| !value.is_finite()) {
            Some(at) => Err(ModelError::FeatureNotFinite { row: at / width, column: at % width }),
            None => Ok(Self { width, values }),
        }
    }

    /// How many features a row has.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// How many rows there are.
    pub const fn rows(&self) -> usize {
        self.values.len() / self.width
    }

    /// The features as INSPECT's scripts keep them: in text, with six digits behind the point.
    pub(crate) fn with_six_digits(&self) -> Self {
        let rounded = |value: &f32| ((f64::from(*value) * 1e6).round() / 1e6) as f32;
        Self { width: self.width, values: self.values.iter().map(rounded).collect() }
    }

    /// The values of some rows, one row after the other.
    pub(crate) fn range(&self, rows: Range<usize>) -> &[f32] {
        &self.values[rows.start * self.width..rows.end * self.width]
    }

    /// The values of one row.
    pub(crate) fn row(&self, row: usize) -> &[f32] {
        self.range(row..row + 1)
    }
}

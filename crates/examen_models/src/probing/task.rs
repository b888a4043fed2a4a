//! The task of a probe.

use std::ops::Range;

use super::features::Features;
use crate::error::ModelError;

/// The classes of the examples of a task, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SplitLabels {
    /// The labels that the probe is fitted on.
    pub training: Vec<usize>,
    /// The labels that settings and layer are chosen by.
    pub validation: Vec<usize>,
    /// The labels that the probe is scored on.
    pub test: Vec<usize>,
}

impl SplitLabels {
    fn len(&self) -> usize {
        self.training.len() + self.validation.len() + self.test.len()
    }

    /// Where the validation rows are in the features of a layer.
    pub(crate) fn validation_rows(&self) -> Range<usize> {
        let start = self.training.len();
        start..start + self.validation.len()
    }

    /// Where the test rows are in the features of a layer.
    pub(crate) fn test_rows(&self) -> Range<usize> {
        self.len() - self.test.len()..self.len()
    }
}

/// A task: the true labels and, for the selectivity of a probe (Hewitt and Liang 2019), random control labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbeTask {
    classes: usize,
    truth: SplitLabels,
    control: Option<SplitLabels>,
}

impl ProbeTask {
    /// A task with labels from 0 to `classes` - 1. There must be training and validation examples, and as many control labels
    /// as true ones in each split.
    pub fn new(classes: usize, truth: SplitLabels, control: Option<SplitLabels>) -> Result<Self, ModelError> {
        for labels in [Some(&truth), control.as_ref()].into_iter().flatten() {
            if labels.training.is_empty() {
                return Err(ModelError::NoTrainingExamples);
            }
            if labels.validation.is_empty() {
                return Err(ModelError::NoValidationExamples);
            }
            let mut all = labels.training.iter().chain(&labels.validation).chain(&labels.test);
            if let Some(&class) = all.find(|&&class| class >= classes) {
                return Err(ModelError::NoSuchClass { class, classes });
            }
            let [expected, found] = [&truth, labels].map(|it| [it.training.len(), it.validation.len(), it.test.len()]);
            if let Some((&rows, &labels)) = expected.iter().zip(&found).find(|(expected, found)| expected != found) {
                return Err(ModelError::RowsWithoutLabels { rows, labels });
            }
        }
        Ok(Self { classes, truth, control })
    }

    /// The number of classes.
    pub const fn classes(&self) -> usize {
        self.classes
    }

    /// The true labels.
    pub const fn truth(&self) -> &SplitLabels {
        &self.truth
    }

    /// The control labels.
    pub const fn control(&self) -> Option<&SplitLabels> {
        self.control.as_ref()
    }

    /// Checks that there are features for each example of this task.
    pub(crate) fn check_rows(&self, features: &Features) -> Result<(), ModelError> {
        let (rows, labels) = (features.rows(), self.truth.len());
        if rows == labels { Ok(()) } else { Err(ModelError::RowsWithoutLabels { rows, labels }) }
    }
}

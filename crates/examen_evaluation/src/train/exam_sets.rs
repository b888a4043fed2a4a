//! Exams to learn from: their tasks, and how much there is to learn.

use std::path::Path;

use examen_data::{TaskFolder, find_task_folders};
use examen_training::{Mixture, Phase};

use crate::error::{EvaluationError, refuse};

/// The tasks of exams below a directory that are learnt from. Without one the directory is refused, with what is missing.
pub(super) fn tasks_below<T>(
    path: &Path,
    wanted: impl Fn(TaskFolder) -> crate::Result<Option<T>>,
    missing: impl FnOnce() -> String,
) -> crate::Result<Vec<T>> {
    let mut tasks = Vec::new();
    for folder in find_task_folders(path)? {
        tasks.extend(wanted(folder)?);
    }
    if tasks.is_empty() {
        refuse!("{}: {}", path.display(), missing());
    }
    Ok(tasks)
}

/// `suite/task`.
pub(super) fn task_name(task: &TaskFolder) -> String {
    format!("{}/{}", task.manifest().suite, task.manifest().task)
}

/// Sets of training examples by the lengths of these.
pub(super) struct ExampleSets {
    lengths: Vec<Vec<u32>>,
    /// Examples of all sets.
    pub(super) count: usize,
    /// Their tokens.
    pub(super) tokens: u64,
}

impl ExampleSets {
    pub(super) fn new(lengths: Vec<Vec<u32>>) -> Self {
        let count = lengths.iter().map(Vec::len).sum();
        let tokens = lengths.iter().flatten().map(|&length| u64::from(length)).sum();
        Self { lengths, count, tokens }
    }

    /// The same; sets without any example are refused.
    pub(super) fn filled(lengths: Vec<Vec<u32>>) -> crate::Result<Self> {
        let sets = Self::new(lengths);
        if sets.count == 0 {
            let message = "there is no training example below the directories given".to_owned();
            return Err(EvaluationError::NoTrainingExample(message));
        }
        Ok(sets)
    }

    /// How much there is, which a checkpoint must agree in to be resumed.
    pub(super) fn extent(&self) -> String {
        format!("{} examples of {} tokens", self.count, self.tokens)
    }

    /// All sets alike, from the beginning to the end.
    pub(super) fn mixture(self) -> Mixture {
        let weights = vec![1.0; self.lengths.len()];
        self.mixture_of(vec![Phase { from: 0.0, weights }])
    }

    /// The sets with the weights that they have in each phase.
    pub(super) fn mixture_of(self, phases: Vec<Phase>) -> Mixture {
        Mixture::new(self.lengths, phases)
    }
}

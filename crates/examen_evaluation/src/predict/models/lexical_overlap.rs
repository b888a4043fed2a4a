//! The fraction of a caption's words that the code has: what can be told without learning any word.

use examen_data::{AnswerKind, TaskFolder};
use examen_models::{CodeWords, ModelError};

use super::pair_classifier::{judged, training_pairs};
use super::{Make, Model};
use crate::context::Context;
use crate::predict::{ExampleRow, Predictor, Reply, TaskInfo, Trainer};

pub(super) const MODEL: Model = Model {
    name: "lexical-overlap",
    description: "The fraction of a caption's words that the code has",
    kinds: &[AnswerKind::Choice, AnswerKind::Match],
    make: Make::Trainer(|_| Box::new(OverlapTrainer)),
};

struct OverlapTrainer;

impl Trainer for OverlapTrainer {
    fn train(&self, training: &TaskFolder, _: &Context<'_>) -> crate::Result<Box<dyn Predictor>> {
        let pairs = training_pairs(training)?;
        let scored = pairs.iter().map(|row| (CodeWords::of(&row.text).overlap(&row.caption), row.is_match));
        let mut scored: Vec<(f64, bool)> = scored.collect();
        if scored.is_empty() {
            return Err(ModelError::NoTrainingExamples.into());
        }
        scored.sort_by(|left, right| left.0.total_cmp(&right.0));
        Ok(Box::new(Overlap { threshold: best_threshold(&scored) }))
    }
}

/// The threshold above which the most pairs are told right; of several the lowest. The shares are sorted.
fn best_threshold(scored: &[(f64, bool)]) -> f64 {
    let mut right = scored.iter().filter(|(_, is_match)| *is_match).count();
    let (mut most, mut threshold) = (right, -1.0);
    for (at, (share, is_match)) in scored.iter().enumerate() {
        // Below the threshold a match is wrong and another pair right.
        right = if *is_match { right - 1 } else { right + 1 };
        let is_last_of_share = scored.get(at + 1).is_none_or(|(next, _)| next > share);
        if is_last_of_share && right > most {
            (most, threshold) = (right, *share);
        }
    }
    threshold
}

struct Overlap {
    threshold: f64,
}

impl Predictor for Overlap {
    fn predict(&self, task: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        judged(task, batch, CodeWords::overlap, self.threshold)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_threshold_tells_the_most_pairs_right() {
        let best = super::best_threshold;
        assert!((best(&[(0.0, false), (0.5, false), (0.5, true), (0.8, true)]) - 0.0).abs() < 1e-9);
        assert!((best(&[(0.2, false), (0.4, false), (0.9, true)]) - 0.4).abs() < 1e-9);
        assert!((best(&[(0.2, true)]) + 1.0).abs() < 1e-9);
    }
}

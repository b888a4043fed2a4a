//! The class from the tokens that a text holds, whatever their order: what an exam gives away by single tokens.

use crate::classes::Numbered;
use crate::labelled::Input;
use crate::softmax_regression::{Example, SoftmaxRegression, Weights};
use crate::token_counts::Vocabulary;

/// The penalties on weights that are tried; the first of those that do best in validation is used.
const PENALTIES: [f32; 5] = [1e-4, 3e-4, 1e-3, 3e-3, 1e-2];

/// The penalty where nothing is there to choose by.
const USUAL_PENALTY: f32 = 1e-3;

/// Multinomial logistic regression on the logarithms of token counts.
#[derive(Debug)]
pub(crate) struct BagOfTokens {
    vocabulary: Vocabulary,
    regression: SoftmaxRegression,
}

impl BagOfTokens {
    pub(crate) fn train(training: &[Numbered<'_>], validation: &[Numbered<'_>], classes: usize, seed: u64) -> Self {
        let vocabulary = Vocabulary::of(training.iter().map(|example| example.input.text));
        let example = |example: &Numbered<'_>| {
            Some(Example { features: vocabulary.features(example.input.text), class: example.class? })
        };
        let training: Vec<Example> = training.iter().filter_map(example).collect();
        let validation: Vec<Example> = validation.iter().filter_map(example).collect();
        let train =
            |penalty| SoftmaxRegression::train(&training, vocabulary.len(), classes, Weights::Free, (penalty, seed));
        let mut best: Option<(usize, SoftmaxRegression)> = None;
        for penalty in PENALTIES.into_iter().filter(|_| !validation.is_empty()) {
            let tried = train(penalty);
            let right = validation.iter().filter(|example| tried.answer(&example.features) == example.class).count();
            if best.as_ref().is_none_or(|(most, _)| right > *most) {
                best = Some((right, tried));
            }
        }
        let regression = best.map_or_else(|| train(USUAL_PENALTY), |(_, regression)| regression);
        Self { vocabulary, regression }
    }

    pub(crate) fn answer(&self, input: Input<'_>) -> usize {
        self.regression.answer(&self.vocabulary.features(input.text))
    }
}

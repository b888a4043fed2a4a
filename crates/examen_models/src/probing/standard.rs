//! The standard protocol: logistic regression on standardised features, to convergence.
//!
//! Features are standardised on the training rows. The penalty is that with the most right answers on the validation rows, of
//! several the strongest, and the classifier is the one that gave them: it is not fitted again on training and validation rows
//! together, so that the validation accuracy is that of the classifier which is scored on the test rows.

use super::features::Features;
use super::fit::{LayerProbe, ProbeFit, first_most, right};
use super::logistic_regression::Design;
use super::standardise::Scale;
use super::task::{ProbeTask, SplitLabels};

/// Penalties on squared weights beside the *mean* cross-entropy, from strong to weak: two to a power of ten. In scikit-learn's
/// terms, C = 1 / (penalty * training rows).
pub(crate) const PENALTIES: [f64; 9] = [1.0, 0.316, 0.1, 0.0316, 0.01, 0.003_16, 0.001, 0.000_316, 0.000_1];

/// Probes one layer; what does not depend on labels is worked out once.
pub(crate) fn probe(features: &Features, task: &ProbeTask) -> LayerProbe {
    let (truth, width) = (task.truth(), features.width());
    let training = features.range(0..truth.training.len());
    let scale = Scale::of(training, width);
    let design = Design::new(scale.apply(training), width);
    let validation = scale.apply(features.range(truth.validation_rows()));
    let test = scale.apply(features.range(truth.test_rows()));
    let fit = |labels: &SplitLabels| fit(&design, &validation, &test, labels, task.classes());
    LayerProbe { truth: fit(truth), control: task.control().map(fit) }
}

fn fit(design: &Design, validation: &[f32], test: &[f32], labels: &SplitLabels, classes: usize) -> ProbeFit {
    let optima = design.fit(&labels.training, classes, &PENALTIES);
    let steps = optima.iter().map(|optimum| optimum.search.steps).sum();
    let mut answers: Vec<Vec<usize>> = optima.iter().map(|optimum| optimum.layer.answers(validation)).collect();
    let counts: Vec<usize> = answers.iter().map(|answers| right(answers, &labels.validation)).collect();
    let best = first_most(counts.iter().copied()).unwrap_or(0);
    let optimum = &optima[best];
    ProbeFit {
        penalty: optimum.penalty,
        validation: answers.swap_remove(best),
        validation_right: counts[best],
        test: optimum.layer.answers(test),
        has_converged: Some(optimum.search.has_converged),
        steps,
    }
}

//! Optima and steps beside those of scikit-learn and PyTorch: fixtures of `scripts/probe_references.py`.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::adam::Adam;
use super::features::Features;
use super::linear_layer::{LinearLayer, softmax};
use super::logistic_regression::Design;
use super::standardise::Scale;

/// Probabilities at an optimum may differ by so much from scikit-learn's, which go on until derivatives are below 1e-10 while ours
/// stop at 1e-5 or three thousandths of the penalty.
const PROBABILITY_TOLERANCE: f32 = 2e-3;

/// So may weights: three thousandths are what such derivatives allow in any one direction, and there are many directions.
const WEIGHT_TOLERANCE: f32 = 5e-3;

/// PyTorch's own kernels round in another order.
const ADAM_TOLERANCE: f32 = 2e-6;

#[derive(Deserialize)]
struct OptimaCase {
    name: String,
    classes: usize,
    width: usize,
    training: usize,
    rows: Vec<f32>,
    labels: Vec<usize>,
    optima: Vec<ReferenceOptimum>,
}

#[derive(Deserialize)]
struct ReferenceOptimum {
    penalty: f64,
    answers: Vec<usize>,
    /// Of the first rows that were not fitted on.
    probabilities: Vec<f32>,
    /// Less the mean over classes, which no answer depends on.
    weights: Vec<f32>,
}

#[derive(Deserialize)]
struct AdamCase {
    penalty: f64,
    width: usize,
    rows: Vec<f32>,
    labels: Vec<usize>,
    weights: Vec<f32>,
    biases: Vec<f32>,
    batches: Vec<Vec<usize>>,
    after_first: Vec<f32>,
    after_last: Vec<f32>,
}

fn cases<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let path = format!("{}/fixtures/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let cases: Vec<T> = text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!cases.is_empty());
    cases
}

#[track_caller]
fn assert_near(ours: &[f32], theirs: &[f32], tolerance: f32, what: &str) {
    assert_eq!(ours.len(), theirs.len(), "{what}");
    let furthest = ours.iter().zip(theirs).map(|(ours, theirs)| (ours - theirs).abs()).fold(0.0, f32::max);
    assert!(furthest <= tolerance, "{what}: {furthest} apart");
}

#[test]
fn optima_are_those_of_scikit_learn() {
    for case in cases::<OptimaCase>("probe_optima") {
        let (training, held) = case.rows.split_at(case.training * case.width);
        let scale = Scale::of(training, case.width);
        let held = scale.apply(held);
        let penalties: Vec<f64> = case.optima.iter().map(|reference| reference.penalty).collect();
        let optima =
            Design::new(scale.apply(training), case.width).fit(&case.labels[..case.training], case.classes, &penalties);
        for (optimum, reference) in optima.iter().zip(&case.optima) {
            let what = format!("{} with penalty {}", case.name, reference.penalty);
            assert!(optimum.search.has_converged, "{what}");
            assert_eq!(optimum.layer.answers(&held), reference.answers, "{what}");
            let mut probabilities = optimum.layer.scores(&held);
            probabilities.truncate(reference.probabilities.len());
            probabilities.chunks_exact_mut(case.classes).for_each(|scores| {
                softmax(scores);
            });
            assert_near(&probabilities, &reference.probabilities, PROBABILITY_TOLERANCE, &what);
            assert_near(&centred(&optimum.layer), &reference.weights, WEIGHT_TOLERANCE, &what);
        }
    }
}

fn centred(layer: &LinearLayer) -> Vec<f32> {
    let (classes, width) = (layer.classes(), layer.width());
    let mean = |column: usize| (0..classes).map(|class| layer.weights[class * width + column]).sum::<f32>();
    layer.weights.iter().enumerate().map(|(at, weight)| weight - mean(at % width) / classes as f32).collect()
}

#[test]
fn steps_are_those_of_pytorch() {
    for case in cases::<AdamCase>("probe_adam") {
        let features = Features::new(case.width, case.rows).unwrap();
        let mut adam = Adam::new(LinearLayer { weights: case.weights, biases: case.biases }, case.penalty);
        for (at, batch) in case.batches.iter().enumerate() {
            adam.step(&features, &case.labels, batch);
            let expected = match at {
                0 => &case.after_first,
                _ if at + 1 == case.batches.len() => &case.after_last,
                _ => continue,
            };
            let parameters = [adam.layer.weights.as_slice(), &adam.layer.biases].concat();
            let what = format!("penalty {}, {} rows a step, step {at}", case.penalty, batch.len());
            assert_near(&parameters, expected, ADAM_TOLERANCE, &what);
        }
    }
}

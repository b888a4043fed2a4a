//! Every operation: its values, and its gradients in two ways.

use examen_tensor::{Device, Tensor};

use crate::case::{Case, Stored, cases, placement};

/// How far a value may be from the reference, which was computed in f64, for each unit of its size and at least for 1; and a
/// gradient, which is a sum of more roundings, for each unit of the greatest of a tensor. On a device exponentials are approximate.
fn tolerances() -> (f32, f32) {
    match placement().device() {
        Device::Cpu => (2e-6, 4e-6),
        Device::Cuda => (1e-5, 4e-5),
    }
}

fn all_cases() -> Vec<Case> {
    let cases = cases(include_str!("../../fixtures/operations.jsonl"));
    assert!(!cases.is_empty());
    cases
}

fn check(name: &str, given: &[f32], expected: &[f32], allowed: impl Fn(f32) -> f32) {
    assert_eq!(given.len(), expected.len(), "{name}");
    for (at, (value, expected)) in given.iter().zip(expected).enumerate() {
        assert!((value - expected).abs() <= allowed(*expected), "{name} at {at}: {value} is not {expected}");
    }
}

/// The sum of an output, each value times a number.
fn loss(output: Tensor<1>, given: &Stored) -> Tensor<1> {
    let given = Tensor::from_values(given.values.clone(), [given.values.len()]).unwrap().beside(&output);
    (output * given).sum(0)
}

#[test]
fn operations_give_the_reference_values() {
    let (tolerance, _) = tolerances();
    for case in all_cases() {
        for is_tracked in [false, true] {
            let (shape, output, _) = case.output(is_tracked);
            assert_eq!(shape, case.expected.shape, "{}", case.operation);
            let values = output.into_values().unwrap();
            check(&case.operation, &values, &case.expected.values, |expected| tolerance * expected.abs().max(1.0));
        }
    }
}

#[test]
fn gradients_are_those_of_the_reference() {
    let (_, tolerance) = tolerances();
    for case in all_cases() {
        let (_, output, parameters) = case.output(true);
        for gradient in parameters.gradients(&loss(output, &case.output_gradient)).unwrap().values(&parameters) {
            let gradient = gradient.unwrap();
            let expected = &case.gradients[&gradient.name];
            assert_eq!(gradient.shape, expected.shape);
            let greatest = expected.values.iter().fold(1.0f32, |greatest, value| greatest.max(value.abs()));
            let name = format!("{} of {}", case.operation, gradient.name);
            check(&name, &gradient.values, &expected.values, |_| tolerance * greatest);
        }
    }
}

#[test]
fn gradients_are_finite_differences() {
    // Large enough that roundings of f32 are small beside what it makes, small enough that curves are nearly straight.
    const CHANGE: f32 = 1e-2;
    for case in all_cases() {
        let (_, output, parameters) = case.output(true);
        let gradients = parameters.gradients(&loss(output, &case.output_gradient)).unwrap();
        let loss = |case: &Case| -> f64 {
            let values = case.output(false).1.into_values().unwrap();
            values
                .iter()
                .zip(&case.output_gradient.values)
                .map(|(&value, &given)| f64::from(value) * f64::from(given))
                .sum()
        };
        for gradient in gradients.values(&parameters) {
            let gradient = gradient.unwrap();
            let greatest = gradient.values.iter().fold(1.0f32, |greatest, value| greatest.max(value.abs()));
            for at in (0..gradient.values.len()).step_by(gradient.values.len().div_ceil(7)) {
                let x = case.tensors[&gradient.name].values[at];
                // At a kink a function has no derivative, and far out a small change is lost.
                if case.operation == "relu" && x.abs() < CHANGE || x.abs() > 50.0 {
                    continue;
                }
                let changed = |change: f32| {
                    let mut case = case.clone();
                    if let Some(tensor) = case.tensors.get_mut(&gradient.name) {
                        tensor.values[at] += change;
                    }
                    loss(&case)
                };
                let made = (changed(CHANGE) - changed(-CHANGE)) / (2.0 * f64::from(CHANGE));
                let far = (made as f32 - gradient.values[at]).abs();
                let (name, value) = (&gradient.name, gradient.values[at]);
                assert!(far < 5e-3 * greatest, "{} of {name} at {at}: {value} is not {made}", case.operation);
            }
        }
    }
}

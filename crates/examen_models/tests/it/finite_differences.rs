//! Gradients beside finite differences.

use examen_models::Placement;
use examen_tensor::{NamedValues, Parameters, Tensor};

/// Compares the gradient of every parameter, at the value where it is steepest, with a finite difference of the loss.
pub(crate) fn check(own: &Parameters, loss: impl Fn(&Parameters) -> Tensor<1>) {
    check_within(own, 2e-3, loss);
}

/// The same; beside 3 percent, gradients may be off by so much.
pub(crate) fn check_within(own: &Parameters, most: f32, loss: impl Fn(&Parameters) -> Tensor<1>) {
    const CHANGE: f32 = 3e-3;
    let values: Vec<NamedValues> = own.values().map(Result::unwrap).collect();
    for gradient in own.gradients(&loss(own)).unwrap().values(own) {
        let gradient = gradient.unwrap();
        let steepest = (0..gradient.values.len())
            .max_by(|&one, &other| gradient.values[one].abs().total_cmp(&gradient.values[other].abs()));
        let (at, name) = (steepest.unwrap(), &gradient.name);
        assert!(gradient.values[at] != 0.0, "{name} has no gradient");
        let changed = |change: f32| {
            let mut values = values.clone();
            values.iter_mut().find(|value| value.name == *name).unwrap().values[at] += change;
            f64::from(loss(&Parameters::new(values, Placement::default()).unwrap()).into_values().unwrap()[0])
        };
        let made = ((changed(CHANGE) - changed(-CHANGE)) / (2.0 * f64::from(CHANGE))) as f32;
        let allowed = 0.03 * gradient.values[at].abs() + most;
        assert!((made - gradient.values[at]).abs() < allowed, "{name} at {at}: {} is not {made}", gradient.values[at]);
    }
}

//! A few steps of training.

use examen_tensor::{Adam, Algorithm, Muon, Optimizer, Parameters, Tensor};

/// Parameters after so many steps of Muon, and the last loss.
pub(crate) fn learn(
    mut parameters: Parameters,
    steps: u64,
    loss: impl Fn(&Parameters) -> Tensor<1>,
) -> (Parameters, f32) {
    let muon = Muon { adam: Adam { beta2: 0.98, ..Adam::default() }, ..Muon::default() };
    let mut optimizer = Optimizer::new(Algorithm::Muon(muon), &parameters);
    let mut last = f32::INFINITY;
    for step in 0..steps {
        let loss = loss(&parameters);
        let mut gradients = parameters.gradients(&loss).unwrap();
        gradients.clip_norm(1.0).unwrap();
        last = loss.into_values().unwrap()[0];
        let rate = 0.02 * (1.0 - step as f64 / steps as f64).max(0.05);
        optimizer.step(&mut parameters, &gradients, rate).unwrap();
    }
    (parameters, last)
}

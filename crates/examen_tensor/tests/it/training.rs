//! Optimizers, clipping and schedules against PyTorch and transformers.

use std::collections::BTreeMap;

use examen_tensor::{Adam, Algorithm, Optimizer, Schedule, Tensor};
use serde::Deserialize;

use crate::case::{Stored, cases, parameters};

/// How far a weight may be from the reference, which was computed in f64.
const TOLERANCE: f32 = 2e-6;

#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Course(Course),
    Schedule { schedule: String, factors: Vec<(u64, f64)> },
}

/// Steps of an optimizer with given gradients.
#[derive(Deserialize)]
struct Course {
    algorithm: String,
    learning_rate: f64,
    weight_decay: f64,
    clip: Option<f32>,
    start: BTreeMap<String, Stored>,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    gradients: BTreeMap<String, Stored>,
    norm: f32,
    parameters: BTreeMap<String, Stored>,
}

fn lines() -> Vec<Line> {
    cases(include_str!("../../fixtures/training.jsonl"))
}

impl Course {
    fn algorithm(&self) -> Algorithm {
        let adam = Adam { beta1: 0.8, beta2: 0.95, epsilon: 1e-6, weight_decay: self.weight_decay };
        let sgd = |is_nesterov| Algorithm::Sgd { momentum: 0.9, is_nesterov, weight_decay: self.weight_decay };
        match self.algorithm.as_str() {
            "adamw" => Algorithm::AdamW(adam),
            "adam" => Algorithm::Adam(adam),
            "sgd" => sgd(false),
            "nesterov" => sgd(true),
            other => panic!("no such algorithm: {other}"),
        }
    }

    /// Parameters after each step; the optimizer is saved and resumed before the step of this number.
    fn run(&self, interrupted: usize) {
        let mut weights = parameters(&self.start);
        weights.exempt_from_decay(|name| name == "b.bias");
        let mut optimizer = Optimizer::new(self.algorithm(), &weights);
        for (at, step) in self.steps.iter().enumerate() {
            if at == interrupted {
                let state = optimizer.state(&weights).unwrap();
                optimizer = Optimizer::resume(self.algorithm(), &weights, optimizer.steps(), &state).unwrap();
            }
            // The gradients of this loss are the given ones.
            let products = step.gradients.iter().map(|(name, gradient)| {
                let count = gradient.values.len();
                let gradient = Tensor::from_values(gradient.values.clone(), [count]).unwrap();
                let weight = match name.as_str() {
                    "a.weight" => weights.tracked::<2>(name).unwrap().reshape([count]),
                    _ => weights.tracked::<1>(name).unwrap(),
                };
                (weight.clone() * gradient.beside(&weight)).sum(0)
            });
            let loss = products.reduce(|sum, product| sum + product).unwrap();
            let mut gradients = weights.gradients(&loss).unwrap();
            let norm = gradients.clip_norm(self.clip.unwrap_or(f32::INFINITY)).unwrap().into_values().unwrap()[0];
            assert!((norm - step.norm).abs() < 1e-5, "{norm} is not {}", step.norm);
            optimizer.step(&mut weights, &gradients, self.learning_rate).unwrap();
            for weight in weights.values() {
                let weight = weight.unwrap();
                for (value, expected) in weight.values.iter().zip(&step.parameters[&weight.name].values) {
                    let far = (value - expected).abs();
                    assert!(far < TOLERANCE, "{} in step {at}: {value} is not {expected}", self.algorithm);
                }
            }
        }
    }
}

#[test]
fn optimizers_go_where_those_of_pytorch_go() {
    let mut count = 0;
    for line in lines() {
        if let Line::Course(course) = line {
            course.run(usize::MAX);
            course.run(3);
            count += 1;
        }
    }
    assert_eq!(count, 8);
}

#[test]
fn schedules_are_those_of_transformers() {
    let mut count = 0;
    for line in lines() {
        let Line::Schedule { schedule, factors } = line else { continue };
        let made = match schedule.as_str() {
            "constant" => Schedule::Constant,
            "linear" => Schedule::Linear { warm_up: 5, steps: 20 },
            "linear_without_warm_up" => Schedule::Linear { warm_up: 0, steps: 20 },
            "cosine" => Schedule::Cosine { warm_up: 5, steps: 20 },
            "inverse_sqrt" => Schedule::InverseSqrt { warm_up: 5 },
            "step_decay" => Schedule::StepDecay { factor: 0.95, every: 4 },
            other => panic!("no such schedule: {other}"),
        };
        for (step, expected) in factors {
            let factor = made.at(step);
            assert!((factor - expected).abs() < 1e-9, "{schedule} at {step}: {factor} is not {expected}");
        }
        count += 1;
    }
    assert_eq!(count, 6);
    // Behind its last step the learning rate is 0.
    for schedule in [Schedule::Linear { warm_up: 5, steps: 20 }, Schedule::Cosine { warm_up: 5, steps: 20 }] {
        assert!(schedule.at(25).abs() < 1e-12);
    }
}

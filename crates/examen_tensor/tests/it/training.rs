//! Optimisers, clipping and schedules against PyTorch and transformers.

use std::collections::BTreeMap;

use examen_tensor::{Adam, Optimiser, Rule, Schedule, Tensor};
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

/// Steps of an optimiser along given slopes.
#[derive(Deserialize)]
struct Course {
    rule: String,
    rate: f64,
    decay: f64,
    clip: Option<f32>,
    start: BTreeMap<String, Stored>,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    slopes: BTreeMap<String, Stored>,
    norm: f32,
    weights: BTreeMap<String, Stored>,
}

fn lines() -> Vec<Line> {
    cases(include_str!("../../fixtures/training.jsonl"))
}

impl Course {
    fn rule(&self) -> Rule {
        let adam = Adam { mean_share: 0.8, square_share: 0.95, epsilon: 1e-6, decay: self.decay };
        let momentum = |is_nesterov| Rule::Momentum { share: 0.9, is_nesterov, decay: self.decay };
        match self.rule.as_str() {
            "adamw" => Rule::AdamW(adam),
            "adam" => Rule::Adam(adam),
            "momentum" => momentum(false),
            "nesterov" => momentum(true),
            other => panic!("no such rule: {other}"),
        }
    }

    /// Weights after each step; the optimiser is put away and taken out again before a step of this number.
    fn run(&self, interrupted: usize) {
        let mut weights = parameters(&self.start);
        weights.exempt(|name| name == "b.bias");
        let mut optimiser = Optimiser::new(self.rule(), &weights);
        for (at, step) in self.steps.iter().enumerate() {
            if at == interrupted {
                let memory = optimiser.memory(&weights).unwrap();
                optimiser = Optimiser::resumed(self.rule(), &weights, optimiser.steps(), &memory).unwrap();
            }
            // The slopes of this loss are the given ones.
            let products = step.slopes.iter().map(|(name, slopes)| {
                let count = slopes.values.len();
                let slopes = Tensor::from_values(slopes.values.clone(), [count]).unwrap();
                let weight = match name.as_str() {
                    "a.weight" => weights.recorded::<2>(name).unwrap().reshape([count]),
                    _ => weights.recorded::<1>(name).unwrap(),
                };
                (weight.clone() * slopes.beside(&weight)).sum(0)
            });
            let loss = products.reduce(|sum, product| sum + product).unwrap();
            let mut gradients = weights.gradients(&loss).unwrap();
            let norm = gradients.clip(self.clip.unwrap_or(f32::INFINITY)).unwrap();
            assert!((norm - step.norm).abs() < 1e-5, "{norm} is not {}", step.norm);
            optimiser.step(&mut weights, &gradients, self.rate).unwrap();
            for weight in weights.values() {
                let weight = weight.unwrap();
                for (value, expected) in weight.values.iter().zip(&step.weights[&weight.name].values) {
                    let far = (value - expected).abs();
                    assert!(far < TOLERANCE, "{} in step {at}: {value} is not {expected}", self.rule);
                }
            }
        }
    }
}

#[test]
fn optimisers_go_where_those_of_pytorch_go() {
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
            "inverse_root" => Schedule::InverseRoot { warm_up: 5 },
            "stairs" => Schedule::Stairs { factor: 0.95, every: 4 },
            other => panic!("no such schedule: {other}"),
        };
        for (step, expected) in factors {
            let factor = made.at(step);
            assert!((factor - expected).abs() < 1e-9, "{schedule} at {step}: {factor} is not {expected}");
        }
        count += 1;
    }
    assert_eq!(count, 6);
    // Behind its last step there is nothing left to learn.
    for schedule in [Schedule::Linear { warm_up: 5, steps: 20 }, Schedule::Cosine { warm_up: 5, steps: 20 }] {
        assert!(schedule.at(25).abs() < 1e-12);
    }
}

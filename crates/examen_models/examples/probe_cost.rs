//! The cost of probes: made-up tasks whose features tell something about the labels, one layer in memory at a time.
//!
//!     cargo run --release -p examen_models --example probe_cost -- PROTOCOL TASKS LAYERS [ROWS WIDTH CLASSES]
//!
//! PROTOCOL is that of a probe, with `+control` behind it for control labels as well, `mdl`, or `features` to make the features and nothing else, so that `benches/probe_cost.py` can
//! take their cost off. A task has 10,000 rows of 768 features and 10 classes unless other numbers are given, 60 % of them for
//! training and 20 % for validation. Every example has 48 hidden values; labels are the highest of random weighted sums
//! of them plus noise, and the features of a layer are other such sums plus noise, of which the first few hidden values
//! make up most, so that features go together as those of encoders do. One thread.

#![expect(clippy::print_stdout, reason = "results are data")]

use std::error::Error;

use examen_models::probing::{Features, ProbeTask, Protocol, SplitLabels, online_code};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const HIDDEN: usize = 48;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, numbers @ ..] = arguments.as_slice() else { return Err("a protocol, please".into()) };
    let (name, has_control) = name.strip_suffix("+control").map_or((name.as_str(), false), |name| (name, true));
    let numbers: Vec<usize> = numbers.iter().map(|number| number.parse()).collect::<Result<_, _>>()?;
    let (&[tasks, layers, rows, width, classes] | &[tasks, layers, rows, width, classes, ..]) =
        [numbers.as_slice(), &[1, 1, 10_000, 768, 10][numbers.len().min(5)..]].concat().as_slice()
    else {
        return Err("at most five numbers, please".into());
    };
    let protocol = Protocol::ALL.into_iter().find(|protocol| protocol.name() == name);
    for task in 0..tasks {
        let made = Made::new(rows, classes, task as u64, has_control);
        for layer in 0..layers {
            let features = made.features(width, layer as u64)?;
            let test = &made.task.truth().test;
            match protocol {
                Some(protocol) => {
                    let fit = protocol.probe(&features, &made.task, 0)?.truth;
                    let right = fit.test.iter().zip(test).filter(|(answer, label)| answer == label).count();
                    let accuracy = right as f64 / test.len() as f64;
                    let (penalty, converged, steps) = (fit.penalty, fit.has_converged, fit.steps);
                    println!(
                        "task {task} layer {layer} accuracy {accuracy:.4} penalty {penalty} {converged:?} steps {steps}"
                    );
                }
                None if name == "mdl" => {
                    let (code, _) = online_code(&features, &made.task, 0)?;
                    println!("task {task} layer {layer} bits {:.1} compression {:.3}", code.bits, code.compression());
                }
                None if name == "features" => {}
                None => return Err(format!("no protocol is called {name}").into()),
            }
        }
    }
    Ok(())
}

/// A task and what its examples have in common in all layers.
struct Made {
    hidden: Vec<f32>,
    task: ProbeTask,
    seed: u64,
}

impl Made {
    fn new(rows: usize, classes: usize, seed: u64, has_control: bool) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut sample = |count| (0..count).map(|_| random.random_range(-1.0..1.0)).collect::<Vec<f32>>();
        let (hidden, weights, noise) = (sample(rows * HIDDEN), sample(classes * HIDDEN), sample(rows * classes));
        let label = |(values, noise): (&[f32], &[f32])| {
            let scores = weights.chunks_exact(HIDDEN).zip(noise).map(|(weights, noise)| dot(weights, values) + noise);
            scores.enumerate().max_by(|left, right| left.1.total_cmp(&right.1)).map_or(0, |(class, _)| class)
        };
        let training: Vec<usize> = hidden.chunks_exact(HIDDEN).zip(noise.chunks_exact(classes)).map(label).collect();
        let mut shuffled = training.clone();
        let cut = |mut training: Vec<usize>| {
            let test = training.split_off(rows * 8 / 10);
            let validation = training.split_off(rows * 6 / 10);
            SplitLabels { training, validation, test }
        };
        shuffled.shuffle(&mut random);
        let (truth, control) = (cut(training), has_control.then(|| cut(shuffled)));
        #[expect(clippy::expect_used, reason = "a program that makes its own labels")]
        let task = ProbeTask::new(classes, truth, control).expect("labels are classes");
        Self { hidden, task, seed }
    }

    fn features(&self, width: usize, layer: u64) -> Result<Features, Box<dyn Error>> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed << 32 | (layer + 1));
        let mut mix: Vec<f32> = (0..width * HIDDEN).map(|_| random.random_range(-1.0..1.0)).collect();
        for weights in mix.chunks_exact_mut(HIDDEN) {
            weights.iter_mut().enumerate().for_each(|(at, weight)| *weight /= 1.0 + at as f32 / 4.0);
        }
        let mut values = Vec::with_capacity(self.hidden.len() / HIDDEN * width);
        for hidden in self.hidden.chunks_exact(HIDDEN) {
            values.extend(
                mix.chunks_exact(HIDDEN).map(|weights| dot(weights, hidden) + random.random_range(-0.3..0.3_f32)),
            );
        }
        Ok(Features::new(width, values)?)
    }
}

fn dot(left: &[f32], right: &[f32]) -> f32 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

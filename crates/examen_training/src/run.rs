//! The loop.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use examen_tensor::{Gradients, Mode, NamedValues, Optimizer, Parameters, Placement, Rng, Tensor};

use crate::checkpoint;
use crate::error::TrainingError;
use crate::mixture::{Mixture, Sampler};
use crate::objective::{Batch, Objective, Score};
use crate::settings::{Budget, Settings};
use crate::state::{CurvePoint, Progress, State};

/// The file of the last checkpoint, in the directory of a training.
const LAST: &str = "last.safetensors";

/// The file of the parameters with the best score.
const BEST: &str = "best.safetensors";

/// What a training needs beside its objective.
pub struct Trainer<'t> {
    /// The examples.
    pub mixture: &'t Mixture,
    /// The settings.
    pub settings: &'t Settings,
    /// The directory for checkpoints. A checkpoint of the same training that is there is resumed.
    pub folder: &'t Path,
    /// Where the network computes.
    pub placement: Placement,
    /// Groups the parameters again when they were read from a checkpoint: weight decay, matrices of Muon.
    pub group: &'t dyn Fn(&mut Parameters),
    /// Training stops after the present step, with a checkpoint, when this becomes true.
    pub stop: &'t AtomicBool,
    /// Hears how the training goes on.
    pub observer: &'t dyn Fn(&Progress),
}

/// The outcome of a training.
#[derive(Debug)]
pub struct Outcome {
    /// The parameters with the best score or, without an evaluation, the last ones.
    pub parameters: Vec<NamedValues>,
    /// The steps that were made, those before an interruption among them.
    pub steps: u64,
    /// The examples that were seen.
    pub examples: u64,
    /// The tokens that were seen.
    pub tokens: u64,
    /// The curves of loss and scores.
    pub curve: Vec<CurvePoint>,
    /// Whether it was stopped before its end and can be resumed.
    pub is_interrupted: bool,
    /// Whether it ended early, since the score got no better.
    pub is_early: bool,
}

/// Trains parameters until the budget is spent, the score gets no better or the caller wants to stop.
pub fn train(
    objective: &dyn Objective,
    parameters: Parameters,
    trainer: &Trainer<'_>,
) -> Result<Outcome, TrainingError> {
    let mut run = Run::start(parameters, trainer)?;
    let (mut is_interrupted, mut is_early) = (false, false);
    while run.progress() < 1.0 {
        if trainer.stop.load(Ordering::Relaxed) {
            is_interrupted = true;
            break;
        }
        run.step(objective)?;
        run.evaluate_when_due(objective)?;
        if trainer.settings.patience.is_some_and(|patience| run.state.stale >= patience) {
            is_early = true;
            break;
        }
    }
    run.save(LAST)?;
    let parameters = match run.state.best {
        Some(_) if !is_interrupted => checkpoint::read(&run.path(BEST), &trainer.settings.identity)?.0,
        _ => run.parameters.values().collect::<Result<_, _>>()?,
    };
    let State { step, examples, tokens, curve, .. } = run.state;
    Ok(Outcome { parameters, steps: step, examples, tokens, curve, is_interrupted, is_early })
}

/// Steps whose losses are read together. Reading waits for the device, which should always have the next steps at hand.
const UNREAD_STEPS: usize = 16;

/// A step that a device may not have finished.
struct UnreadStep {
    number: u64,
    losses: Vec<Tensor<1>>,
    norm: Tensor<1>,
}

struct Run<'t> {
    trainer: &'t Trainer<'t>,
    unread: Vec<UnreadStep>,
    parameters: Parameters,
    optimizer: Optimizer,
    sampler: Sampler<'t>,
    state: State,
    /// When this run began, the seconds of evaluations in it, and what was done before.
    began: Instant,
    paused: f64,
    earlier_seconds: f64,
    earlier_tokens: u64,
    earlier_progress: f64,
}

impl<'t> Run<'t> {
    fn start(mut parameters: Parameters, trainer: &'t Trainer<'t>) -> Result<Self, TrainingError> {
        let settings = trainer.settings;
        let last = trainer.folder.join(LAST);
        let (optimizer, state) = if last.exists() {
            let (tensors, state) = checkpoint::read(&last, &settings.identity)?;
            let wanted: Vec<String> = parameters.shapes().map(|(name, _)| name.to_owned()).collect();
            let (own, moments): (Vec<_>, Vec<_>) =
                tensors.into_iter().partition(|tensor| wanted.contains(&tensor.name));
            if own.len() != wanted.len() {
                let reason = "it has not all parameters of the network".to_owned();
                return Err(TrainingError::Checkpoint { path: last, reason });
            }
            parameters = Parameters::new(own, trainer.placement)?;
            (trainer.group)(&mut parameters);
            let optimizer = Optimizer::resume(settings.algorithm, &parameters, state.step, &moments)?;
            (optimizer, state)
        } else {
            (trainer.group)(&mut parameters);
            (Optimizer::new(settings.algorithm, &parameters), State::default())
        };
        let sampler = Sampler::new(trainer.mixture, settings.seed, state.sampler.clone());
        let mut run = Self {
            trainer,
            unread: Vec::new(),
            parameters,
            optimizer,
            sampler,
            began: Instant::now(),
            paused: 0.0,
            earlier_seconds: state.seconds,
            earlier_tokens: state.tokens,
            earlier_progress: 0.0,
            state,
        };
        run.earlier_progress = run.progress();
        Ok(run)
    }

    /// The seconds of this run, without those of evaluations.
    fn seconds(&self) -> f64 {
        self.began.elapsed().as_secs_f64() - self.paused
    }

    /// The fraction of the training that is done.
    fn progress(&self) -> f64 {
        match self.trainer.settings.budget {
            Budget::Steps(steps) => self.state.step as f64 / steps.max(1) as f64,
            Budget::Seconds(seconds) => (self.earlier_seconds + self.seconds()) / seconds.max(1e-9),
        }
    }

    fn step(&mut self, objective: &dyn Objective) -> Result<(), TrainingError> {
        let settings = self.trainer.settings;
        let progress = self.progress().min(1.0);
        let mut total: Option<Gradients> = None;
        let mut losses = Vec::with_capacity(settings.accumulation);
        let (mut examples, mut tokens) = (0, 0);
        for part in 0..settings.accumulation.max(1) {
            let (batch, used) = self.sampler.batch(progress, settings.batch_tokens);
            if batch.is_empty() {
                return Err(TrainingError::NoExamples { tokens: settings.batch_tokens });
            }
            let seed = batch_seed(settings.seed, self.state.step, part as u64);
            let random = Rng::new(seed);
            let loss = objective
                .loss(&self.parameters, Batch { examples: &batch, seed }, Mode::Train(&random))
                .map_err(TrainingError::Objective)?;
            let gradients = self.parameters.gradients(&loss)?;
            match &mut total {
                Some(total) => total.add(&gradients),
                None => total = Some(gradients),
            }
            losses.push(loss.detach());
            examples += batch.len() as u64;
            tokens += used as u64;
        }
        let Some(mut gradients) = total else { return Ok(()) };
        if settings.accumulation > 1 {
            gradients.scale(1.0 / settings.accumulation as f32);
        }
        let norm = gradients.clip_norm(settings.clip.unwrap_or(f32::INFINITY))?;
        let learning_rate = settings.learning_rate.at(progress);
        self.optimizer.step(&mut self.parameters, &gradients, learning_rate)?;
        self.unread.push(UnreadStep { number: self.state.step, losses, norm });
        let state = &mut self.state;
        state.step += 1;
        state.examples += examples;
        state.tokens += tokens;
        state.loss_examples += examples;
        let is_logged = state.step.is_multiple_of(settings.log_every.max(1));
        if is_logged || self.unread.len() >= UNREAD_STEPS {
            self.read_losses()?;
        }
        if is_logged {
            let state = &mut self.state;
            let value = state.loss_sum / state.loss_count as f64;
            let point = CurvePoint {
                step: state.step,
                examples: state.examples,
                name: "loss".to_owned(),
                value,
                n: state.loss_examples,
            };
            (state.loss_sum, state.loss_count, state.loss_examples) = (0.0, 0, 0);
            self.tell(vec![point], learning_rate);
        }
        Ok(())
    }

    /// Adds the losses of the last steps to their mean. Waits for the device, and is the only place in a step that does.
    fn read_losses(&mut self) -> Result<(), TrainingError> {
        let first = |tensor: Tensor<1>| -> Result<f32, TrainingError> {
            Ok(tensor.into_values()?.first().copied().unwrap_or(f32::NAN))
        };
        for UnreadStep { number, losses, norm } in std::mem::take(&mut self.unread) {
            let (norm, count) = (first(norm)?, losses.len().max(1) as f64);
            let mut mean = 0.0;
            for loss in losses {
                let loss = first(loss)?;
                if !loss.is_finite() || !norm.is_finite() {
                    return Err(TrainingError::NotFinite { step: number, loss, norm });
                }
                mean += f64::from(loss) / count;
            }
            self.state.loss_sum += mean;
            self.state.loss_count += 1;
        }
        Ok(())
    }

    /// Adds points to the curve and tells the observer.
    fn tell(&mut self, points: Vec<CurvePoint>, learning_rate: f64) {
        self.state.curve.extend(points.iter().cloned());
        let (done, seconds) = (self.progress().min(1.0), self.seconds().max(1e-9));
        let speed = (done - self.earlier_progress).max(1e-9) / seconds;
        (self.trainer.observer)(&Progress {
            done,
            step: self.state.step,
            examples: self.state.examples,
            points,
            tokens_per_second: (self.state.tokens - self.earlier_tokens) as f64 / seconds,
            seconds_left: (1.0 - done) / speed,
            learning_rate,
        });
    }

    fn evaluate_when_due(&mut self, objective: &dyn Objective) -> Result<(), TrainingError> {
        let settings = self.trainer.settings;
        let reached = self.progress().min(1.0) * settings.evaluations as f64;
        let due = (1..=settings.evaluations).take_while(|&number| number as f64 <= reached).count() as u64;
        if due <= self.state.evaluations {
            return Ok(());
        }
        self.state.evaluations = due;
        // What a step left undone is no part of the evaluation.
        self.read_losses()?;
        let began = Instant::now();
        let scores = objective.evaluate(&self.parameters).map_err(TrainingError::Objective)?;
        if let Some(first) = scores.first() {
            if self.state.best.is_none_or(|best| first.value > best) {
                self.state.best = Some(first.value);
                self.state.stale = 0;
                self.save(BEST)?;
            } else {
                self.state.stale += 1;
            }
        }
        let (step, examples) = (self.state.step, self.state.examples);
        let point = |score: &Score| CurvePoint {
            step,
            examples,
            name: score.name.clone(),
            value: score.value,
            n: score.examples,
        };
        let points = scores.iter().map(point).collect();
        self.paused += began.elapsed().as_secs_f64();
        let learning_rate = settings.learning_rate.at(self.progress().min(1.0));
        self.tell(points, learning_rate);
        let began = Instant::now();
        self.save(LAST)?;
        self.paused += began.elapsed().as_secs_f64();
        Ok(())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.trainer.folder.join(name)
    }

    /// Writes a checkpoint: the best one without the state of the optimizer, which nothing resumes from.
    fn save(&mut self, name: &str) -> Result<(), TrainingError> {
        self.read_losses()?;
        self.state.sampler = self.sampler.state().clone();
        if let Budget::Seconds(_) = self.trainer.settings.budget {
            self.state.seconds = self.earlier_seconds + self.seconds();
        }
        let mut tensors: Vec<NamedValues> = self.parameters.values().collect::<Result<_, _>>()?;
        if name == LAST {
            tensors.extend(self.optimizer.state(&self.parameters)?);
        }
        checkpoint::write(&self.path(name), tensors, &self.state, &self.trainer.settings.identity)
    }
}

/// A seed that no other batch of the training has.
fn batch_seed(seed: u64, step: u64, part: u64) -> u64 {
    let key = [seed.to_le_bytes(), step.to_le_bytes(), part.to_le_bytes()].concat();
    let hash = blake3::hash(&key);
    let mut first = [0; 8];
    first.copy_from_slice(&hash.as_bytes()[..8]);
    u64::from_le_bytes(first)
}

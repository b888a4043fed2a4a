//! The loop on a small objective: a line through points.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::cell::RefCell;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use examen_tensor::{Adam, Algorithm, Mode, NamedValues, Parameters, Placement, Tensor, dropout};
use examen_training::{
    Batch, Budget, Drawn, LearningRate, Mixture, Objective, ObjectiveError, Outcome, Phase, Progress, Score, Settings,
    Trainer, TrainingError, train,
};

/// `y = a x` with a true `a` of 2; examples are values of `x`, and are as long as their number in tokens.
struct Line {
    seen: RefCell<Vec<Drawn>>,
    /// The step whose loss is not a number.
    broken: Option<usize>,
    /// The scores of evaluations, one after the other; the negative loss where there are none.
    scores: RefCell<Vec<f64>>,
}

impl Line {
    fn new() -> Self {
        Self { seen: RefCell::default(), broken: None, scores: RefCell::default() }
    }
}

impl Objective for Line {
    fn loss(&self, parameters: &Parameters, batch: Batch<'_>, mode: Mode<'_>) -> Result<Tensor<1>, ObjectiveError> {
        let is_broken = self.broken.is_some_and(|step| self.seen.borrow().len() >= step);
        self.seen.borrow_mut().extend(batch.examples);
        let count = batch.examples.len();
        let x: Vec<f32> = batch.examples.iter().map(|drawn| 0.1 * (drawn.example as f32 + 1.0)).collect();
        let y = x.iter().map(|x| if is_broken { f32::NAN } else { 2.0 * x }).collect();
        let a = parameters.tracked::<1>("a")?;
        let product = dropout(Tensor::from_values(x, [count])?, 0.01, mode) * a;
        let far = product - Tensor::from_values(y, [count])?;
        Ok((far.clone() * far).mean(0))
    }

    fn evaluate(&self, parameters: &Parameters) -> Result<Vec<Score>, ObjectiveError> {
        let a = parameters.detached::<1>("a")?.into_values()?[0];
        let next = if self.scores.borrow().is_empty() { None } else { Some(self.scores.borrow_mut().remove(0)) };
        let value = next.unwrap_or_else(|| -f64::from((a - 2.0).abs()));
        Ok(vec![Score { name: "closeness".to_owned(), value, examples: 1 }])
    }
}

fn settings(steps: u64) -> Settings {
    Settings {
        seed: 3,
        budget: Budget::Steps(steps),
        batch_tokens: 12,
        accumulation: 2,
        algorithm: Algorithm::AdamW(Adam::default()),
        learning_rate: LearningRate { peak: 0.1, warm_up: 0.05, decay: 0.5, lowest: 0.01 },
        clip: Some(1.0),
        evaluations: 4,
        patience: None,
        log_every: 5,
        identity: [("vocabulary".to_owned(), "one".to_owned())].into(),
    }
}

fn mixture() -> Mixture {
    let phases = [(0.0, vec![1.0, 1.0]), (0.5, vec![1.0, 0.0])];
    let phases = phases.into_iter().map(|(from, weights)| Phase { from, weights }).collect();
    Mixture::new(vec![(1..=8).collect(), vec![2; 5]], phases)
}

fn start() -> Parameters {
    let a = NamedValues { name: "a".to_owned(), shape: vec![1], values: vec![0.0] };
    Parameters::new([a], Placement::default()).unwrap()
}

fn run(line: &Line, settings: &Settings, folder: &Path, stop_at: Option<u64>) -> Result<Outcome, TrainingError> {
    let stop = AtomicBool::new(false);
    let observer = |progress: &Progress| {
        if stop_at.is_some_and(|step| progress.step >= step) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let mixture = mixture();
    let trainer = Trainer {
        mixture: &mixture,
        settings,
        folder,
        placement: Placement::default(),
        group: &|_| {},
        stop: &stop,
        observer: &observer,
    };
    train(line, start(), &trainer)
}

fn bytes(folder: &Path, name: &str) -> Vec<u8> {
    std::fs::read(folder.join(name)).unwrap()
}

#[test]
fn an_interrupted_training_ends_in_the_same_bytes() {
    let [whole, parts] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let outcome = run(&Line::new(), &settings(100), whole.path(), None).unwrap();
    assert!(!outcome.is_interrupted && outcome.steps == 100);
    assert!((outcome.parameters[0].values[0] - 2.0).abs() < 0.05, "{:?}", outcome.parameters);
    let stopped = run(&Line::new(), &settings(100), parts.path(), Some(35)).unwrap();
    assert!(stopped.is_interrupted && stopped.steps == 35);
    let resumed = run(&Line::new(), &settings(100), parts.path(), None).unwrap();
    assert_eq!(resumed.steps, 100);
    for name in ["last.safetensors", "best.safetensors"] {
        assert!(bytes(whole.path(), name) == bytes(parts.path(), name), "{name}");
    }
    assert_eq!(outcome.curve, resumed.curve);
    let losses: Vec<f64> = outcome.curve.iter().filter(|point| point.name == "loss").map(|point| point.value).collect();
    assert_eq!(losses.len(), 20);
    assert!(losses[19] < 0.01 * losses[0], "{losses:?}");
}

#[test]
fn each_epoch_has_each_example_once_and_phases_change_the_mixture() {
    let folder = tempfile::tempdir().unwrap();
    let line = Line::new();
    run(&line, &settings(60), folder.path(), None).unwrap();
    let seen = line.seen.into_inner();
    let first: Vec<usize> = seen.iter().filter(|drawn| drawn.set == 0).map(|drawn| drawn.example).collect();
    for epoch in first.chunks_exact(8) {
        let mut epoch = epoch.to_vec();
        epoch.sort_unstable();
        assert_eq!(epoch, (0..8).collect::<Vec<_>>());
    }
    assert_ne!(first[..8], first[8..16], "epochs have different orders");
    // Early batches hold more and shorter examples, so the last quarter of them is in the second half of the steps.
    let late = seen.len() * 3 / 4;
    assert!(seen[..late].iter().any(|drawn| drawn.set == 1));
    assert!(seen[late..].iter().all(|drawn| drawn.set == 0));
}

#[test]
fn a_loss_that_is_no_number_is_an_error_and_leaves_the_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    run(&Line::new(), &settings(100), folder.path(), Some(50)).unwrap();
    let before = bytes(folder.path(), "last.safetensors");
    let broken = Line { broken: Some(30), ..Line::new() };
    match run(&broken, &settings(100), folder.path(), None) {
        Err(TrainingError::NotFinite { step, .. }) => assert!(step >= 50),
        other => panic!("{other:?}"),
    }
    assert!(before == bytes(folder.path(), "last.safetensors"));
}

#[test]
fn broken_and_foreign_checkpoints_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    run(&Line::new(), &settings(10), folder.path(), None).unwrap();
    let path = folder.path().join("last.safetensors");
    let whole = std::fs::read(&path).unwrap();
    let mut other = settings(20);
    other.identity.insert("vocabulary".to_owned(), "two".to_owned());
    let error = run(&Line::new(), &other, folder.path(), None).unwrap_err();
    assert!(matches!(error, TrainingError::OtherTraining { .. }), "{error}");
    assert!(error.to_string().contains("vocabulary is one, not two"), "{error}");
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    for bytes in [&whole[..whole.len() / 2], &flipped, b"", b"no checkpoint at all"] {
        std::fs::write(&path, bytes).unwrap();
        let error = run(&Line::new(), &settings(20), folder.path(), None).unwrap_err();
        assert!(matches!(error, TrainingError::Checkpoint { .. }), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), bytes, "what is there stays");
    }
}

#[test]
fn training_stops_when_the_score_gets_no_better() {
    let folder = tempfile::tempdir().unwrap();
    let line = Line { scores: vec![0.5, 0.7, 0.6, 0.7, 0.9].into(), ..Line::new() };
    let settings = Settings { evaluations: 10, patience: Some(2), ..settings(100) };
    let outcome = run(&line, &settings, folder.path(), None).unwrap();
    assert!(outcome.is_early);
    assert_eq!(outcome.steps, 40);
    // The parameters are those of the best evaluation, the second.
    let again = tempfile::tempdir().unwrap();
    let stopped = run(&Line::new(), &Settings { evaluations: 10, ..settings }, again.path(), Some(20)).unwrap();
    assert_eq!(outcome.parameters, stopped.parameters);
}

#[test]
fn examples_that_fit_no_batch_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings { batch_tokens: 0, ..settings(10) };
    let error = run(&Line::new(), &settings, folder.path(), None).unwrap_err();
    assert!(matches!(error, TrainingError::NoExamples { .. }), "{error}");
}

#[test]
fn checkpoints_that_cannot_be_written_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    // A file where the directory should be.
    let place = folder.path().join("file");
    std::fs::write(&place, "").unwrap();
    let error = run(&Line::new(), &settings(10), &place, None).unwrap_err();
    assert!(matches!(error, TrainingError::Data(_)), "{error}");
}

#[test]
fn the_learning_rate_rises_stays_and_falls() {
    let rate = LearningRate { peak: 2.0, warm_up: 0.1, decay: 0.5, lowest: 0.02 };
    for (progress, expected) in [(0.0, 0.0), (0.05, 1.0), (0.1, 2.0), (0.5, 2.0), (0.75, 1.0), (1.0, 0.04)] {
        assert!((rate.at(progress) - expected).abs() < 1e-9, "{progress}: {}", rate.at(progress));
    }
}

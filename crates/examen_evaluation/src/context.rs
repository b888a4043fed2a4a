//! What a verb is told by its caller, and how the caller hears of it.

use std::num::NonZeroUsize;

use examen_corpus::ProgressHook;

use crate::error::EvaluationError;

/// What every verb is told.
#[derive(Clone, Copy)]
pub struct Context<'c> {
    /// Threads to work on; all cores by default. Changes no result.
    pub threads: Option<NonZeroUsize>,
    /// Who hears how the work goes on.
    pub observer: &'c dyn Observer,
}

/// Hears how work goes on: a terminal, a notebook, a test.
pub trait Observer: Sync {
    /// Hears a remark for the user.
    fn remark(&self, text: &str);

    /// Hears a remark about this run alone: what was done already, how much there was to do. Another run with the same result need
    /// not make it.
    fn remark_on_work(&self, text: &str) {
        self.remark(text);
    }

    /// Hears how the reading of a corpus goes on.
    fn reading(&self) -> Option<ProgressHook>;

    /// Hears of work whose amount is known, counted in some unit.
    fn start(&self, total: u64, unit: &'static str) -> Box<dyn Steps>;

    /// Hears that a stage of a run begins.
    fn stage(&self, stage: &StageProgress<'_>) {
        let _ = stage;
    }

    /// Whether the caller wants no more of it: long work ends with an error at its next step then.
    fn is_interrupted(&self) -> bool {
        false
    }
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageProgress<'s> {
    /// The stage that begins.
    pub name: &'s str,
    /// Its number among those that are done in this run, from 1.
    pub number: usize,
    /// How many those are.
    pub of: usize,
    /// The seconds that are left for all of them, where that can be told.
    pub seconds_left: Option<f64>,
}

/// Steps of work that was started. The work has ended when this is dropped.
pub trait Steps: Sync {
    /// Counts steps that are done.
    fn add(&self, done: u64);
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn remark(&self, _: &str) {}

    fn reading(&self) -> Option<ProgressHook> {
        None
    }

    fn start(&self, _: u64, _: &'static str) -> Box<dyn Steps> {
        Box::new(Self)
    }
}

impl Steps for Silent {
    fn add(&self, _: u64) {}
}

impl Context<'_> {
    /// Tells the caller something that the user should know.
    pub fn remark(&self, text: impl AsRef<str>) {
        self.observer.remark(text.as_ref());
    }

    /// Tells the caller something about this run that is no part of its result.
    pub(crate) fn remark_on_work(&self, text: impl AsRef<str>) {
        self.observer.remark_on_work(text.as_ref());
    }

    /// Fails when the caller wants no more of it.
    pub fn go_on(&self) -> crate::Result<()> {
        if self.observer.is_interrupted() { Err(EvaluationError::Interrupted) } else { Ok(()) }
    }

    /// The number of threads that work.
    pub(crate) fn thread_count(&self) -> usize {
        let threads = self.threads.or_else(|| std::thread::available_parallelism().ok());
        threads.map_or(1, NonZeroUsize::get)
    }
}

/// Limits the threads of libraries that parallelise internally, once, at the start of a program.
pub fn use_threads(threads: NonZeroUsize) -> std::io::Result<()> {
    examen_models::use_threads(threads);
    rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build_global().map_err(std::io::Error::other)
}

//! Keeps the remarks of a stage for the tables, and passes on how work goes.

use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

use examen_corpus::ProgressHook;
use examen_evaluation::{Observer, StageProgress, Steps};

/// An observer between the verbs and whoever watches the run.
pub(crate) struct Remarks<'o> {
    pub(crate) of: &'o dyn Observer,
    kept: Mutex<String>,
}

impl<'o> Remarks<'o> {
    pub(crate) const fn new(of: &'o dyn Observer) -> Self {
        Self { of, kept: Mutex::new(String::new()) }
    }

    /// What was said since the last time.
    pub(crate) fn take(&self) -> String {
        std::mem::take(&mut *self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Observer for Remarks<'_> {
    fn remark(&self, text: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.kept.lock().unwrap_or_else(PoisonError::into_inner), "{text}");
    }

    /// A run that was interrupted ends with the bytes of one that was not.
    fn remark_on_work(&self, _: &str) {}

    fn reading(&self) -> Option<ProgressHook> {
        self.of.reading()
    }

    fn start(&self, total: u64, unit: &'static str) -> Box<dyn Steps> {
        self.of.start(total, unit)
    }

    fn stage(&self, stage: &StageProgress<'_>) {
        self.of.stage(stage);
    }
}

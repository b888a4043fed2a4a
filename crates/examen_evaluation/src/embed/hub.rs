//! Checkpoints of the hub, in builds that can fetch them.

use std::path::PathBuf;

use crate::context::Context;
#[cfg(not(feature = "hub"))]
use crate::error::refuse;

/// Returns the directory of a checkpoint of the hub.
#[cfg(feature = "hub")]
pub(super) fn fetched(model: &str, context: &Context<'_>) -> crate::Result<PathBuf> {
    use std::cell::RefCell;

    use crate::error::While as _;
    use examen_models::hub::{HubOptions, Progress, fetch};

    use crate::context::Steps;

    /// The file that is being loaded, its progress, and how many of its bytes were reported.
    type Current = (String, Box<dyn Steps>, u64);

    let current: RefCell<Option<Current>> = RefCell::default();
    let report = |Progress { file, done, total }: Progress<'_>| {
        let mut current = current.borrow_mut();
        if current.as_ref().is_none_or(|(name, ..)| name != file) {
            context.remark(format!("{model}: {file}"));
            *current = Some((file.to_owned(), context.observer.start(total, "bytes"), 0));
        }
        if let Some((_, steps, reported)) = current.as_mut() {
            steps.add(done.saturating_sub(*reported));
            *reported = done;
        }
    };
    let options = HubOptions { progress: &report, ..HubOptions::from_environment()? };
    fetch(model, &options).doing(|| format!("cannot fetch the model {model}"))
}

/// Refuses: this build has no feature `hub`.
#[cfg(not(feature = "hub"))]
pub(super) fn fetched(model: &str, _: &Context<'_>) -> crate::Result<PathBuf> {
    refuse!(
        "hub:{model}: this build has no feature `hub`, which fetches models and is on by default; the directory of a checkpoint \
         needs none"
    )
}

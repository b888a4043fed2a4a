//! Models of the hub, in builds that can fetch them.

use std::path::PathBuf;

use crate::context::Context;
#[cfg(not(feature = "hub"))]
use crate::error::refuse;

/// The folder of a model of the hub.
#[cfg(feature = "hub")]
pub(super) fn fetched(model: &str, context: &Context<'_>) -> crate::Result<PathBuf> {
    use std::cell::RefCell;

    use crate::error::While as _;
    use examen_models::hub::{HubOptions, Progress, fetch};

    use crate::context::Steps;

    // The file that is being loaded, what is told of it, and how many bytes of it are told.
    let current: RefCell<Option<(String, Box<dyn Steps>, u64)>> = RefCell::default();
    let tell = |Progress { file, done, total }: Progress<'_>| {
        let mut current = current.borrow_mut();
        if current.as_ref().is_none_or(|(name, ..)| name != file) {
            context.remark(format!("{model}: {file}"));
            *current = Some((file.to_owned(), context.observer.start(total, "bytes"), 0));
        }
        if let Some((_, steps, told)) = current.as_mut() {
            steps.add(done.saturating_sub(*told));
            *told = done;
        }
    };
    let options = HubOptions { progress: &tell, ..HubOptions::from_environment()? };
    fetch(model, &options).doing(|| format!("cannot fetch the model {model}"))
}

/// Builds without the feature know of the hub, and say so.
#[cfg(not(feature = "hub"))]
pub(super) fn fetched(model: &str, _: &Context<'_>) -> crate::Result<PathBuf> {
    refuse!(
        "hub:{model}: this build cannot fetch models: build it with the feature `hub`, or give the folder of a checkpoint"
    )
}

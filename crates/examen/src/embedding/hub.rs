//! Models of the hub, in builds that can fetch them.

use std::path::PathBuf;

use crate::Context;

/// The folder of a model of the hub.
#[cfg(feature = "hub")]
pub(super) fn fetched(model: &str, context: &Context) -> anyhow::Result<PathBuf> {
    use std::cell::RefCell;

    use anyhow::Context as _;
    use examen_models::hub::{HubOptions, Progress, fetch};

    use crate::progress::Steps;

    // The file that is being loaded, what is told of it, and how many bytes of it are told.
    let current: RefCell<Option<(String, Steps, u64)>> = RefCell::default();
    let tell = |Progress { file, done, total }: Progress<'_>| {
        let mut current = current.borrow_mut();
        if current.as_ref().is_none_or(|(name, ..)| name != file) {
            if !context.is_quiet {
                anstream::eprintln!("{model}: {file}");
            }
            *current = Some((file.to_owned(), Steps::new(context, total, "bytes"), 0));
        }
        if let Some((_, steps, told)) = current.as_mut() {
            steps.add(done.saturating_sub(*told));
            *told = done;
        }
    };
    let options = HubOptions { progress: &tell, ..HubOptions::from_environment()? };
    fetch(model, &options).with_context(|| format!("cannot fetch the model {model}"))
}

/// Builds without the feature know of the hub, and say so.
#[cfg(not(feature = "hub"))]
pub(super) fn fetched(model: &str, _: &Context) -> anyhow::Result<PathBuf> {
    anyhow::bail!(
        "hub:{model}: this build cannot fetch models: build it with the feature `hub`, or give the folder of a checkpoint"
    )
}

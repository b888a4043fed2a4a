//! Panics. Those of libraries that readers catch, and turn into rows with a reason, are not told as well; what nobody catches ends the
//! program with a sentence.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};

/// Libraries that panic on files that contradict themselves. Each is called by a reader of ours that catches it.
const CAUGHT: [&str; 5] = ["/arrow-", "/onig-", "/parquet-", "/spm_precompiled-", "/tokenizers-"];

/// Says nothing more of panics that begin in the libraries above.
pub(crate) fn leave_those_of_readers_untold() {
    let previous = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let is_in_library = |file: &str| CAUGHT.iter().any(|library| file.contains(library));
        if info.location().is_none_or(|location| !is_in_library(location.file())) {
            previous(info);
        }
    }));
}

/// Does the work; a panic is an error.
pub(crate) fn caught<T>(work: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<T> {
    let failed = |payload: Box<dyn Any + Send>| {
        let said = payload.downcast_ref::<&str>().copied();
        let said = said.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or_default();
        anyhow::anyhow!("this program has a mistake: {said}")
    };
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| Err(failed(payload)))
}

//! The verbs that work on the rows of a table, a file for each.

pub(crate) mod fingerprints;
pub(crate) mod functions;
pub(crate) mod metrics;
pub(crate) mod paths;
pub(crate) mod query;
pub(crate) mod questions;
pub(crate) mod transform;

use examen_corpus::SkipReason;

/// Why a row has no result, in words.
fn reason_text(reason: SkipReason) -> String {
    format!("{}: {}", reason.name(), reason.description())
}

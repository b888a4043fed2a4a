//! The files of a report.

use std::path::Path;
use std::sync::Arc;

use axum::extract;
use axum::extract::State;
use axum::response::Response;
use examen_report::html::listed_files;

use crate::reply::{content, not_found};
use crate::shared::Shared;

/// Hands out a file that the report lists.
pub(crate) async fn file(
    State(shared): State<Arc<Shared>>,
    extract::Path((_, name)): extract::Path<(String, String)>,
) -> Response {
    let bytes = shared.site.report.as_deref().and_then(|report| read(report, &name));
    match (bytes, name.rsplit_once('.')) {
        (Some(bytes), Some((_, ending))) => content(ending, bytes),
        _ => not_found(),
    }
}

/// The content of a file. Only names that the list has are looked at, and of these only what lies in the folder when all links are
/// followed: whoever wrote the list may be somebody else.
fn read(report: &Path, name: &str) -> Option<Vec<u8>> {
    let listed = listed_files(report)?;
    let name = listed.iter().find(|it| *it == name)?;
    let path = report.join(name).canonicalize().ok()?;
    if !path.starts_with(report) || !path.is_file() {
        return None;
    }
    std::fs::read(path).ok()
}

//! Which address leads where. The token stands first in all of them, and is checked before.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::get;
use examen_report::html::{SCRIPT, page_style};

use crate::guard::guard;
use crate::reply::{content, go_to, not_found};
use crate::shared::Shared;
use crate::{ratings, report_files};

/// Bytes of a request: a rating is much smaller.
const MOST_BODY: usize = 4_096;

/// The sign in the tab of a browser, which would ask for one.
const ICON: &str = include_str!("../assets/icon.svg");

/// All addresses.
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/{token}/", get(entry))
        .route("/{token}/report/{*name}", get(report_files::file))
        .route("/{token}/ratings/", get(ratings::overview))
        .route("/{token}/ratings/progress", get(ratings::progress))
        .route("/{token}/ratings/of/{name}", get(ratings::page))
        .route("/{token}/ratings/of/{name}/items", get(ratings::items).post(ratings::rate))
        .route("/{token}/assets/{name}", get(asset))
        .fallback(nothing)
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .layer(from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

/// The first page: the ratings, which lead to the report, or the report.
async fn entry(State(shared): State<Arc<Shared>>) -> Response {
    go_to(if shared.site.ratings.is_some() { "ratings/" } else { "report/index.html" })
}

/// Style and scripts of the pages that are not the report's.
async fn asset(Path((_, name)): Path<(String, String)>) -> Response {
    match name.as_str() {
        "style.css" => content("css", page_style()),
        "icon.svg" => content("svg", ICON),
        "report.js" => content("js", SCRIPT),
        "ratings.css" => content("css", ratings::STYLE),
        "ratings.js" => content("js", ratings::SCRIPT),
        _ => not_found(),
    }
}

async fn nothing() -> Response {
    not_found()
}

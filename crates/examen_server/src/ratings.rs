//! Ratings in the browser: an overview of the sheets with the agreement of raters, and a page for each sheet.

mod pages;

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use examen_evaluation::EvaluationError;
use examen_evaluation::ratings::{RatingFolder, SheetItem};
use examen_report::ratings_table::agreement_cells;
use serde::{Deserialize, Serialize};

use crate::error::ServerError;
use crate::reply::{content, json, not_found, text};
use crate::shared::Shared;
use pages::{overview_page, sheet_page};

/// What rating pages look like, beside the style of the report.
pub(crate) const STYLE: &str = include_str!("../assets/ratings.css");
/// What rating pages do.
pub(crate) const SCRIPT: &str = include_str!("../assets/ratings.js");

/// The reply of whatever needs a rating folder.
type Answered = Result<Response, ServerError>;

/// The page of all sheets.
pub(crate) async fn overview(State(shared): State<Arc<Shared>>) -> Response {
    with_folder(&shared, |_| Ok(content("html", overview_page(shared.site.report.is_some())?)))
}

/// How far sheets are filled in, and how far raters agree, as JSON.
pub(crate) async fn progress(State(shared): State<Arc<Shared>>) -> Response {
    with_folder(&shared, |folder| {
        let progress = folder.progress()?;
        let sheets = progress.sheets.iter().map(|sheet| ShownSheet {
            name: &sheet.rater,
            is_judge: sheet.is_judge,
            rated: sheet.rated,
            items: sheet.items,
        });
        let (header, rows) = agreement_cells(&progress.agreement);
        let shown = ShownProgress { sheets: sheets.collect(), header, rows };
        Ok(json(StatusCode::OK, &shown))
    })
}

/// The page on which a sheet is filled in.
pub(crate) async fn page(State(shared): State<Arc<Shared>>, Path((_, name)): Path<(String, String)>) -> Response {
    with_folder(&shared, |folder| {
        let is_there = folder.sheets()?.contains(&name);
        if is_there { Ok(content("html", sheet_page(&name)?)) } else { Ok(not_found()) }
    })
}

/// The items of a sheet as JSON, without the models.
pub(crate) async fn items(State(shared): State<Arc<Shared>>, Path((_, name)): Path<(String, String)>) -> Response {
    with_folder(&shared, |folder| {
        let items = folder.items(&name)?;
        Ok(json(StatusCode::OK, &items.iter().map(ShownItem::new).collect::<Vec<_>>()))
    })
}

/// Puts a rating into a sheet. When this is answered, the sheet is on the disk.
pub(crate) async fn rate(
    State(shared): State<Arc<Shared>>,
    Path((_, name)): Path<(String, String)>,
    body: Bytes,
) -> Response {
    let given: Given = match serde_json::from_slice(&body) {
        Ok(given) => given,
        Err(error) => return text(StatusCode::BAD_REQUEST, &error.to_string()),
    };
    with_folder(&shared, |folder| {
        folder.rate(&name, given.item, &given.scale, (given.rating > 0).then_some(given.rating))?;
        let items = folder.items(&name)?;
        let rated = items.iter().filter(|item| item.ratings.iter().all(Option::is_some)).count();
        Ok(json(StatusCode::OK, &Saved { rated, items: items.len() }))
    })
}

fn with_folder(shared: &Shared, answer: impl FnOnce(&RatingFolder) -> Answered) -> Response {
    let Some(folder) = &shared.site.ratings else { return not_found() };
    answer(folder).unwrap_or_else(|error| match error {
        ServerError::Ratings(error) => {
            let is_request = matches!(*error, EvaluationError::Request(_));
            let status = if is_request { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::INTERNAL_SERVER_ERROR };
            text(status, &error.explained())
        }
        other => text(StatusCode::INTERNAL_SERVER_ERROR, &other.to_string()),
    })
}

/// A rating as the page sends it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    item: u32,
    scale: String,
    /// 1, 2 or 3; 0 takes a rating out.
    rating: u8,
}

#[derive(Serialize)]
struct Saved {
    rated: usize,
    items: usize,
}

#[derive(Serialize)]
struct ShownSheet<'r> {
    name: &'r str,
    is_judge: bool,
    rated: usize,
    items: usize,
}

#[derive(Serialize)]
struct ShownProgress<'r> {
    sheets: Vec<ShownSheet<'r>>,
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

#[derive(Serialize)]
struct ShownItem<'r> {
    item: u32,
    question: &'r str,
    reference: &'r str,
    answer: &'r str,
    ratings: [Option<u8>; 2],
}

impl<'r> ShownItem<'r> {
    fn new(item: &'r SheetItem) -> Self {
        let SheetItem { item, question, reference, answer, ratings } = item;
        Self { item: *item, question, reference, answer, ratings: *ratings }
    }
}

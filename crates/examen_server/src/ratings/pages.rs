//! The pages of ratings, which the script fills.

use askama::Template;
use examen_report::visible::visible;

/// What the ratings mean, as language models are told as well (`examen ratings judge`).
const SCALES: [Scale; 2] = [
    Scale {
        name: "fluency",
        title: "Fluency",
        key: "F",
        meanings: ["not understandable", "understandable, with mistakes", "correct English"],
    },
    Scale {
        name: "correctness",
        title: "Correctness",
        key: "C",
        meanings: ["wrong or beside the point", "partly right", "says what the reference says"],
    },
];

/// A scale on the page.
struct Scale {
    name: &'static str,
    title: &'static str,
    key: &'static str,
    meanings: [&'static str; 3],
}

#[derive(Template)]
#[template(path = "overview.html")]
struct OverviewPage {
    title: &'static str,
    /// The way to the folder of assets.
    up: &'static str,
    has_report: bool,
}

#[derive(Template)]
#[template(path = "sheet.html")]
struct SheetPage<'s> {
    title: String,
    up: &'static str,
    name: &'s str,
    scales: &'static [Scale],
}

/// The page of all sheets.
pub(super) fn overview_page(has_report: bool) -> askama::Result<String> {
    OverviewPage { title: "Ratings", up: "../", has_report }.render()
}

/// The page on which a sheet is filled in.
pub(super) fn sheet_page(name: &str) -> askama::Result<String> {
    SheetPage { title: visible(name).into_owned(), up: "../../", name, scales: &SCALES }.render()
}

//! Text in CSV files that people open in a spreadsheet.

use std::borrow::Cow;

/// A cell of text that no spreadsheet computes: what begins like a formula gets an apostrophe in front. Numbers stay as they are.
pub fn spreadsheet_text(text: &str) -> Cow<'_, str> {
    let begins_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if begins_formula && text.parse::<f64>().is_err() { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// The text of a cell that [`spreadsheet_text`] wrote. A text that began with an apostrophe before a sign of formulas loses it.
pub fn cell_text(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(text) if matches!(spreadsheet_text(text), Cow::Owned(_)) => text,
        _ => cell,
    }
}

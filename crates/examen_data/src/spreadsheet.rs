//! Text in CSV files that people open in a spreadsheet.

use std::borrow::Cow;

/// A cell of text that no spreadsheet computes: what begins like a formula gets an apostrophe in front. Numbers stay as they are.
pub fn spreadsheet_text(text: &str) -> Cow<'_, str> {
    let begins_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if begins_formula && text.parse::<f64>().is_err() { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

//! Text in CSV files that people open in a spreadsheet.

use examen_data::{cell_text, spreadsheet_text};

#[test]
fn what_begins_like_a_formula_comes_back() {
    for text in ["=1+1", "-x", "-1.5", "plain", "'quoted'", ""] {
        assert_eq!(cell_text(&spreadsheet_text(text)), text);
    }
    assert_eq!(spreadsheet_text("=1+1"), "'=1+1");
}

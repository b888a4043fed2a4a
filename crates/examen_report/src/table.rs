//! The one table printer.

use comfy_table::{CellAlignment, Table, presets};

/// An empty table in which some columns, those of numbers, are aligned to the right.
pub fn table(header: &[&str], is_number: impl Fn(usize) -> bool) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(header.to_vec());
    for (_, column) in table.column_iter_mut().enumerate().filter(|(at, _)| is_number(*at)) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

//! Values by row and column as colours, with the numbers in the cells.

use super::{Chart, Drawing, step, width_of};
use crate::html::grid::csv_line;
use crate::html::visible::visible;

/// Values in percent by row and column.
pub(crate) struct HeatMap<'t> {
    /// What is shown.
    pub(crate) title: &'t str,
    /// What the columns are: `layer`.
    pub(crate) column_name: &'t str,
    /// The names of the columns.
    pub(crate) columns: Vec<String>,
    /// The rows by name.
    pub(crate) rows: Vec<(String, Vec<Option<f64>>)>,
}

const CELL: (f64, f64) = (34.0, LINE);
/// The height of a row; curves beside a heat map have the same.
pub(super) const LINE: f64 = 22.0;
/// Where rows begin.
pub(super) const TOP: f64 = 34.0;

/// Draws a heat map; colours go from the lowest value to the highest.
pub(crate) fn heat_map(map: &HeatMap<'_>) -> Chart {
    let labels: Vec<String> = map.rows.iter().map(|(label, _)| visible(label)).collect();
    let left = labels.iter().map(|label| width_of(label)).fold(40.0, f64::max) + 10.0;
    let values = || map.rows.iter().flat_map(|(_, values)| values.iter().flatten().copied());
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    let widest = map.columns.iter().map(|column| width_of(column)).fold(0.0, f64::max);
    let cell = (CELL.0.max(widest + 8.0), CELL.1);
    let width = (left + cell.0 * map.columns.len() as f64 + 8.0).max(left + 9.0 * 16.0 + 20.0);
    let mut drawing = Drawing::new(width);
    drawing.text(left, 12.0, "start", "tick", map.column_name);
    for (at, column) in map.columns.iter().enumerate() {
        drawing.text(left + cell.0 * (at as f64 + 0.5), TOP - 6.0, "middle", "tick", column);
    }
    for (at, ((_, values), label)) in map.rows.iter().zip(&labels).enumerate() {
        let y = TOP + cell.1 * at as f64;
        drawing.text(left - 8.0, y + 15.0, "end", "label", label);
        for (column, value) in values.iter().enumerate() {
            let Some(value) = *value else { continue };
            let x = left + cell.0 * column as f64;
            let step = step(value, low, high);
            let name = map.columns.get(column).map(String::as_str).unwrap_or_default();
            drawing.begin(&format!("{label}, {} {name}: {value:.2} %", map.column_name));
            drawing.rectangle((x + 0.5, y + 0.5), (cell.0 - 1.0, cell.1 - 1.0), &format!("heat heat-{step}"));
            drawing.text(x + cell.0 / 2.0, y + 15.0, "middle", ink(step), &format!("{value:.0}"));
            drawing.end();
        }
    }
    let bottom = TOP + cell.1 * map.rows.len() as f64;
    if low <= high {
        for step in 0..9_u8 {
            let x = left + 16.0 * f64::from(step);
            drawing.rectangle((x, bottom + 10.0), (16.0, 8.0), &format!("heat heat-{step}"));
        }
        drawing.text(left, bottom + 32.0, "start", "tick", &format!("{low:.1} %"));
        drawing.text(left + 9.0 * 16.0, bottom + 32.0, "end", "tick", &format!("{high:.1} %"));
    }
    drawing.finish(bottom + 38.0, map.title, csv(map))
}

/// The class of words on a colour.
pub(super) const fn ink(step: usize) -> &'static str {
    if step < 6 { "on-light" } else { "on-dark" }
}

fn csv(map: &HeatMap<'_>) -> String {
    let mut text = csv_line(&["row", map.column_name, "percent"]);
    for (row, values) in &map.rows {
        for (column, value) in map.columns.iter().zip(values) {
            if let Some(value) = value {
                text.push_str(&csv_line(&[row.clone(), column.clone(), format!("{value:.4}")]));
            }
        }
    }
    text
}

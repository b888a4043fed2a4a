//! Curves over the steps of a training.

use super::{Chart, Drawing};
use crate::html::grid::csv_line;

/// The points of one curve.
pub(crate) struct Series {
    /// What is measured.
    pub(crate) name: String,
    /// Step and value.
    pub(crate) points: Vec<(f64, f64)>,
}

const SIZE: (f64, f64) = (360.0, 180.0);
const LEFT: f64 = 46.0;

/// Draws one curve from its lowest value to its highest, over steps from 0.
pub(crate) fn line_chart(title: &str, series: &Series) -> Chart {
    let mut drawing = Drawing::new(SIZE.0);
    let (right, top, bottom) = (SIZE.0 - 12.0, 10.0, SIZE.1 - 34.0);
    let last = series.points.iter().map(|point| point.0).fold(1.0, f64::max);
    let values = || series.points.iter().map(|point| point.1);
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    let x = |step: f64| LEFT + (right - LEFT) * step / last;
    let y = |value: f64| bottom - (bottom - top) * if high > low { (value - low) / (high - low) } else { 0.5 };
    for part in [0.0, 0.5, 1.0] {
        let value = low + (high - low) * part;
        drawing.line((LEFT, y(value)), (right, y(value)), "grid");
        drawing.text(LEFT - 6.0, y(value) + 4.0, "end", "tick", &short(value));
        drawing.text(LEFT + (right - LEFT) * part, bottom + 16.0, "middle", "tick", &short(last * part));
    }
    drawing.text(right, bottom + 30.0, "end", "tick", "step");
    let points: Vec<(f64, f64)> = series.points.iter().map(|&(step, value)| (x(step), y(value))).collect();
    drawing.path(&points, "curve curve-0");
    let mut csv = csv_line(&["step", &series.name]);
    for (step, value) in &series.points {
        csv.push_str(&csv_line(&[step.to_string(), value.to_string()]));
    }
    drawing.finish(SIZE.1, title, csv)
}

/// A number in few characters.
fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 10_000.0 => format!("{:.0}k", value / 1000.0),
        size if size >= 100.0 || value.fract() == 0.0 => format!("{value:.0}"),
        _ => format!("{value:.2}"),
    }
}

//! Curves over the layers of a network, one small one for each task.

use super::heat_map::{LINE, TOP};
use super::{Chart, Drawing, width_of};
use crate::html::grid::csv_line;
use crate::html::visible::visible;

/// The curve of a task.
pub(crate) struct Spark {
    /// The task.
    pub(crate) label: String,
    /// Values in percent, layer by layer.
    pub(crate) values: Vec<f64>,
    /// The accuracy of the baseline.
    pub(crate) reference: Option<f64>,
}

const CURVE: f64 = 140.0;

/// Draws curves, each from its lowest value to its highest; the dashed line is the baseline where it lies in between.
pub(crate) fn spark_lines(title: &str, sparks: &[Spark]) -> Chart {
    let left = sparks.iter().map(|spark| width_of(&visible(&spark.label))).fold(40.0, f64::max) + 10.0;
    let mut drawing = Drawing::new(left + CURVE + 110.0);
    drawing.text(left, TOP - 6.0, "start", "tick", "over the layers");
    drawing.text(left + CURVE + 12.0, TOP - 6.0, "start", "tick", "highest, layer");
    let mut csv = csv_line(&["task", "layer", "percent", "baseline"]);
    for (at, spark) in sparks.iter().enumerate() {
        let top = TOP + LINE * at as f64 + 3.0;
        let ends = spark.values.iter().copied().chain(spark.reference);
        let low = ends.clone().fold(f64::INFINITY, f64::min);
        let high = ends.fold(f64::NEG_INFINITY, f64::max);
        let height = LINE - 6.0;
        let y = |value: f64| top + height - height * if high > low { (value - low) / (high - low) } else { 0.5 };
        let last = spark.values.len().saturating_sub(1).max(1) as f64;
        let x = |layer: usize| left + CURVE * layer as f64 / last;
        let best =
            spark.values.iter().enumerate().fold((0, f64::NEG_INFINITY), |best, (layer, &value)| {
                if value > best.1 { (layer, value) } else { best }
            });
        drawing.begin(&format!("{}: highest {:.2} % in layer {}", spark.label, best.1, best.0));
        drawing.text(left - 8.0, top + 12.0, "end", "label", &spark.label);
        if let Some(reference) = spark.reference {
            drawing.line((left, y(reference)), (left + CURVE, y(reference)), "dashes");
        }
        let points: Vec<(f64, f64)> =
            spark.values.iter().enumerate().map(|(layer, &value)| (x(layer), y(value))).collect();
        drawing.path(&points, "curve curve-0");
        if best.1.is_finite() {
            drawing.circle(x(best.0), y(best.1), 3.0, "dot");
            let text = format!("{:.1} at {}", best.1, best.0);
            drawing.text(left + CURVE + 12.0, top + 12.0, "start", "value", &text);
        }
        drawing.end();
        for (layer, value) in spark.values.iter().enumerate() {
            let reference = spark.reference.map(|it| format!("{it:.4}")).unwrap_or_default();
            csv.push_str(&csv_line(&[spark.label.clone(), layer.to_string(), format!("{value:.4}"), reference]));
        }
    }
    drawing.finish(TOP + LINE * sparks.len() as f64 + 4.0, title, csv)
}

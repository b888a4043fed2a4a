//! One metric on two files of lines.

pub mod line_metric;
pub mod lines;

use examen_metrics::{Better, Metric};

pub use line_metric::{Counted, LineMetric};
pub use lines::Lines;

/// The least and the greatest figure, in words.
pub fn range_text(metric: &Metric) -> String {
    format!("{} to {}", metric.range.0, metric.range.1)
}

/// Which figures are the better ones, in a word.
pub const fn better_name(metric: &Metric) -> &'static str {
    match metric.better {
        Better::Higher => "higher",
        Better::Lower => "lower",
        Better::Neither => "",
    }
}

//! The figure that summed counts of examples give, by the name of the metric.

use crate::overlap::f1_of_sums;
use crate::span_f1::SPAN_F1;
use crate::subtokens::SUBTOKEN_F1;
use crate::text::TextMetric;

/// The figure of sums of counts over so many examples. One count is a mark, of which the figure is the mean.
pub fn figure_of(metric: &str) -> fn(&[f64], u64) -> f64 {
    if let Some(text) = TextMetric::named(metric) {
        return text.figure;
    }
    if [SPAN_F1.name, SUBTOKEN_F1.name].contains(&metric) { f1_of_sums } else { mean }
}

/// The mean of single marks; 0 of none.
pub fn mean(sums: &[f64], n: u64) -> f64 {
    if n == 0 { 0.0 } else { sums.first().copied().unwrap_or_default() / n as f64 }
}

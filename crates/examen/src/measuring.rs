//! One metric on two files of lines.

mod line_metric;
mod lines;

pub(crate) use line_metric::{Counted, LineMetric};
pub(crate) use lines::Lines;

//! Comparisons as a table for people.

use std::fmt::Write;

use examen_data::{Comparison, grouped};

use crate::table::table;
use crate::task_rows::shown_scale;

/// Renders comparisons of two models, with what the columns mean. The correction is the name of that of p values.
pub fn comparison_table([first, second]: [&str; 2], comparisons: &[Comparison], correction: &str) -> String {
    let corrected = format!("p ({correction})");
    let better = [format!("better: {first}"), second.to_owned()];
    let header = [
        "task",
        "metric",
        "n",
        first,
        second,
        "difference",
        "p",
        &corrected,
        "minimum detectable",
        &better[0],
        &better[1],
        "resampled",
    ];
    let mut rows = table(&header, |column| (2..11).contains(&column));
    for comparison in comparisons {
        let scale = shown_scale(&comparison.of.metric);
        let mut difference = format!("{:+.2}", scale * comparison.difference);
        if let (Some(low), Some(high)) = (comparison.ci_low, comparison.ci_high) {
            // Writing to a string cannot fail.
            let _ = write!(difference, " [{:+.2}, {:+.2}]", scale * low, scale * high);
        }
        let p = |p: Option<f64>| p.map_or_else(String::new, |p| format!("{p:.4}"));
        let detectable = comparison.detectable.map_or_else(String::new, |it| format!("{:.2}", scale * it));
        let plural = if comparison.units == 1 { "" } else { "s" };
        rows.add_row([
            comparison.of.to_string(),
            comparison.of.metric.clone(),
            grouped(comparison.n),
            format!("{:.2}", scale * comparison.first),
            format!("{:.2}", scale * comparison.second),
            difference,
            p(comparison.p),
            p(comparison.p_corrected),
            detectable,
            grouped(comparison.first_better),
            grouped(comparison.second_better),
            format!("{} {}{plural}", grouped(comparison.units as u64), comparison.unit),
        ]);
    }
    let mut text = format!("{rows}\n\n{LEGEND}");
    let unpaired: u64 = comparisons.iter().map(|comparison| comparison.unpaired).sum();
    if unpaired > 0 {
        let _ = writeln!(text, "{} scores are of examples that only one of the two has: left out.", grouped(unpaired));
    }
    text
}

const LEGEND: &str = "\
Fractions in percent. The difference is the first less the second, with its 95 % interval (paired bootstrap, BCa). p is that of
McNemar's test where single examples are resampled and are right or wrong, otherwise of a permutation test. `minimum detectable`
is the least effect that such an exam detects in four of five cases; `better` counts the examples that one has better.
";

//! Values with their intervals and baselines, one below the other.

use super::{Chart, Drawing, width_of};
use crate::html::grid::csv_line;
use crate::html::visible::{cut, visible};

/// A value.
pub(crate) struct Dot {
    /// What it is of.
    pub(crate) label: String,
    /// The value in percent.
    pub(crate) value: f64,
    /// Its interval.
    pub(crate) interval: Option<(f64, f64)>,
    /// The examples.
    pub(crate) n: Option<u64>,
    /// What it is compared with, in percent.
    pub(crate) reference: Option<f64>,
    /// Whether nothing can be concluded from so few examples, as in verdicts.
    pub(crate) is_vague: bool,
}

/// Values of one thing.
pub(crate) struct DotChart<'t> {
    /// What they are of.
    pub(crate) title: &'t str,
    /// What the values are.
    pub(crate) value_name: &'t str,
    /// What they are compared with.
    pub(crate) reference_name: &'t str,
    /// The values.
    pub(crate) dots: Vec<Dot>,
    /// Whether values begin at zero as areas: parts of a whole.
    pub(crate) is_filled: bool,
}

const WIDTH: f64 = 360.0;
/// Labels up to this width stand left of their values, longer ones above.
const WIDEST_LABEL: f64 = 150.0;
const VALUE_WIDTH: f64 = 46.0;

/// Draws values from 0 to 100 %.
pub(crate) fn dot_chart(chart: &DotChart<'_>) -> Chart {
    let labels: Vec<String> = chart.dots.iter().map(|dot| visible(&dot.label)).collect();
    let widest = labels.iter().map(|label| width_of(label)).fold(0.0, f64::max) + 8.0;
    let is_above = widest > WIDEST_LABEL;
    let (left, row) = if is_above { (4.0, 32.0) } else { (widest.max(30.0), 20.0) };
    let right = WIDTH - VALUE_WIDTH;
    let top = 8.0;
    let bottom = top + row * labels.len() as f64;
    let x = |value: f64| left + (right - left) * value.clamp(0.0, 100.0) / 100.0;
    let mut drawing = Drawing::new(WIDTH);
    for tick in [0.0, 25.0, 50.0, 75.0, 100.0] {
        drawing.line((x(tick), top - 4.0), (x(tick), bottom), "grid");
        drawing.text(x(tick), bottom + 14.0, "middle", "tick", &format!("{tick:.0}"));
    }
    drawing.text(WIDTH, bottom + 14.0, "end", "tick", "%");
    for (at, (dot, label)) in chart.dots.iter().zip(&labels).enumerate() {
        let start = top + row * at as f64;
        let y = if is_above { start + 23.0 } else { start + 10.0 };
        drawing.begin(&tooltip(chart, dot));
        if is_above {
            drawing.text(left, start + 11.0, "start", "label", &cut(label, 52));
        } else {
            drawing.text(left - 8.0, y + 4.0, "end", "label", label);
        }
        if chart.is_filled {
            drawing.rectangle((left, y - 5.0), ((x(dot.value) - left).max(0.5), 10.0), "area");
        }
        if let Some((low, high)) = dot.interval {
            drawing.line((x(low), y), (x(high), y), "interval");
        }
        if let Some(reference) = dot.reference {
            drawing.line((x(reference), y - 6.0), (x(reference), y + 6.0), "reference");
        }
        if !chart.is_filled {
            drawing.circle(x(dot.value), y, 4.0, if dot.is_vague { "dot vague" } else { "dot" });
        }
        drawing.text(WIDTH, y + 4.0, "end", if dot.is_vague { "tick" } else { "value" }, &format!("{:.1}", dot.value));
        drawing.end();
    }
    drawing.finish(bottom + 20.0, chart.title, csv(chart))
}

fn tooltip(chart: &DotChart<'_>, dot: &Dot) -> String {
    let mut text = format!("{}: {} {:.2} %", dot.label, chart.value_name, dot.value);
    if let Some((low, high)) = dot.interval {
        text = format!("{text} [{low:.1}, {high:.1}]");
    }
    if let Some(n) = dot.n {
        text = format!("{text}, n {n}");
    }
    if let Some(reference) = dot.reference {
        text = format!("{text}; {} {reference:.2} %", chart.reference_name);
    }
    text
}

fn csv(chart: &DotChart<'_>) -> String {
    let mut text = csv_line(&["label", chart.value_name, "low", "high", "n", chart.reference_name]);
    let number = |value: Option<f64>| value.map(|it| format!("{it:.4}")).unwrap_or_default();
    for dot in &chart.dots {
        let (low, high) = (dot.interval.map(|it| it.0), dot.interval.map(|it| it.1));
        let n = dot.n.map(|n| n.to_string()).unwrap_or_default();
        let cells = [dot.label.clone(), number(Some(dot.value)), number(low), number(high), n, number(dot.reference)];
        text.push_str(&csv_line(&cells));
    }
    text
}
